package node

import "testing"

func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"main is waiting in a.B.c, then <b>": "main is waiting in a.B.c, then &lt;b&gt;",
		"waits (Thread.sleep), called by com.example.A.b.":             "waits (Thread.sleep), called by com.example.A.b.",
		"runs com.example.podcast.queue.EpisodeHolder$1.onClick, then": `runs com.<wbr>example.<wbr>podcast.<wbr>queue.<wbr>EpisodeHolder$1.<wbr>onClick, then`,
		"com.example.Outer$Inner.run<init>":                            `com.<wbr>example.<wbr>Outer$<wbr>Inner.<wbr>run&lt;init&gt;`,
		"android::AudioSystem::listAudioPatches":                       `android::<wbr>AudioSystem::<wbr>listAudioPatches`,
		"aVeryLongWordWithoutAnyPlaceToBreakIt stays":                  "aVeryLongWordWithoutAnyPlaceToBreakIt stays",
		"12345678.12345678.12345678.12345678":                          "12345678.12345678.12345678.12345678",
	} {
		if got := string(Breakable(text)); got != want {
			t.Errorf("Breakable(%q) =\n%s, want\n%s", text, got, want)
		}
	}
}
