// Package mark keeps what is printed when the tests have come to their end. It is initialised before the candidate's
// package, reads standard input to its end and takes it away; nobody can guess the path under which it is compiled.
package mark

import (
	"crypto/rand"
	"io"
	"os"
	"sync/atomic"
)

var (
	pad, text []byte
	passed    int32
	output    = os.Stdout
)

func init() {
	text, _ = io.ReadAll(os.Stdin)
	os.Stdin.Close()
	os.Stdin, _ = os.Open(os.DevNull)
	pad = make([]byte, len(text))
	rand.Read(pad)
	mix()
}

func mix() {
	for i := range text {
		text[i] ^= pad[i]
	}
}

// Count takes down that one more test has come to its end, where it has passed.
func Count(ok bool) {
	if ok {
		atomic.AddInt32(&passed, 1)
	}
}

// Print prints the mark where so many tests have passed, at least one.
func Print(tests int32) {
	if tests > 0 && atomic.LoadInt32(&passed) == tests {
		mix()
		output.Write(append(append([]byte("\n"), text...), '\n'))
	}
}
