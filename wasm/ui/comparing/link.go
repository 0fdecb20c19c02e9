package comparing

import (
	"encoding/hex"
	"slices"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/room"
)

// Words of the state in links and in the history, by value.
var (
	clockWords = [...]string{message.Wall: "wall", message.CPU: "cpu", message.Waiting: "waiting"}
	unitWords  = [...]string{message.AsMeasured: "measured", message.OfWhole: "share"}
	orderWords = [...]string{message.ChangeOfInclusive: "inclusive", message.ChangeOfExclusive: "exclusive", message.ChangeOfCalls: "calls"}
	wayWords   = [...]string{message.Rose: "", message.Fell: "-fell", message.Either: "-either"} // suffixes of orderWords
	perWord    = "per-"                                                                          // before the key of a method
	chosenWord = "on"                                                                            // before the keys of the selected method
	filterWord = "f"                                                                             // before the filter in hexadecimal digits
	idleWord   = "idle"                                                                          // figures include idle waits
)

// Words of corrections, by Repair.Apart. Keys follow them.
var (
	repairWords = map[bool]string{false: "m", true: "n"}
	threadWords = map[bool]string{false: "t", true: "u"}
)

// LinkWords is the number of words before the corrections.
const LinkWords = 6

// keyWord appends keys to a word.
func keyWord(word string, keys ...string) string {
	for _, key := range keys {
		word += "-" + strings.TrimPrefix(key, message.NoKey)
	}
	return word
}

// keysIn splits a word of keyWord.
func keysIn(word string) (stem string, keys [2]string) {
	parts := strings.Split(word, "-")
	for i := range keys {
		keys[i] = message.NoKey
		if i+1 < len(parts) {
			keys[i] += parts[i+1]
		}
	}
	return parts[0], keys
}

// syncPage stores the state of the room on the page, or applies a state that a link or the history has stored there: view,
// clock, scale, order, threads, corrections, filter and idle waits.
func (r *Room) syncPage() {
	d := r.desk
	if now := d.Page.Changes; now != r.reported {
		parts := append(strings.Fields(now), "", "", "", "")
		if len(parts) >= LinkWords+4 { // older links have no such words
			r.parseThreads(parts[LinkWords-2])
			r.parseChosen(parts[LinkWords-1])
			r.parseRepairs(parts[LinkWords:])
		}
		if slices.ContainsFunc(r.Views, func(v room.View) bool { return v.Tab().ID == parts[0] }) {
			d.Tab = parts[0]
		}
		if i := slices.Index(clockWords[:], parts[1]); i >= 0 && (d.About == nil || slices.Contains(d.About.Clocks, message.Clock(i))) {
			d.Clock = message.Clock(i)
		}
		if i := slices.Index(unitWords[:], parts[2]); i >= 0 {
			d.Scale, r.per = message.Scale{Unit: message.Unit(i)}, ""
		} else if key, ok := strings.CutPrefix(parts[2], perWord); ok && parts[2] != r.unitWord() {
			r.per = message.NoKey + key
		}
		for i, end := range wayWords {
			word, ok := strings.CutSuffix(parts[3], end)
			if order := slices.Index(orderWords[:], word); ok && order >= 0 {
				d.Order, d.Way = message.ChangeOrder(order), message.ChangeWay(i)
			}
		}
	}
	chosen := keysOf(d.Texts)
	says := []string{r.Current().Tab().ID, clockWords[d.Clock], r.unitWord(), orderWords[d.Order] + wayWords[d.Way], r.threadsWord(), keyWord(chosenWord, chosen[:]...)}
	for _, of := range r.repairs {
		says = append(says, keyWord(repairWords[of.Apart], of.A, of.B))
	}
	for _, of := range r.threads {
		says = append(says, keyWord(threadWords[of.Apart], of.A, of.B))
	}
	if d.Filter != "" {
		says = append(says, keyWord(filterWord, hex.EncodeToString([]byte(d.Filter))))
	}
	if d.Idle {
		says = append(says, idleWord)
	}
	r.reported = strings.Join(says, " ")
	d.Page.Changes = r.reported
}

// unitWord returns the word of the scale.
func (r *method) unitWord() string {
	switch s := &r.desk.Scale; {
	case r.per != "":
		return perWord + strings.TrimPrefix(r.per, message.NoKey)
	case s.Unit == message.PerCall:
		return perWord + strings.TrimPrefix(message.KeyOf(s.Method), message.NoKey)
	default:
		return unitWords[s.Unit]
	}
}

// threadsWord returns the word of the compared threads.
func (r *lanes) threadsWord() string {
	switch {
	case r.main:
		return "main"
	case r.pool == [2]string{}:
		return "all"
	}
	return keyWord("of", r.pool[:]...)
}

// parseThreads applies the word of the compared threads.
func (r *Room) parseThreads(word string) {
	stem, keys := keysIn(word)
	switch stem {
	case "main":
		r.main, r.pool = r.haveMain(), [2]string{}
	case "all":
		r.main, r.pool = false, [2]string{}
	case "of":
		r.main, r.pool = false, keys
	}
}

// parseChosen selects the method with the keys in a word. Its number is found later.
func (r *Room) parseChosen(word string) {
	stem, keys := keysIn(word)
	switch {
	case stem != chosenWord || keys == keysOf(r.desk.Texts):
	case keys == keysOf([2]string{}):
		r.desk.ClearMethod()
	default:
		r.desk.Choose(message.NoNode, keys)
	}
}

// parseRepairs applies the words of corrections, of the filter and of idle waits.
func (r *Room) parseRepairs(words []string) {
	r.repairs, r.threads, r.desk.Filter, r.desk.Idle = nil, nil, "", false
	for _, word := range words {
		stem, keys := keysIn(word)
		r.desk.Idle = r.desk.Idle || stem == idleWord
		if stem == filterWord {
			text, _ := hex.DecodeString(strings.TrimPrefix(keys[0], message.NoKey))
			r.desk.Filter = string(text)
		}
		for _, apart := range [...]bool{false, true} {
			of := message.Repair{A: keys[0], B: keys[1], Apart: apart}
			switch stem {
			case repairWords[apart]:
				r.repairs = append(r.repairs, of)
			case threadWords[apart]:
				r.threads = append(r.threads, of)
			}
		}
	}
}

// keysOf returns the keys of names in A and in B.
func keysOf(names [2]string) (keys [2]string) {
	return [2]string{message.KeyOf(names[0]), message.KeyOf(names[1])}
}

// repair returns the correction for a pair of names.
func repair(names [2]string, apart bool) message.Repair {
	keys := keysOf(names)
	return message.Repair{A: keys[0], B: keys[1], Apart: apart}
}
