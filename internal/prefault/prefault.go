// Package prefault has the system map the program's pages before they are
// touched. It does so when it is initialised: import it for that alone.
//
// A start touches most of the program and the first megabytes of the heap. Page
// by page each first touch stops the program until the system has mapped the
// page, two thousand times; asked for in a few calls, the same takes a tenth of
// the time. On a virtual machine that is a seventh of a start.
package prefault
