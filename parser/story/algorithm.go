package story

import (
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// algorithms are classes whose methods call the app back, such as a comparator while they sort. Each is a class, or the beginning of one
// if it ends in a dot. The method that the app calls says what the calls are for.
var algorithms = [...]string{
	"java.util.Collections", "java.util.Arrays", "java.util.List", "java.util.ArrayList", "java.util.HashMap", "java.util.HashSet", "java.util.TreeMap", "java.util.TreeSet",
	"java.util.PriorityQueue", "java.util.stream.", "kotlin.collections.", "kotlin.sequences.", "androidx.recyclerview.widget.DiffUtil", "androidx.recyclerview.widget.SortedList",
}

// isAlgorithm reports whether a method is one of algorithms.
func isAlgorithm(m *trace.Method) bool {
	for _, class := range algorithms {
		if m.Class == class || strings.HasSuffix(class, ".") && strings.HasPrefix(m.Class, class) {
			return true
		}
	}
	return false
}

// algorithmOf returns the method through which own code has nearly all of the time of some rows, if it is an algorithm, or NoMethod.
func (s *finder) algorithmOf(rows []profile.Row) trace.MethodIndex {
	m, by := s.mostlyIn(rows, func(row profile.Row) profile.Row {
		own := s.own[s.tree.Parent[row]]
		if own == profile.NoRow || own == s.tree.Parent[row] {
			return profile.NoRow
		}
		return s.below(own, row)
	})
	if m == call.NoMethod || !isNearlyAll(by[m], timeOf(s.study, rows)) || !isAlgorithm(&s.x.Info.Methods[m]) {
		return call.NoMethod
	}
	return m
}
