//go:build !js

package e2e

import (
	"fmt"
)

// WaitRefusal waits until the page reports why it did not open a file. Then it dismisses the message.
func (p *page) WaitRefusal(want string) {
	p.t.Helper()
	p.WaitFor("the reason in the message", fmt.Sprintf(`document.querySelector("#refusal").textContent.includes(%q)`, want))
	p.Shot("refused")
	p.Click("#refused-close")
	p.WaitFor("the message to disappear", `!document.querySelector("#refusal")`)
}
