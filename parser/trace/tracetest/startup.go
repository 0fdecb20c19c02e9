package tracetest

import "fmt"

// Startup is a run of a small app up to its first frame and slightly beyond. Its parse method takes
// parse µs; with database it opens one before the first frame.
func Startup(parse int, database bool) []byte {
	s := fmt.Sprintf("main 0/0>com.example.App.onCreate()V 10/1>com.example.Feed.parse()V %d/3<com.example.Feed.parse()V", 10+parse)
	if database {
		s += fmt.Sprintf(" %d/3>com.example.db.Db.open()V %d/3<com.example.db.Db.open()V", 10+parse, 10+parse)
	}
	return Bytes(s + " 1000/5>android.view.Choreographer.doFrame()V 1010/6<android.view.Choreographer.doFrame()V 1100/9<com.example.App.onCreate()V")
}
