package page

import (
	"strings"
	"syscall/js"

	"traceglass/wasm/script"
)

// requests counts the page's requests to any server since the reading of the open files began. The browser's own record
// counts them, and so does the service worker, which reports each request. Most requests are in both, so the larger
// count holds. The site's icon does not count: some browsers load it again at each step of the history. The panel of
// requests lists it.
type requests struct {
	*base
	dom           *dom
	counting      bool
	page, passing []request
	from          float64 // when the reading of the open files began
	folder        string  // address of the folder of the page
	icon          string  // address of the site's icon
	policy        string  // the part of the policy in force that says where requests may go
}

// A request is when the page asked, in ms since it was loaded, and whether it was for something
// else than to get a file of this site.
type request struct {
	at      float64
	foreign bool
}

// count begins to count.
func (r *requests) count() {
	document := js.Global().Get("document")
	r.folder = js.Global().Get("URL").New("./", document.Get("baseURI")).Get("href").String()
	if icon := document.Call("querySelector", "link[rel=icon]"); icon.Truthy() {
		r.icon = icon.Get("href").String()
	}
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
				entry := entries.Index(i) // which comes when the request has ended
				if entry.Get("name").String() == r.icon {
					continue
				}
				r.page = append(r.page, request{entry.Get("startTime").Float(), r.foreign(entry.Get("name").String(), "GET")})
			}
			r.dom.Redraw()
		}))
		observer.Call("observe", script.Object("type", "resource", "buffered", true))
	})
	r.counting = err == nil
	if workers, err := script.Get(js.Global().Get("navigator"), "serviceWorker"); err == nil && workers.Truthy() {
		script.Listen(workers, "message", js.Undefined(), func(e js.Value) {
			m := e.Get("data")
			if m.Type() != js.TypeObject {
				return
			}
			if newest := m.Get("newest"); newest.Type() == js.TypeString && newest.String() != js.Global().Get("traceglassProgram").String() {
				r.app.Updated()
			}
			if m.Get("request").Type() == js.TypeString && m.Get("request").String() != r.icon {
				r.passing = append(r.passing, request{script.Now(), r.foreign(m.Get("request").String(), m.Get("method").String())})
				r.dom.Redraw()
			}
		})
	}
}

// foreign reports whether a request is for something else than to get a file of this site.
func (r *requests) foreign(address, method string) bool {
	return method != "GET" || !strings.HasPrefix(address, r.folder) && !strings.HasPrefix(address, "blob:") && !strings.HasPrefix(address, "data:")
}

func (r *requests) Sent() (requests, foreign int, policy string) {
	if !r.counting {
		return -1, 0, r.policy
	}
	for _, list := range [...][]request{r.page, r.passing} {
		n, others := 0, 0
		for _, q := range list {
			if q.at >= r.from {
				n++
				if q.foreign {
					others++
				}
			}
		}
		requests, foreign = max(requests, n), max(foreign, others)
	}
	return requests, foreign, r.policy
}
