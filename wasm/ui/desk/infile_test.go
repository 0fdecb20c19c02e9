package desk

import (
	"testing"

	"traceglass/wasm/message"
)

// TestInFile: a link names a method by its name in the file, even if a map gives it another name.
func TestInFile(t *testing.T) {
	for _, tt := range []struct {
		name message.Name
		want string
	}{
		{message.Name{Label: "a.b.c", Signature: "(I)V"}, "a.b.c(I)V"},
		{message.Name{Label: "shop.Cart.add", Signature: "(Lshop/Item;)V", Raw: "a.b.c(La/d;)V"}, "a.b.c(La/d;)V"},
		{message.Name{Label: "shop.Cart.open or shop.Menu.open", Raw: "a.b.b(I)V = void shop.Cart.open(int) | void shop.Menu.open(int) (one of these)"}, "a.b.b(I)V"},
		{message.Name{Label: "shop.Cart.add", Raw: "a.b.c (found by the name alone)"}, "a.b.c"},
	} {
		n := Names{known: map[uint32]message.Name{7: tt.name}}
		if got := n.InFile(7); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.name, got, tt.want)
		}
	}
}
