package formats

import (
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
)

// profileOf profiles a whole trace, with every call.
func profileOf(t testing.TB, data []byte) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(true)
	if _, err := reader.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
}
