// Command lists prints the lists that scripts share with the Go code of the interface: views, and the fields of links.
// The result is a JSON object: for each script, the list for each reference. It is a program of its own, because the
// build must start before it has generated the code of the interface.
package main

import (
	"encoding/json"
	"log"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/comparing"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/tracing"
)

// aliases are the names of views in links and in the element <trace-glass>, by the id of the tab. The name of a tab
// without an alias is its id.
var aliases = map[string][]string{
	"flamegraph": {"flame"},
	"relatives":  {"callers"},
	"stackflame": {"flame"},
	"stacks":     {"verdict", "threads"},
}

// wholeTimeline is the name of the timeline without views.
const wholeTimeline = "timeline"

// A recallHost is a browser without stored settings. The rooms need no more to list their views.
type recallHost struct{ desk.Host }

func (recallHost) Recall(string) string { return "" }

// A view is the name of a view and the id of its tab.
type view struct{ name, tab string }

// publicViews returns the views of a trace and those of dumps.
func publicViews() (trace, dumps []view) {
	d := desk.New(desk.NewPage(recallHost{}))
	list := func(all []room.View) (views []view) {
		for _, v := range all {
			id := v.Tab().ID
			names := aliases[id]
			if names == nil {
				names = []string{id}
			}
			for _, name := range names {
				views = append(views, view{name, id})
			}
		}
		return views
	}
	return list(tracing.New(d).Views), list(dumping.New(d.Dumps).Views)
}

// viewNames returns each name once.
func viewNames() (names []string) {
	trace, dumps := publicViews()
	for _, v := range slices.Concat(trace, []view{{name: wholeTimeline}}, dumps) {
		if !slices.Contains(names, v.name) {
			names = append(names, v.name)
		}
	}
	return names
}

// fields are adjacent fields of link.Fields with the same encoding.
type fields struct {
	encoding string
	names    []string
}

// linkFields returns the fields of link.Fields in the order of their encoding.
func linkFields() (all []fields) {
	var add func(t reflect.Type, prefix string)
	add = func(t reflect.Type, prefix string) {
		for i := range t.NumField() {
			f := t.Field(i)
			name := prefix + f.Name
			if f.Anonymous {
				name = prefix
			}
			if f.Type.Kind() == reflect.Struct {
				add(f.Type, name)
				continue
			}
			encoding, ok := scriptEncodings[f.Type.Kind()]
			if !ok || encoding == "u32s" && f.Type.Elem().Kind() != reflect.Uint32 {
				log.Fatalf("view.js cannot decode %s of link.Fields, which has type %v", name, f.Type)
			}
			if len(all) == 0 || all[len(all)-1].encoding != encoding {
				all = append(all, fields{encoding: encoding})
			}
			last := &all[len(all)-1]
			last.names = append(last.names, strings.ToLower(name[:1])+name[1:])
		}
	}
	add(reflect.TypeFor[link.Fields](), "")
	return all
}

// scriptEncodings are the names of encodings in view.js.
var scriptEncodings = map[reflect.Kind]string{
	reflect.Uint8: "u8", reflect.Bool: "bool", reflect.Uint32: "u32", reflect.Int64: "i64", reflect.Float64: "f64", reflect.String: "string",
	reflect.Slice: "u32s",
}

func main() {
	log.SetFlags(0)
	if err := json.NewEncoder(os.Stdout).Encode(lists()); err != nil {
		log.Fatal(err)
	}
}

// lists returns the lists by script and reference.
func lists() map[string]map[string]string {
	trace, dumps := publicViews()
	object := func(views []view) string {
		var fields []string
		for _, v := range views {
			fields = append(fields, v.name+":"+strconv.Quote(v.tab))
		}
		return "{" + strings.Join(fields, ",") + "}"
	}
	var quoted []string
	for _, name := range viewNames() {
		quoted = append(quoted, strconv.Quote(name))
	}
	var fields []string
	for _, f := range linkFields() {
		fields = append(fields, "["+strconv.Quote(f.encoding)+","+strconv.Quote(strings.Join(f.names, " "))+"]")
	}
	return map[string]map[string]string{
		"view.js": {
			"@views@":  "[" + object(trace) + "," + object(dumps) + "]",
			"@fields@": "[" + strings.Join(fields, ",") + "]",
			"@words@":  strconv.Itoa(comparing.LinkWords),
			"@states@": strconv.Itoa(int(message.StateClass(0).Last())),
		},
		"embed.js":   {"@views@": "[" + strings.Join(quoted, ",") + "]"},
		"embed.d.ts": {"@views@": strings.Join(quoted, " | ")},
	}
}
