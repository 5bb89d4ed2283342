package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// server is a process under load.
type server struct {
	name    string
	address string // http://host:port
	command *exec.Cmd
	log     *safeBuffer
	ended   chan struct{}
}

// start starts a server and waits until it answers.
func start(name, address string, command *exec.Cmd) (*server, error) {
	s := &server{name: name, address: address, command: command, log: &safeBuffer{}, ended: make(chan struct{})}
	command.Stdout, command.Stderr = s.log, s.log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = command.Wait()
		close(s.ended)
	}()
	for limit := time.Now().Add(10 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.ended:
			return nil, fmt.Errorf("%s ended:\n%s", name, s.log)
		default:
		}
		if answer, err := http.Get(address + "/"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode < 500 {
				return s, nil
			}
		}
		if time.Now().After(limit) {
			s.stop()
			return nil, fmt.Errorf("%s does not answer:\n%s", name, s.log)
		}
	}
}

func (s *server) pid() int { return s.command.Process.Pid }

// stop ends the server as a process manager does.
func (s *server) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	<-s.ended
}

// site starts bin/incidentlib on the servers' core.
func (b bench) site(ctx context.Context, name, db string, args ...string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	command := pinned(ctx, b.cores.server, b.program, b.siteArgs(addr, db, args...)...)
	if b.soak > 0 { // half of what it answers, and the builds beside it: on all cores
		command = exec.CommandContext(ctx, b.program, b.siteArgs(addr, db, args...)...)
	}
	command.Env = siteEnv()
	return start(name, "http://"+addr, command)
}

func (b bench) siteArgs(addr, db string, more ...string) []string {
	args := append([]string{"serve", "--addr", addr, "--db-dir", db}, more...)
	if b.folder != "" {
		args = append(args, "--data", b.folder)
	}
	return args
}

// siteEnv takes the limits away that one client is held to.
func siteEnv() []string {
	return append(os.Environ(), "INCIDENTLIB_SEARCH_RATE=0", "INCIDENTLIB_EXPORT_RATE=0")
}

func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// call is one request to a server.
type call struct {
	method, path, body string
	header             [][2]string
}

// answer is what came back, as it was sent.
type answer struct {
	status int
	header http.Header
	body   []byte
}

var plain = &http.Client{
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// ask sends a call and wants a 200.
func ask(ctx context.Context, address string, c call) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, c.method, address+c.path, strings.NewReader(c.body))
	if err != nil {
		return answer{}, err
	}
	for _, h := range c.header {
		request.Header.Set(h[0], h[1])
	}
	response, err := plain.Do(request)
	if err != nil {
		return answer{}, err
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return answer{}, err
	}
	if response.StatusCode != http.StatusOK {
		return answer{}, fmt.Errorf("%s %s%s answers %s", c.method, address, c.path, response.Status)
	}
	return answer{response.StatusCode, response.Header, body}, nil
}

// safeBuffer takes what a process writes while it is read.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
