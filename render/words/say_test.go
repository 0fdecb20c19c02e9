package words

import "testing"

// TestSay checks the English and the translation of each kind of catalogue entry.
func TestSay(t *testing.T) {
	t.Cleanup(func() { SetCatalogue("") })
	const catalogue = `# a remark
Open
打开

{1} of {2}
共 {2}，第{1}

{1} took {2}
{1} 占 {2} 时间

thread|threads
{1} 个线程

two\nlines
两行

~{1} cannot be read: {2}.
无法读取 {1}：{2!}。

~it is {1} bytes short
缺 {1} 字节
`
	for _, tt := range []struct {
		name             string
		text             func() string
		english, chinese string
	}{
		{"a text", func() string { return T("Open") }, "Open", "打开"},
		{"one without an entry", func() string { return T("Shut") }, "Shut", "Shut"},
		{"arguments in another order", func() string { return Say("{1} of {2}", "3", "main") }, "3 of main", "共 main，第 3"},
		{"an argument in letters", func() string { return Say("{1} took {2}", "a", "3 ms") }, "a took 3 ms", "a 占 3 ms 时间"},
		{"a Chinese argument", func() string { return Say("{1} took {2}", "主线程", "全部") }, "主线程 took 全部", "主线程占全部时间"},
		{"one", func() string { return Plural(1, "thread", "threads") }, "1 thread", "1 个线程"},
		{"many", func() string { return Plural(1234, "thread", "threads") }, "1,234 threads", "1,234 个线程"},
		{"a count without an entry", func() string { return Plural(2, "box", "boxes") }, "2 boxes", "2 boxes"},
		{"lines", func() string { return T("two\nlines") }, "two\nlines", "两行"},
		{"filled, with another in it", func() string { return Filled("a.trace cannot be read: it is 7 bytes short.").String() },
			"a.trace cannot be read: it is 7 bytes short.", "无法读取 a.trace：缺 7 字节。"},
		{"filled, without arguments", func() string { return Filled("Open").String() }, "Open", "Open"},
		{"an argument that looks like one", func() string { return Say("{1} of {2}", "{2}", "x") }, "{2} of x", "共 x，第{2}"},
		{"an argument too few", func() string { return Say("{1} of {2}", "x") }, "x of ", "共 ，第 x"},
	} {
		SetCatalogue("")
		if got := tt.text(); got != tt.english {
			t.Errorf("%s, English: %q, want %q", tt.name, got, tt.english)
		}
		generation := Generation()
		SetCatalogue(catalogue)
		if got := tt.text(); got != tt.chinese {
			t.Errorf("%s, Chinese: %q, want %q", tt.name, got, tt.chinese)
		}
		if Generation() == generation {
			t.Error("another language is no other generation")
		}
	}
	for _, damaged := range []string{"{", "a\n{\n{\n", "~{1}\n{9}\n", "~{2}x\nb\n", "a"} { // no catalogue ends the program
		SetCatalogue(damaged)
		_ = Say("a", "x") + Filled("ax").String() + Say(Text(damaged), "x")
	}
}
