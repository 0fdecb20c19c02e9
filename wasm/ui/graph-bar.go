package ui

// GraphBar is what controls the call graph.
type GraphBar struct{ App *App }
