package main

import systemd "github.com/coreos/go-systemd/v22/daemon"

// tell tells a state to systemd (sd_notify(3)), for units of Type=notify. It
// does nothing where there is none.
func (d *daemon) tell(state string) {
	if _, err := systemd.SdNotify(false, state); err != nil {
		d.logger.Warn("systemd was not told", "state", state, "error", err)
	}
}
