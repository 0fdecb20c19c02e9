// Package message has the messages between page and engine: requests, replies and news. The encoding of a message follows from
// its type: see layout. A new message is a type in the list of kinds.
package message

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
)

// A Body is the content of a message: a request, a reply or news. It is a pointer to a struct that embeds request, picture
// or reply.
type Body interface{ body() }

// A Request is answered by an R, or by a *Failure. No other type of reply compiles.
type Request[R Body] interface {
	Body
	answer(R)
}

// A Picture asks for the display list of a canvas. It is answered by a scene.List, or by a *Failure.
type Picture interface {
	Body
	drawn()
}

type (
	request[R any] struct{}
	picture        struct{}
	reply          struct{} // or news
)

func (*request[R]) body()    {}
func (*request[R]) answer(R) {}
func (*picture) body()       {}
func (*picture) drawn()      {}
func (*reply) body()         {}

// kinds lists all messages, except the replies, which follow from the requests. An encoded message has the number of its type:
// the index in this list, and for replies a number after the list. This is a function, because the compiler cannot infer
// the types of replies in a variable.
func kinds() []kind {
	return []kind{
		news(&Failure{}),
		news(&Progress{}),
		news(&Description{}),
		news(&Dumps{}),
		news(&Marks{}),
		news(&Members{}),
		news(&Runs{}),

		asks(&Names{}),
		asks(&Naming{}),

		asks(&MethodRows{}),
		asks(&TreeRows{}),
		asks(&Relatives{}),
		asks(&Locate{}),
		asks(&Search{}),
		asks(&ThreadRows{}),
		asks(&Summed{}),
		asks(&CallInfo{}),
		asks(&SwitchInfo{}),
		asks(&MomentInfo{}),
		asks(&MethodInfo{}),
		asks(&OverviewInfo{}),
		asks(&AnswerText{}),
		asks(&Step{}),
		draws(&Timeline{}),
		draws(&Minimap{}),
		draws(&Flame{}),
		asks(&FlameNode{}),
		asks(&Refold{}),
		asks(&PathInfo{}),
		asks(&Hashes{}),
		asks(&Assign{}),

		asks(&Graph{}),
		asks(&GraphFile{}),
		asks(&LockGraph{}),
		asks(&Layout{}),
		draws(&GraphView{}),

		asks(&Head{}),
		asks(&DumpTrace{}),
		asks(&Query{}),
		asks(&StackRows{}),
		asks(&Stack{}),
		asks(&TextLines{}),
		asks(&Groups{}),
		asks(&StackNode{}),
		asks(&Courses{}),
		asks(&Causes{}),
		asks(&CauseText{}),
		asks(&OpenDump{}),
		asks(&Sight{}),
		draws(&StackFlame{}),
		draws(&CourseChart{}),

		asks(&SideOf{}),
		asks(&SideContexts{}),
		asks(&Compare{}),
		asks(&ChangeRows{}),
		asks(&ChangedFindings{}),
		asks(&ChangeEdges{}),
		asks(&ChangesFile{}),
		asks(&ChangeNode{}),
		asks(&ChangeTree{}),
		draws(&ChangeFlame{}),
		draws(&SideChart{}),
		asks(&SideCall{}),
		asks(&SideSum{}),

		asks(&CompareRuns{}),
		asks(&RunRows{}),
		asks(&RunsFile{}),
	}
}

// A kind is an entry of the list.
type kind struct {
	body    reflect.Type // a pointer
	reply   reflect.Type // of a request, else nil
	picture bool
}

func news(body Body) kind { return kind{body: reflect.TypeOf(body)} }
func asks[R Body](req Request[R]) kind {
	return kind{body: reflect.TypeOf(req), reply: reflect.TypeFor[R]()}
}
func draws(req Picture) kind { return kind{body: reflect.TypeOf(req), picture: true} }

// fresh returns a body of a type, with zero fields.
func fresh(body reflect.Type) Body { return reflect.New(body.Elem()).Interface().(Body) }

// bodies has the types by their numbers. replies has the types of replies by the numbers of requests, and nil for others.
var bodies, replies = index()

func index() (bodies, replies []reflect.Type) {
	all := kinds()
	for _, k := range all {
		bodies, replies = append(bodies, k.body), append(replies, k.reply)
	}
	for _, k := range all {
		if k.reply != nil && !slices.Contains(bodies, k.reply) {
			bodies, replies = append(bodies, k.reply), append(replies, nil)
		}
	}
	return bodies, replies
}

// layouts has the layouts of the types by their numbers.
var layouts = make([]lazyLayout, len(bodies))

// Requests returns one request of each kind, except pictures, with zero fields.
func Requests() (all []Body) {
	for _, k := range kinds() {
		if k.reply != nil {
			all = append(all, fresh(k.body))
		}
	}
	return all
}

// Pictures returns one picture of each kind, with zero fields.
func Pictures() (all []Picture) {
	for _, k := range kinds() {
		if k.picture {
			all = append(all, fresh(k.body).(Picture))
		}
	}
	return all
}

// Answers reports whether a reply is of the type that answers a request.
func Answers(request, reply Body) bool {
	n := slices.Index(bodies, reflect.TypeOf(request))
	return n >= 0 && replies[n] == reflect.TypeOf(reply)
}

// Encode appends the encoding of one message to buf: its number, which the answer repeats, the number of its kind, and
// its fields.
func Encode(buf []byte, id uint32, body Body) []byte {
	kind := slices.Index(bodies, reflect.TypeOf(body))
	if kind < 0 {
		panic(fmt.Sprintf("message: %T is not in the list of kinds", body))
	}
	buf = append(binary.LittleEndian.AppendUint32(buf, id), byte(kind))
	return layouts[kind].of(bodies[kind].Elem()).encode(buf, reflect.ValueOf(body).UnsafePointer())
}

// Decode reads one message. The body keeps no reference to buf.
func Decode(buf []byte) (id uint32, body Body, err error) {
	if len(buf) < headSize {
		return 0, nil, errShort
	}
	id, kind := binary.LittleEndian.Uint32(buf), int(buf[headSize-1])
	if kind >= len(bodies) {
		return id, nil, fmt.Errorf("message: kind %d is not known", kind)
	}
	t := bodies[kind].Elem()
	v := reflect.New(t)
	err = layouts[kind].of(t).decodeAll(buf[headSize:], v.UnsafePointer())
	return id, v.Interface().(Body), err
}

const headSize = 5 // of the number and the kind of a message, in bytes
