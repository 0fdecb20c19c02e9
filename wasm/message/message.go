package message

import "fmt"

// A Body is a request or a reply.
type Body interface {
	kind() uint8
	code(*Coder)
}

// Encode appends the encoding of one message to buf: its number, which the answer
// repeats, its kind, and its fields.
func Encode(buf []byte, id uint32, body Body) []byte {
	c := Coder{buf: buf}
	c.U32(&id)
	kind := body.kind()
	c.U8(&kind)
	body.code(&c)
	return c.buf
}

// Decode reads one message. The body keeps no reference to buf.
func Decode(buf []byte) (id uint32, body Body, err error) {
	c := Coder{buf: buf, reading: true}
	c.U32(&id)
	var kind uint8
	c.U8(&kind)
	if c.err != nil {
		return 0, nil, c.err
	}
	if int(kind) >= len(bodies) || bodies[kind] == nil {
		return id, nil, fmt.Errorf("message: kind %d is not known", kind)
	}
	body = bodies[kind]()
	body.code(&c)
	if c.err == nil && c.off != len(buf) {
		c.err = fmt.Errorf("message: %d bytes left over", len(buf)-c.off)
	}
	return id, body, c.err
}

// The kinds, by which a receiver knows a body. Requests and replies share the numbers.
const (
	kindFailure = iota
	kindProgress
	kindDescription
	kindNames
	kindNamesReply
	kindMethodRows
	kindTreeRows
	kindRelatives
	kindThreadRows
	kindRows
	kindThreads
	kindCallInfo
	kindCall
	kindMethodInfo
	kindMethod
	kindStep
	kindSearch
	kindHits
	kindTimeline
	kindFlame
	kindOverview
	kindExport
	kindFile
	kindLocate
	kindLocation
	kindDumps
	kindStackRows
	kindStackRowsReply
	kindStack
	kindStackReply
	kindTextLines
	kindTextLinesReply
	kindSight
	kindSightReply
	kindSwitchInfo
	kindSwitch
	kindGraph
	kindDot
	kindLayout
	kindLaidOut
	kindGraphView
	kindGroups
	kindGroupsReply
	kindStackFlame
	kindStackNode
	kindStackNodeReply
	kindCourses
	kindCoursesReply
	kindCourseChart
	kindLockGraph
)

var bodies = [...]func() Body{
	kindFailure:        func() Body { return new(Failure) },
	kindProgress:       func() Body { return new(Progress) },
	kindDescription:    func() Body { return new(Description) },
	kindNames:          func() Body { return new(Names) },
	kindNamesReply:     func() Body { return new(NamesReply) },
	kindMethodRows:     func() Body { return new(MethodRows) },
	kindTreeRows:       func() Body { return new(TreeRows) },
	kindRelatives:      func() Body { return new(Relatives) },
	kindThreadRows:     func() Body { return new(ThreadRows) },
	kindRows:           func() Body { return new(Rows) },
	kindThreads:        func() Body { return new(Threads) },
	kindCallInfo:       func() Body { return new(CallInfo) },
	kindCall:           func() Body { return new(Call) },
	kindMethodInfo:     func() Body { return new(MethodInfo) },
	kindMethod:         func() Body { return new(Method) },
	kindStep:           func() Body { return new(Step) },
	kindSearch:         func() Body { return new(Search) },
	kindHits:           func() Body { return new(Hits) },
	kindTimeline:       func() Body { return new(Timeline) },
	kindFlame:          func() Body { return new(Flame) },
	kindOverview:       func() Body { return new(Overview) },
	kindExport:         func() Body { return new(Export) },
	kindFile:           func() Body { return new(File) },
	kindLocate:         func() Body { return new(Locate) },
	kindLocation:       func() Body { return new(Location) },
	kindDumps:          func() Body { return new(Dumps) },
	kindStackRows:      func() Body { return new(StackRows) },
	kindStackRowsReply: func() Body { return new(StackRowsReply) },
	kindStack:          func() Body { return new(Stack) },
	kindStackReply:     func() Body { return new(StackReply) },
	kindTextLines:      func() Body { return new(TextLines) },
	kindTextLinesReply: func() Body { return new(TextLinesReply) },
	kindSight:          func() Body { return new(Sight) },
	kindSightReply:     func() Body { return new(SightReply) },
	kindSwitchInfo:     func() Body { return new(SwitchInfo) },
	kindSwitch:         func() Body { return new(Switch) },
	kindGraph:          func() Body { return new(Graph) },
	kindDot:            func() Body { return new(Dot) },
	kindLayout:         func() Body { return new(Layout) },
	kindLaidOut:        func() Body { return new(LaidOut) },
	kindGraphView:      func() Body { return new(GraphView) },
	kindGroups:         func() Body { return new(Groups) },
	kindGroupsReply:    func() Body { return new(GroupsReply) },
	kindStackFlame:     func() Body { return new(StackFlame) },
	kindStackNode:      func() Body { return new(StackNode) },
	kindStackNodeReply: func() Body { return new(StackNodeReply) },
	kindCourses:        func() Body { return new(Courses) },
	kindCoursesReply:   func() Body { return new(CoursesReply) },
	kindCourseChart:    func() Body { return new(CourseChart) },
	kindLockGraph:      func() Body { return new(LockGraph) },
}

func (*Failure) kind() uint8        { return kindFailure }
func (*Progress) kind() uint8       { return kindProgress }
func (*Description) kind() uint8    { return kindDescription }
func (*Names) kind() uint8          { return kindNames }
func (*NamesReply) kind() uint8     { return kindNamesReply }
func (*MethodRows) kind() uint8     { return kindMethodRows }
func (*TreeRows) kind() uint8       { return kindTreeRows }
func (*Relatives) kind() uint8      { return kindRelatives }
func (*ThreadRows) kind() uint8     { return kindThreadRows }
func (*Rows) kind() uint8           { return kindRows }
func (*Threads) kind() uint8        { return kindThreads }
func (*CallInfo) kind() uint8       { return kindCallInfo }
func (*Call) kind() uint8           { return kindCall }
func (*MethodInfo) kind() uint8     { return kindMethodInfo }
func (*Method) kind() uint8         { return kindMethod }
func (*Step) kind() uint8           { return kindStep }
func (*Search) kind() uint8         { return kindSearch }
func (*Hits) kind() uint8           { return kindHits }
func (*Timeline) kind() uint8       { return kindTimeline }
func (*Flame) kind() uint8          { return kindFlame }
func (*Overview) kind() uint8       { return kindOverview }
func (*Export) kind() uint8         { return kindExport }
func (*File) kind() uint8           { return kindFile }
func (*Locate) kind() uint8         { return kindLocate }
func (*Location) kind() uint8       { return kindLocation }
func (*Dumps) kind() uint8          { return kindDumps }
func (*StackRows) kind() uint8      { return kindStackRows }
func (*StackRowsReply) kind() uint8 { return kindStackRowsReply }
func (*Stack) kind() uint8          { return kindStack }
func (*StackReply) kind() uint8     { return kindStackReply }
func (*TextLines) kind() uint8      { return kindTextLines }
func (*TextLinesReply) kind() uint8 { return kindTextLinesReply }
func (*Sight) kind() uint8          { return kindSight }
func (*SightReply) kind() uint8     { return kindSightReply }
func (*SwitchInfo) kind() uint8     { return kindSwitchInfo }
func (*Switch) kind() uint8         { return kindSwitch }
func (*Graph) kind() uint8          { return kindGraph }
func (*Dot) kind() uint8            { return kindDot }
func (*Layout) kind() uint8         { return kindLayout }
func (*LaidOut) kind() uint8        { return kindLaidOut }
func (*GraphView) kind() uint8      { return kindGraphView }
func (*Groups) kind() uint8         { return kindGroups }
func (*GroupsReply) kind() uint8    { return kindGroupsReply }
func (*StackFlame) kind() uint8     { return kindStackFlame }
func (*StackNode) kind() uint8      { return kindStackNode }
func (*StackNodeReply) kind() uint8 { return kindStackNodeReply }
func (*Courses) kind() uint8        { return kindCourses }
func (*CoursesReply) kind() uint8   { return kindCoursesReply }
func (*CourseChart) kind() uint8    { return kindCourseChart }
func (*LockGraph) kind() uint8      { return kindLockGraph }
