//go:build !js

package main

import (
	"io"

	"github.com/spf13/cobra"

	"traceglass/render/answer"
)

// guideCommand prints how to ask.
func guideCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "guide",
		Short: "print one page on how to ask, for assistants and scripts",
		Long: `Prints one page of Markdown for assistants and for authors of scripts: what to
ask first about each kind of file, how to read an answer, and three sessions.
`,
		Args: noFiles,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), answer.Guide)
			return err
		},
	}
}

// schemaCommand prints the JSON Schema of answers.
func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of the answers of ask",
		Long: `Prints the JSON Schema, draft 2020-12, of what ask writes with -format json. Its
$id ends in the version, which every answer has as "schema". The version
increases whenever a key is added; keys are never renamed.
`,
		Args: noFiles,
		RunE: func(c *cobra.Command, _ []string) error {
			text, err := answer.JSONSchema()
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
}
