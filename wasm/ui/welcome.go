package ui

import "strconv"

// Welcome is what the page shows while no trace is open: how to open one, how far the
// reading is, or why it failed.
type Welcome struct{ App *App }

func (c *Welcome) meter() string {
	share := c.App.readShare()
	if share < 0 {
		return "width:30%"
	}
	return "width:" + strconv.FormatFloat(share*100, 'f', 1, 64) + "%"
}

// meterClass makes the meter run where there is no end to measure by.
func (c *Welcome) meterClass() string {
	return "meter" + when(c.App.readShare() < 0, " endless")
}

func (c *Welcome) percent() int { return int(max(0, c.App.readShare()) * 100) }

func recipeID(i int) string { return "copy-" + strconv.Itoa(i) }
