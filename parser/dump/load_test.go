package dump

import "testing"

// TestCPU reads the lines that the system puts above the first block.
func TestCPU(t *testing.T) {
	d := readText("Subject: Input dispatching timed out\nLoad: 11.2 / 5.1 / 2.04\n" +
		"CPU usage from 5000ms to 0ms ago (2024-01-01 10:00:00.000 to 2024-01-01 10:00:05.000) with 99% awake:\n" +
		"  120% 848/system_server: 80.1% user + 39.9% kernel / faults: 120 minor 3 major\n" +
		"    12% 860/android:fg: 8% user + 4% kernel\n" +
		" +0% 900/com.app:remote: 0% user + 0% kernel\n" +
		"37% TOTAL: 20% user + 12% kernel + 4.4% iowait + 0.3% irq + 0.2% softirq\n" +
		"CPU usage from 20ms to 500ms later:\n  1% 1/init: 1% user\n\n" + in100(`"main" prio=5 tid=1 Native`))
	if d.Subject != "Input dispatching timed out" {
		t.Errorf("subject %q", d.Subject)
	}
	tables := d.CPU()
	if len(tables) != 2 || len(tables[0].Rows) != 4 || len(tables[1].Rows) != 1 {
		t.Fatalf("tables %+v", tables)
	}
	want := []CPURow{
		{Line: 3, ID: 848, Name: "system_server", Percent: 120, User: 80.1, Kernel: 39.9, MinorFaults: 120, MajorFaults: 3},
		{Line: 4, Thread: true, ID: 860, Name: "android:fg", Percent: 12, User: 8, Kernel: 4},
		{Line: 5, Mark: '+', ID: 900, Name: "com.app:remote"},
		{Line: 6, Total: true, Percent: 37, User: 20, Kernel: 12, IOWait: 4.4, Interrupt: 0.3, SoftIRQs: 0.2},
	}
	for i, row := range tables[0].Rows {
		if row != want[i] {
			t.Errorf("row %d is %+v, want %+v", i, row, want[i])
		}
	}
	for i, kind := range d.Kinds {
		if kind == Unplaced {
			t.Errorf("no place for %q", d.Content(i))
		}
	}
}
