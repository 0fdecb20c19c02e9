package ui

// Header is the top of the page: the file and its facts, the tools, the receipt.
type Header struct{ App *App }

func (c *Header) facts() string {
	if c.App.trace == nil {
		return ""
	}
	return c.App.facts()
}

func (c *Header) sample(url string) {
	c.App.menu = ""
	c.App.host.Fetch(url)
}

func sampleID(i int) string { return [...]string{"sample-dual", "sample-streaming"}[i] }

func clockID(clock uint8) string {
	return [...]string{"clock-wall", "clock-cpu", "clock-waiting"}[clock]
}

// tabindex lets one of a row of buttons be reached by Tab; arrow keys reach the rest.
func tabindex(on bool) string {
	if on {
		return "0"
	}
	return "-1"
}

func tabTitle(i int) string { return "Key " + string(rune('1'+i)) }
