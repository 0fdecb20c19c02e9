package budget

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// anyFinding is the value of a rule's Finding for findings of every rule of parser/story.
const anyFinding = "*"

// findingRules returns the rules of parser/story that a rule's Finding names, or nil.
func findingRules(text string) (rules []story.Rule) {
	for r := range story.Rules {
		if text == anyFinding || text == r.String() {
			rules = append(rules, r)
		}
	}
	return rules
}

// find sets the figures of a rule on findings. Without a thread it is for main. all keeps the
// overviews of the run's threads.
func (c *Check) find(f *figures, x *profile.Index, rule *Rule, all map[trace.ThreadIndex]*story.Overview) {
	f.reached, f.timed, f.named = true, true, map[string]Path{}
	on := []trace.ThreadIndex{story.Main(x.Info)}
	if rule.Thread != "" {
		on = nil
		for t, in := range threads(x, rule.Thread) {
			if in && t < len(x.Calls.Threads) {
				on = append(on, trace.ThreadIndex(t))
			}
		}
		c.seen[rule.Thread] = c.seen[rule.Thread] || len(on) > 0
	}
	rules := findingRules(rule.Finding)
	for _, t := range on {
		o := all[t]
		if o == nil {
			o = story.Of(x, story.Options{Thread: t, From: profile.WholeTrace.From, To: profile.WholeTrace.To})
			all[t] = o
		}
		f.unfit = f.unfit || len(rules) == 1 && slices.Contains(o.Unfit, rules[0])
		for i := range o.Nearly {
			f.near = append(f.near, o.Nearly[i].Key(x.Info))
		}
		for i := range o.Findings {
			found := &o.Findings[i]
			if !slices.Contains(rules, found.Rule) {
				continue
			}
			p := Path{Calls: found.Count, Time: found.Time, Sampled: o.Sampled}
			for _, m := range found.Methods {
				p.Frames = append(p.Frames, x.Info.Methods[m].Label())
			}
			if c.Say != nil {
				p.Finding = c.Say(x.Info, o, found)
			}
			f.calls++
			f.named[found.Key(x.Info)] = p
			if f.often = append(f.often, p); len(f.often) > mostPaths {
				f.often = f.often[:mostPaths]
			}
		}
	}
}

// fit returns an error if a run cannot show the findings of a rule.
func (c *Check) fit(rule int, limit Limit) error {
	for g := range c.groups {
		for i := range c.groups[g] {
			if one := &c.groups[g][i]; one.rules[rule].unfit && (g == Held || limit.Kind.Base()) {
				return errorf(limit.Line, "%s cannot show findings of the rule %s: it is a recording of samples, or has no times of waiting", one.name, c.Rules[rule].Finding)
			}
		}
	}
	return nil
}
