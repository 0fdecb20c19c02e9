package app

import "traceglass/render/words"

// A theme is the colour scheme: "light", "dark", or "" to follow the system.
type theme string

// recallTheme returns the theme of the last visit.
func recallTheme(host Host) theme {
	if t := theme(host.Recall("theme")); t == "light" || t == "dark" {
		return t
	}
	return ""
}

// next returns the next theme: dark after the system's, then light.
func (t theme) next() theme {
	switch t {
	case "":
		return "dark"
	case "dark":
		return "light"
	}
	return ""
}

func (t theme) name() string {
	switch t {
	case "dark":
		return words.T("Dark")
	case "light":
		return words.T("Light")
	}
	return words.T("Auto")
}

// nextTheme switches to the next theme and stores it.
func (c *App) nextTheme() {
	c.theme = c.theme.next()
	c.host.Remember("theme", string(c.theme))
	c.host.Theme(string(c.theme))
}
