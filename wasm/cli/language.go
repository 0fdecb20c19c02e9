package main

import (
	"errors"

	"traceglass/render/words/languages"
)

// language is the catalogue of -lang, "" for English. Only text for people follows it. Output for programs stays English.
var language string

// setLanguage reads the value of -lang.
func setLanguage(text string) error {
	catalogue, ok := languages.Of(text)
	if !ok || text == "" {
		return errors.New("must be " + orList(languages.Codes()))
	}
	language = catalogue
	return nil
}
