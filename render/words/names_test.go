package words

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	cut := func(f func(string) (string, string), s string) string {
		pkg, last := f(s)
		return pkg + "|" + last
	}
	tests := []struct{ name, got, want string }{
		{"class", cut(CutClass, "java.util.Vector"), "java.util.|Vector"},
		{"class without a package", cut(CutClass, "Vector"), "|Vector"},
		{"nested class", cut(CutClass, "a.b.C$D"), "a.b.|C$D"},
		{"no class", cut(CutClass, ""), "|"},
		{"class of a class", cut(CutClass, "java.lang.Class<a.b.C>"), "java.lang.|Class<a.b.C>"},
		{"text that is no class", cut(CutClass, "see a.b.C"), "|see a.b.C"},
		{"class alone", ShortClass("java.util.Vector"), "Vector"},
		{"method", ShortMethod("java.util.Vector", "get"), "Vector.get"},
		{"constructor", ShortMethod("a.B", "<init>"), "B.<init>"},
		{"method without a class", ShortMethod("", "get"), "get"},
		{"method without a name", ShortMethod("a.B", ""), "B"},
		{"label", cut(CutLabel, "java.util.Vector.get"), "java.util.|Vector.get"},
		{"label of a constructor", cut(CutLabel, "a.B.<init>"), "a.|B.<init>"},
		{"label without a package", cut(CutLabel, "Vector.get"), "|Vector.get"},
		{"label of one word", cut(CutLabel, "get"), "|get"},
		{"label of a native frame", cut(CutLabel, "libc.so (syscall+28)"), "|libc.so (syscall+28)"},
		{"label of a file", cut(CutLabel, "/system/lib64/libart.so"), "|/system/lib64/libart.so"},
		{"label in C++", cut(CutLabel, "art::Monitor::Wait.part.1"), "|art::Monitor::Wait.part.1"},
		{"label alone", ShortLabel("java.util.Vector.get"), "Vector.get"},
		{"object", Object("java.lang.Object", 0xb51c3d2), "java.lang.Object 0x0b51c3d2"},
		{"object of 64 bits", Object("a.B", 0x7f_0123_4567), "a.B 0x7f01234567"},
		{"object without a class", Object("", 1), "0x00000001"},
		{"short object", ShortObject("java.lang.Object 0x0b51c3d2"), "Object 0x0b51c3d2"},
		{"short object without a number", ShortObject("java.lang.Object"), "Object"},
		{"short object without a class", ShortObject("0x0b51c3d2"), "0x0b51c3d2"},
		{"short class of a class", ShortObject("java.lang.Class<a.b.C> 0x0b51c3d2"), "Class<a.b.C> 0x0b51c3d2"},
		{"clock", Clock("2024-05-01 10:00:59.123456789+0200"), "10:00:59"},
		{"clock, whole seconds", Clock("2024-05-01 10:00:59"), "10:00:59"},
		{"no clock", Clock("yesterday"), ""},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestRuler(t *testing.T) {
	for _, tt := range []struct {
		most float64
		step int64
		at   int64
		want string
	}{
		{999, 200, 400, "400 ns"},
		{1000, 200, 400, "0.4 µs"},
		{170e3, 20e3, 20e3, "20 µs"},
		{2e6, 5e5, 0, "0.0 ms"},
		{2e6, 5e5, 15e5, "1.5 ms"},
		{6e9, 1e9, 2e9, "2 s"},
		{6e9, 5e3, 2_113_405_000, "2.113405 s"},
		{9e8, 5e4, 2_113_400_000, "2113.40 ms"},
		{9e18, 1, 1, "0.000000001 s"},
		{5e9, 1e9, -2e9, "-2 s"},
	} {
		r := NewRuler(tt.most, tt.step)
		if got := r.At(tt.at); got != tt.want {
			t.Errorf("up to %v in steps of %d: %d ns is %q, want %q", tt.most, tt.step, tt.at, got, tt.want)
		}
		if float64(tt.at) <= tt.most && len([]rune(r.At(int64(tt.most)))) > r.Letters(tt.most) {
			t.Errorf("%q has more than %d letters", r.At(int64(tt.most)), r.Letters(tt.most))
		}
	}
}

// TestDistinct: two methods never look the same, neither where lists leave packages out nor where they show labels whole.
func TestDistinct(t *testing.T) {
	labels := []string{"a.Db.open", "b.Db.open", "a.Db.close", "a.Db.close", "a.Db.read"}
	text := func(i int) string { return labels[i] + []string{"()V", "()V", "()V", "(I)V", "()V"}[i] }
	for _, tt := range []struct {
		key  func(string) string
		want string
	}{
		{ShortLabel, "a.Db.open()V b.Db.open()V a.Db.close()V a.Db.close(I)V a.Db.read"},
		{WholeLabel, "a.Db.open b.Db.open a.Db.close()V a.Db.close(I)V a.Db.read"},
	} {
		got := strings.Join(Distinct(len(labels), func(i int) string { return labels[i] }, text, tt.key), " ")
		if got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string][2]string{
		"DefaultDispatcher-worker-2": {"DefaultDispatche", "r-worker-2"},
		"main":                       {"ma", "in"},
		"线程一":                        {"线程", "一"},
		"":                           {},
	} {
		if head, end := SplitName(name); [2]string{head, end} != want {
			t.Errorf("%q is split into %q and %q, want %q", name, head, end, want)
		}
	}
}
