package dump

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ianlancetaylor/demangle"
)

// TestSymbols compares every mangled symbol of the corpus with the result of a complete demangler.
// Four are excluded: they contain a function within a function, or one as an argument.
func TestSymbols(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("the shared corpus is not there")
	}
	var symbols []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`\((_Z[A-Za-z0-9_.$]+)`).FindAllSubmatch(text, -1) {
			symbols = append(symbols, string(found[1]))
		}
	}
	slices.Sort(symbols)
	if symbols = slices.Compact(symbols); len(symbols) < 100 {
		t.Errorf("%d symbols", len(symbols))
	}
	left := compare(t, symbols)
	if len(left) != 4 {
		t.Errorf("left as they are: %q", left)
	}
	for _, s := range left {
		if !strings.HasPrefix(s, "_ZNSt3__114__thread_proxyI") {
			t.Errorf("left as it is: %s", s)
		}
	}
}

// compare compares demangled symbols with the results of a complete demangler, and returns the
// symbols that stay mangled.
func compare(t *testing.T, symbols []string) (left []string) {
	t.Helper()
	for _, s := range symbols {
		got := original(s)
		if got == s {
			left = append(left, s)
		} else if want := demangle.Filter(s, demangle.NoParams); got != want {
			t.Errorf("%s:\n got %s\nwant %s", s, got, want)
		}
	}
	return left
}

// TestOtherSymbols does the same with forms that the corpus lacks.
func TestOtherSymbols(t *testing.T) {
	left := compare(t, strings.Fields(others))
	slices.Sort(left)
	if got := strings.Join(left, " "); got != whole {
		t.Errorf("left as they are:\n%s\nwant\n%s", got, whole)
	}
}

// others lists forms that the corpus lacks.
const others = `
_ZN7android6LooperC2Eb _ZN7android6LooperD0Ev _ZNK7android6Parcel4dataEv _ZN12_GLOBAL__N_13runEv _ZN7android2spINS_7IBinderEED2Ev
_ZN7android2spINS_7IBinderEEaSERKS2_ _ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE6appendEPKcm _ZNSt6vectorIiSaIiEE9push_backERKi
_ZNKSt3__18functionIFvvEEclEv _ZN3artL3fooEv _ZL3barv _Znwm _ZdlPv _Z3bazi.isra.0 _Z3bazi.constprop.2.cold _Z1fIiEvT_ _Z1fILin5ELj7ELb1ELc97EEvv
_Z1fIJidEEvDpT_ _Z1fIN1a1bEXadL_Z1gvEEEvv _ZTVN7android6LooperE _ZThn8_N7android6Looper3runEv _ZN4core3fmt5write17h0123456789abcdefE
_ZN1a1bIiEC1ERKS1_ _ZN1a1bIN1c1dIiEEE1eEv _ZN1a1bC2Ev _ZNVK1a1bEv _ZN1a1bB5cxx11Ev _ZStlsIcEvT_ _ZN1aplERKS_ _ZN1acvbEv _ZNSsC1Ev _ZNKSs4sizeEv
_Z1gPFviE _Z1gM1aFvvE _Z1gA10_i _ZN1a1bEPKPVcRS1_ _Z4swapISt4pairIiiEEvRT_S3_ _ZN1a3new1bEv _ZN1a _Z _Z0 _Z9ab _ZS_ _ZN1aIS0_EEv _Z1fIT_Evv
_ZZN1a1bEvENKUlvE_clEv _ZN1a1bEv@plt _ZNO1a1bEv _ZN1aclEi _ZN1aixEi _ZN1aptEv _ZN1a1bILNS_1cE2EE1dEv _ZNSt3__16threadC2IMN1a1bEFvvEJPS3_EvEEOT_DpOT0_`

// whole are those that are more than they are read for, or none.
const whole = `_Z _Z0 _Z1fIN1a1bEXadL_Z1gvEEEvv _Z1fIT_Evv _Z9ab _ZN1a _ZN1a1bEv@plt _ZN1aIS0_EEv _ZN1acvbEv _ZN4core3fmt5write17h0123456789abcdefE _ZNKSt3__18functionIFvvEEclEv _ZNO1a1bEv _ZNSsC1Ev _ZNSt3__16threadC2IMN1a1bEFvvEJPS3_EvEEOT_DpOT0_ _ZS_ _ZTVN7android6LooperE _ZThn8_N7android6Looper3runEv _ZZN1a1bEvENKUlvE_clEv`

// TestSymbolsBounded: repetition in a short symbol makes no long name, and nesting no deep one.
func TestSymbolsBounded(t *testing.T) {
	double := "_Z1aI1b"
	for i := range 60 {
		double += strings.ReplaceAll("1cIS@_S@_E", "@", strings.ToUpper(strconv.FormatInt(int64(2*i), 36)))
	}
	for _, s := range []string{double + "Evv", "_Z1f" + strings.Repeat("P", 1<<20) + "i", "_Z1f" + strings.Repeat("1aI", 1<<18) + strings.Repeat("E", 1<<18), "_ZN" + strings.Repeat("1a", 1<<18) + "Ev"} {
		if got := original(s); got != s {
			t.Errorf("%.20s... is %.100s", s, got)
		}
	}
}

// FuzzSymbol: names stay within their bounds for any text, and contain no placeholders.
func FuzzSymbol(f *testing.F) {
	for _, s := range strings.Fields(others) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := original(s); len(got) > 4*longestSymbol+len(s) || got != s && strings.Contains(got, unknownType) && !strings.Contains(s, unknownType) {
			t.Errorf("%d bytes of %d: %.100q", len(got), len(s), got)
		}
	})
}
