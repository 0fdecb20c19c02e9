package ui

// Figures as the page writes them, for those who check the page from outside.
var Figures = struct {
	Duration, Exact, Count func(int64) string
	Share                  func(float64) string // of a part of 1
}{duration, exact, count, percent}
