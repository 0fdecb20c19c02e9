package platform

import "testing"

func TestPool(t *testing.T) {
	for name, want := range map[string]string{
		"main": "main", "pool-3-thread-12": "pool-#-thread-#", "Binder:1234_5": "Binder:#_#", "AsyncTask #3": "AsyncTask ##",
		"DefaultDispatcher-worker-7": "DefaultDispatcher-worker-#", "OkHttp https://api.example.com/...": "OkHttp …",
		"OkHttp https://a.b/ Writer": "OkHttp … Writer", "x@1f2e": "x@…", "job-00ffe1a2": "job-*", "job-1234567": "job-#",
		"deadbeef": "deadbeef", "facade1": "*", "mode2face1": "mode#face#", "": "", "@a": "@a", "7": "#",
		"job 550e8400-e29b-41d4-a716-446655440000 x": "job * x", "550e8400-e29b-41d4-a716-4466554400001": "*-e#b-#d#-a#-#",
		"Work{id=7, name=a}": "Work{…}", "a{}": "a{}", "a{b": "a{b", "Thread-7 (2)": "Thread-#", "a (b)": "a (b)", "a (": "a (", "a ()": "a ()", " (2)": " (#)",
	} {
		if got := Pool(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
