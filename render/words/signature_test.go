package words

import (
	"strings"
	"testing"
)

func TestTypes(t *testing.T) {
	for _, tt := range []struct{ descriptor, full, short string }{
		{"()V", "() void", "() void"},
		{"(Landroid/os/Bundle;I)V", "(android.os.Bundle, int) void", "(Bundle, int) void"},
		{"(BCDFIJSZ)Z", "(byte, char, double, float, int, long, short, boolean) boolean", "(byte, char, double, float, int, long, short, boolean) boolean"},
		{"([[I[Ljava/lang/String;)[J", "(int[][], java.lang.String[]) long[]", "(int[][], String[]) long[]"},
		{"(Landroid/os/Parcelable$Creator;)LA;", "(android.os.Parcelable$Creator) A", "(Parcelable$Creator) A"},
		{"(Lé/ü;)V", "(é.ü) void", "(ü) void"},

		{"", " ", " "},
		{"()", " ", " "},
		{"(", " ", " "},
		{"(I", " ", " "},
		{"(V)V", " ", " "},
		{"([V)V", " ", " "},
		{"([)V", " ", " "},
		{"(L;)V", " ", " "},
		{"(La/b)V", " ", " "},
		{"(X)V", " ", " "},
		{"()VV", " ", " "},
		{"(int)void", " ", " "},
		{"I", " ", " "},
	} {
		params, result := JavaTypes(tt.descriptor)
		if got := params + " " + result; got != tt.full {
			t.Errorf("%q: %q, want %q", tt.descriptor, got, tt.full)
		}
		params, result = ShortTypes(tt.descriptor)
		if got := params + " " + result; got != tt.short {
			t.Errorf("%q, short: %q, want %q", tt.descriptor, got, tt.short)
		}
	}
}

// TestManyArrays: the dimensions of a damaged type cost no more than their own length.
func TestManyArrays(t *testing.T) {
	params, _ := JavaTypes("(" + strings.Repeat("[", 4000) + "I)V")
	if want := "(int" + strings.Repeat("[]", 4000) + ")"; params != want {
		t.Errorf("%d letters, want %d", len(params), len(want))
	}
}
