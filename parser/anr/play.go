package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// Types of Google Play's reports and issues (section 4).
const playANR = "APPLICATION_NOT_RESPONDING"

var playTypes = map[string]bool{playANR: true, "CRASH": true, "NON_FATAL": true, "ERROR_TYPE_UNSPECIFIED": true}

// playReports are the facts of a report of Google Play.
var playReports = []path{
	{id, "name"}, {code, "appVersion|app_version.versionCode|version_code"}, {level, "osVersion|os_version.apiLevel|api_level"},
	{maker, "deviceModel|device_model.deviceId|device_id.buildBrand|build_brand"}, {model, "deviceModel|device_model.deviceId|device_id.buildDevice|build_device"},
	{device, "deviceModel|device_model.marketingName|marketing_name"}, {issue, "issue"}, {hour, "eventTime|event_time"},
}

// playReport emits a report of Google Play.
func (r *records) playReport(o object, kind string) {
	text := o.get("reportText", "report_text").text()
	if kind != playANR && kind != "" && !(kind == "ERROR_TYPE_UNSPECIFIED" && dump.HoldsDump([]byte(text))) {
		r.out.skip(kind)
		return
	}
	a := dump.About{Source: "play-reporting"}
	o.read(&a, playReports)
	a.Package = playApp(a.ID)
	r.out.emit(a, nil, text)
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
func (r *records) playIssue(o object) {
	if kind := o.get("type").fact(); kind != "" && kind != playANR {
		r.out.skip("issue of " + kind)
		return
	}
	name := o.get("name").fact()
	if len(r.out.Issues) >= mostIssues || name == "" {
		return
	}
	r.out.Issues[name] = Issue{
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
