package incident

import "testing"

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{
		"IL-0136": true, "IL-1001": true, "IL-10000": true, "IL-999999": true,
		"IL-136": false, "il-0136": false, "IL0136": false, "IL-00136": false, "IL-1000000": false, "IL-01A6": false, "": false, "IL-0136\n": false,
	} {
		if got := ValidID(id); got != want {
			t.Errorf("ValidID(%q) = %t", id, got)
		}
	}
}

func TestCanonicalID(t *testing.T) {
	for s, want := range map[string]string{
		"IL-0136": "IL-0136", "il-136": "IL-0136", "IL136": "IL-0136", "136": "IL-0136", " il_0136 ": "IL-0136", "IL 136": "IL-0136",
		"00136": "IL-0136", "il-12345": "IL-12345", "IL-00012345": "IL-12345",
		"": "", "IL-": "", "IL-12a": "", "7QL5-Z50": "", "1234567": "", "IL--1": "", "-1": "",
	} {
		got, ok := CanonicalID(s)
		if got != want || ok != (want != "") {
			t.Errorf("CanonicalID(%q) = %q, %t, want %q", s, got, ok, want)
		}
		if ok && !ValidID(got) {
			t.Errorf("CanonicalID(%q) = %q is not valid", s, got)
		}
	}
}
