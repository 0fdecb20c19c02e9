package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// Types of Google Play's reports and issues (section 4).
const playANR = "APPLICATION_NOT_RESPONDING"

var playTypes = map[string]bool{playANR: true, "CRASH": true, "NON_FATAL": true, "ERROR_TYPE_UNSPECIFIED": true}

// playReport emits a report of Google Play.
func (r *Reader) playReport(o object, kind string) {
	text := o.get("reportText", "report_text").text()
	if kind != playANR && kind != "" && !(kind == "ERROR_TYPE_UNSPECIFIED" && dump.HoldsDump([]byte(text))) {
		r.skip(kind)
		return
	}
	device := o.get("deviceModel", "device_model").object()
	id := device.get("deviceId", "device_id").object()
	a := dump.About{
		Source: "play-reporting",
		ID:     o.get("name").fact(),
		Code:   o.get("appVersion", "app_version").object().get("versionCode", "version_code").fact(),
		API:    o.get("osVersion", "os_version").object().get("apiLevel", "api_level").small(),
		Maker:  id.get("buildBrand", "build_brand").fact(),
		Model:  id.get("buildDevice", "build_device").fact(),
		Device: device.get("marketingName", "marketing_name").fact(),
		Issue:  o.get("issue").fact(),
	}
	a.Package = playApp(a.ID)
	if a.Time = instant(o.get("eventTime", "event_time").fact(), asUTC); a.Time != "" {
		a.TimeIs = "hour"
	}
	r.emit(a, nil, text)
}

// playApp returns the application in the name of a report or issue: apps/APP/REPORT.
func playApp(name string) string {
	app, _, _ := strings.Cut(strings.TrimPrefix(name, "apps/"), "/")
	if !strings.HasPrefix(name, "apps/") {
		return ""
	}
	return app
}

// playIssue keeps an issue of Google Play. Its reports may come before or after it.
func (r *Reader) playIssue(o object) {
	if kind := o.get("type").fact(); kind != "" && kind != playANR {
		r.skip("issue of " + kind)
		return
	}
	name := o.get("name").fact()
	if len(r.Issues) >= mostIssues || name == "" {
		return
	}
	r.Issues[name] = Issue{
		Name: name, Cause: o.get("cause").fact(), Location: o.get("location").fact(),
		Users: o.get("distinctUsers", "distinct_users").number(), Count: o.get("errorReportCount", "error_report_count").number(),
	}
}

// Join adds to a report what its issue says.
func (i *Issue) Join(a *dump.About) {
	if a.Reason == "" && i.Cause != "" {
		a.Reason, a.Kind = reasonOf(i.Cause)
	}
	a.Users, a.Count = cmp.Or(a.Users, i.Users), cmp.Or(a.Count, i.Count)
}
