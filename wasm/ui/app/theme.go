package app

import "traceglass/render/words"

// A theme is how light the page is: "light", "dark", or "" as the system is.
type theme string

// recallTheme is the theme of the last visit.
func recallTheme(host Host) theme {
	if t := theme(host.Recall("theme")); t == "light" || t == "dark" {
		return t
	}
	return ""
}

// next goes from the system's to dark, light, and the system's again.
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

// nextTheme shows the page in the next theme, and at the next visit too.
func (c *App) nextTheme() {
	c.theme = c.theme.next()
	c.host.Remember("theme", string(c.theme))
	c.host.Theme(string(c.theme))
}
