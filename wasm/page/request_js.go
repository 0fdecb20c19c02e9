package page

import (
	"strings"
	"syscall/js"

	"traceglass/wasm/script"
)

// requests counts what the page asks of any server, since the reading of what is open began: by
// the browser's own record, and by the service worker, which tells of each request that passes.
// Most are in both, so the larger count holds.
type requests struct {
	counting      bool
	page, passing int
	foreign       int    // of those, what is no part of this program
	base          string // address of the folder of the page
	policy        string // the part of the policy in force that says where requests may go
}

func (p *page) countRequests() {
	r := &p.requests
	document := js.Global().Get("document")
	r.base = js.Global().Get("URL").New("./", document.Get("baseURI")).Get("href").String()
	if meta := document.Call("querySelector", `meta[http-equiv="Content-Security-Policy"]`); meta.Truthy() {
		for directive := range strings.SplitSeq(meta.Get("content").String(), ";") {
			if directive = strings.TrimSpace(directive); strings.HasPrefix(directive, "connect-src ") {
				r.policy = directive
			}
		}
	}
	err := script.Try(func() {
		observer := js.Global().Get("PerformanceObserver").New(script.Handler(func(args []js.Value) {
			entries := args[0].Call("getEntries")
			for i := range entries.Length() {
				r.page++
				r.see(entries.Index(i).Get("name").String(), "GET")
			}
			p.Redraw()
		}))
		observer.Call("observe", script.Object("type", "resource"))
	})
	r.counting = err == nil
	if workers := js.Global().Get("navigator").Get("serviceWorker"); workers.Truthy() {
		script.Listen(workers, "message", js.Undefined(), func(e js.Value) {
			if m := e.Get("data"); m.Type() == js.TypeObject && m.Get("request").Type() == js.TypeString {
				r.passing++
				r.see(m.Get("request").String(), m.Get("method").String())
				p.Redraw()
			}
		})
	}
}

// see looks whether a request is for a part of this program.
func (r *requests) see(address, method string) {
	if method != "GET" || !strings.HasPrefix(address, r.base) && !strings.HasPrefix(address, "blob:") && !strings.HasPrefix(address, "data:") {
		r.foreign++
	}
}

// since leaves of the counts what came after others of an earlier time.
func (r *requests) since(before requests) {
	r.page -= before.page
	r.passing -= before.passing
	r.foreign -= before.foreign
}

func (p *page) Sent() (requests, foreign int, policy string) {
	r := &p.requests
	if !r.counting {
		return -1, 0, r.policy
	}
	return max(r.page, r.passing), r.foreign, r.policy
}
