package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands make the commands, in the order of the help. Each has one declaration: its purpose, options and files.
// Parsing, help, messages on wrong usage, completion and the reference in the documentation follow it.
var commands = []func() *cobra.Command{
	summaryCommand, overviewCommand, explainCommand, dmtracedumpCommand, traceviewCommand, flamegraphCommand, exportCommand, cutCommand, pageCommand,
}

// newRoot returns the command line. It resets the options of all commands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "traceglass",
		Short: "Analyse where an Android app's time went",
		Long:  overall,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if command := commandFor(args[0]); command != "" {
				return usageError(fmt.Sprintf("name a command. Did you mean traceglass %s %s?", command, args[0]))
			}
			c.SuggestionsMinimumDistance = 2
			return usageError(fmt.Sprintf("unknown command %q%s", args[0], meant(c.SuggestionsFor(args[0]))))
		},
		RunE: func(c *cobra.Command, _ []string) error {
			writeHelp(c.ErrOrStderr(), c)
			return exit(statusUsage)
		},
		PersistentPreRunE: prepare,
		SilenceErrors:     true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	cobra.EnableCommandSorting = false
	commonOptions(root)
	for _, declare := range commands {
		root.AddCommand(declare())
	}
	root.SetHelpCommand(helpCommand())
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(c.OutOrStdout(), c) })
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return wrongOption(c, err) })
	each(root, func(c *cobra.Command) {
		c.Flags().SortFlags = false
		c.InitDefaultHelpFlag()
		c.Flags().Lookup("help").Usage = "Print this help"
	})
	return root
}

// commandFor returns the command to suggest for a file that stands where a command should, and "" for another word.
func commandFor(word string) string {
	switch name := strings.TrimSuffix(strings.ToLower(word), ".gz"); {
	case strings.HasSuffix(name, ".txt"), strings.Contains(name, "anr_"):
		return "explain"
	case strings.HasSuffix(name, ".trace"), strings.HasSuffix(name, ".key"), strings.HasSuffix(name, ".data"), strings.HasSuffix(name, ".zip"), strings.ContainsAny(name, `/\`):
		return "overview"
	}
	return ""
}

// each calls do for a command and all commands below it.
func each(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		each(sub, do)
	}
}

// A usageError says why a command line is invalid.
type usageError string

func (e usageError) Error() string { return string(e) }

// An exit is the status of a command that has printed its errors.
type exit int

func (e exit) Error() string { return "status " + strconv.Itoa(int(e)) }

// ended returns the status of a command that has printed its errors as an error, nil for 0.
func ended(status int) error {
	if status == 0 {
		return nil
	}
	return exit(status)
}

const (
	statusUsage = 2 // the command line is wrong

	noOutput = usageError("-o is missing: name what to write")
)

// oneFile and someFiles are the arguments of most commands.
func oneFile(_ *cobra.Command, files []string) error {
	if len(files) != 1 {
		return usageError("name one file")
	}
	return nil
}

func someFiles(_ *cobra.Command, files []string) error {
	if len(files) == 0 {
		return usageError("name a file")
	}
	return nil
}

// wrongOption explains why an option is invalid.
func wrongOption(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
		options := &cobra.Command{SuggestionsMinimumDistance: 2} // only to find similar names
		c.Flags().VisitAll(func(f *pflag.Flag) {
			options.AddCommand(&cobra.Command{Use: "-" + f.Name, Run: func(*cobra.Command, []string) {}})
		})
		return usageError("unknown option -" + name + meant(options.SuggestionsFor("-"+name)))
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		kind, _ := pflag.UnquoteUsage(missing.GetFlag())
		return usageError(optionName(missing.GetFlag()) + " needs a value: " + kind)
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		why := wrong.Unwrap().Error()
		switch wrong.GetFlag().Value.Type() {
		case "bool":
			why = "must be true or false"
		case "int":
			why = "must be a number"
		}
		return usageError(fmt.Sprintf("%s %s, not %q", optionName(wrong.GetFlag()), why, wrong.GetValue()))
	}
	return usageError(err.Error())
}

// meant suggests names.
func meant(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ". Did you mean " + orList(names) + "?"
}

// optionName returns an option as the help shows it first.
func optionName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "-" + f.Name
}

// orList joins names: "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// singleDashes returns the arguments with two dashes before each long option, as pflag needs them, because -format and
// --format are the same here. It does not change values of options, nor what follows --.
func singleDashes(root *cobra.Command, args []string) []string {
	c, _, err := root.Find(args)
	if err != nil {
		c = root
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlagSet(c.Flags())
	flags.AddFlagSet(root.PersistentFlags())
	args = slices.Clone(args)
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		word := strings.TrimLeft(args[i], "-")
		dashes := len(args[i]) - len(word)
		if dashes == 0 || dashes > 2 || word == "" {
			continue
		}
		name, _, given := strings.Cut(word, "=")
		f := flags.Lookup(name)
		switch {
		case name == "help" || f != nil:
			args[i] = "--" + word
		case len(name) == 1:
			args[i] = "-" + word
			f = flags.ShorthandLookup(name)
		case dashes == 1: // letters; the last may have its value attached
			for at := range len(word) {
				if f = flags.ShorthandLookup(word[at : at+1]); f == nil || f.NoOptDefVal == "" {
					given = at < len(word)-1
					break
				}
			}
		}
		if f != nil && f.NoOptDefVal == "" && !given {
			i++ // its value
		}
	}
	return args
}

// A value is one of the words that an option takes.
type value[T any] struct {
	name, usage string
	is          T
	spoken      bool // output for people, in the language of -lang
}

// oneOf is the value of an option that takes one of several words.
type oneOf[T any] struct {
	to     *T
	chosen string
	kind   string
	values []value[T]
}

// choose declares an option that takes one of several words. usual is the default; "" leaves *to as it is.
func choose[T any](c *cobra.Command, to *T, name, kind, usual, usage string, values ...value[T]) {
	v := &oneOf[T]{to: to, kind: kind, values: values}
	if usual != "" {
		v.Set(usual)
	}
	c.Flags().Var(v, name, usage)
}

func (v *oneOf[T]) Set(text string) error {
	at := slices.IndexFunc(v.values, func(one value[T]) bool { return one.name == text })
	if at < 0 {
		names, _ := v.words()
		return errors.New("must be " + orList(names))
	}
	v.chosen, *v.to = text, v.values[at].is
	return nil
}

func (v *oneOf[T]) String() string { return v.chosen }

func (v *oneOf[T]) Type() string { return v.kind }

// A worded is the value of an option that is one of several words.
type worded interface {
	words() (names, usages []string)
}

// words returns the words, and what each means if it is not obvious.
func (v *oneOf[T]) words() (names, usages []string) {
	for _, one := range v.values {
		names, usages = append(names, one.name), append(usages, one.usage)
	}
	return names, usages
}

// forPeople reports whether the chosen output follows -lang.
func (v *oneOf[T]) forPeople() bool {
	return slices.ContainsFunc(v.values, func(one value[T]) bool { return one.name == v.chosen && one.spoken })
}

// literal returns values that mean themselves. Those that begin with ~ are for people.
func literal(names ...string) (all []value[string]) {
	for _, name := range names {
		plain, spoken := strings.CutPrefix(name, "~")
		all = append(all, value[string]{name: plain, is: plain, spoken: spoken})
	}
	return all
}

// parsed is the value of an option that a function reads.
type parsed struct {
	set        func(text string) error
	text, kind string
}

// parse declares an option that set reads, each time that it is given. kind stands for its value in the help. set's error
// continues the option's name, as in "must be a time". usual is the default to show.
func parse(flags *pflag.FlagSet, name, kind, usual, usage string, set func(text string) error) {
	flags.Var(&parsed{set: set, kind: kind, text: usual}, name, usage)
}

func (v *parsed) Set(text string) error {
	if err := v.set(text); err != nil {
		return err
	}
	v.text = text
	return nil
}

func (v *parsed) String() string { return v.text }

func (v *parsed) Type() string { return v.kind }
