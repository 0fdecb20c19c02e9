package tracetest

import "strings"

// A layer is a part of an app's methods, the callers first.
type layer struct {
	share    int // of 100 methods
	packages string
	stems    string // of class names
	suffixes string
}

var layers = []layer{
	{5, "android.os android.app com.android.internal.os android.view", "Handler Looper Activity Binder Zygote Choreographer Message ViewRoot", "Thread Impl Queue Record Client Manager"},
	{40, "com.example.gallery com.example.gallery.album com.example.gallery.decode com.example.gallery.edit com.example.gallery.net com.example.gallery.sync com.example.gallery.db com.example.gallery.search",
		"Photo Album Thumbnail Tile Filter Crop Share Face Place Memory Cloud Upload Folder Trash Histogram Exif Tag Timeline Selection Story", "Fragment ViewModel Repository Adapter Decoder Loader Cache Worker Mapper Dao Presenter Binding UseCase$invoke$1 Store Kt"},
	{15, "androidx.recyclerview.widget androidx.lifecycle androidx.room androidx.compose.runtime androidx.fragment.app androidx.appcompat.widget", "Recycler LiveData Composer Fragment Layout Snapshot Invalidation Linear Nested Item", "View Manager Registry Helper Controller Owner$1 Store Delegate Tracker State"},
	{25, "android.view android.widget android.graphics android.content android.content.res android.text android.database android.util", "View TextView Layout Canvas Bitmap Resources Asset Typed Paint Drawable Spannable Cursor Window Surface Inset", "Group Impl Factory Builder Array Manager Node Params Cache Info State"},
	{15, "java.util java.util.concurrent java.lang java.io java.nio kotlin.collections kotlinx.coroutines libcore.io", "Hash Array String Linked Concurrent Abstract Buffered Thread Atomic Continuation Input", "Map List Builder Set Queue Stream Executor Impl Reference$1"},
}

var (
	verbs      = strings.Fields("get set is on create load update bind measure layout draw dispatch handle find add remove read write decode parse invoke run compute apply resolve obtain release schedule post notify ensure access$")
	nouns      = strings.Fields("Item View Child State Data Value Bounds Event Layout Thumbnail Bitmap Rows Cursor Config Key Size Message Callback Cache Stream Buffer Index Scroll Touch Frame Name Page Selection Text")
	whole      = strings.Fields("<init> <clinit> run call equals hashCode toString invokeSuspend onCreate onMeasure onLayout onDraw size next hasNext close")
	signatures = strings.Fields("()V ()I ()Z (I)V (II)V (Ljava/lang/Object;)Z (Landroid/view/View;)V (Ljava/lang/Object;)Ljava/lang/Object; ()Ljava/lang/String; (Landroid/os/Message;)V (Landroid/graphics/Canvas;)V (IIII)V ([BII)I (Ljava/util/List;)V (J)V (Landroid/content/Context;Landroid/util/AttributeSet;)V (Lkotlin/coroutines/Continuation;)Ljava/lang/Object; (F)F")
)

// methodNames makes up n methods, each different from all others.
func methodNames(n int) []method {
	r := random(0x5DEECE66D)
	word := func(list []string) string { return list[r.below(len(list))] }
	methods := make([]method, 0, n)
	seen := make(map[[3]string]bool, n)
	for i, l := range layers {
		packages, stems, suffixes := strings.Fields(l.packages), strings.Fields(l.stems), strings.Fields(l.suffixes)
		to := len(methods) + n*l.share/100
		if i == len(layers)-1 {
			to = n
		}
		for len(methods) < to {
			class := word(packages) + "." + word(stems) + word(suffixes)
			for k := 3 + r.below(12); k > 0 && len(methods) < to; k-- {
				name := word(verbs) + word(nouns)
				if r.below(4) == 0 {
					name = word(whole)
				}
				if n > 20_000 && r.below(3) == 0 {
					name += word(nouns)
				}
				m := method{class, name, word(signatures), sourceFile(class)}
				key := [3]string{m.class, m.name, m.signature}
				if seen[key] {
					continue
				}
				seen[key] = true
				methods = append(methods, m)
			}
		}
	}
	return methods
}

var threadNames = strings.Split("main,RenderThread,DefaultDispatcher-worker-1,DefaultDispatcher-worker-2,decode-pool-1,decode-pool-2,Binder:12034_1,Binder:12034_2,HeapTaskDaemon,arch_disk_io_0,Binder:12034_3,DefaultDispatcher-worker-3,queued-work-looper,FinalizerDaemon,ReferenceQueueDaemon,network-1,network-2,thumbnail-cache,FinalizerWatchdogDaemon,Jit thread pool worker thread 0,Signal Catcher,pool-2-thread-1,pool-2-thread-2,Binder:12034_4,Profile Saver,SharedPreferencesImpl-load,SharedPreferencesImpl-load,hwuiTask0,hwuiTask1,GmsDynamite", ",")

func threadName(i int) string {
	if i < len(threadNames) {
		return threadNames[i]
	}
	return "Thread-" + string(rune('0'+i/100%10)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
}
