// Renders the templates of a chart by Go's text/template, as Helm does, with those of Helm's functions
// that this chart uses, so that it can be checked where Helm is not: `go run render.go <templates> <input.json>`.
// The input has Values, Chart and Release; what is written has a line `# Source: <file>` before each file.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"text/template"
)

func main() {
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(folder, inputFile string) error {
	text, err := os.ReadFile(inputFile)
	if err != nil {
		return err
	}
	var input map[string]any
	if err := json.Unmarshal(text, &input); err != nil {
		return err
	}
	chart := template.New("chart").Option("missingkey=zero")
	chart.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := chart.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"required": func(message string, value any) (any, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
		"default": func(fallback, value any) any {
			if value == nil || value == "" {
				return fallback
			}
			return value
		},
		"dict": func(pairs ...any) map[string]any {
			made := map[string]any{}
			for at := 0; at+1 < len(pairs); at += 2 {
				made[pairs[at].(string)] = pairs[at+1]
			}
			return made
		},
		"fail":   func(message string) (string, error) { return "", errors.New(message) },
		"hasKey": func(values map[string]any, name string) bool { _, has := values[name]; return has },
		"kindIs": func(kind string, value any) bool { return reflect.ValueOf(value).Kind().String() == kind },
		// A number of JSON is a float, as one of a values file is.
		"int":    func(value float64) int { return int(value) },
		"toJson": func(value any) (string, error) { out, err := json.Marshal(value); return string(out), err },
		"list":   func(items ...any) []any { return items },
		"quote":  func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"nindent": func(spaces int, text string) string {
			indent := "\n" + strings.Repeat(" ", spaces)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
		// JSON is YAML as well.
		"toYaml": func(value any) (string, error) {
			out, err := json.Marshal(value)
			return string(out), err
		},
		"urlParse": func(text string) (map[string]any, error) {
			parsed, err := url.Parse(text)
			if err != nil {
				return nil, err
			}
			return map[string]any{"scheme": parsed.Scheme, "host": parsed.Host, "hostname": parsed.Hostname()}, nil
		},
	})
	if _, err := chart.ParseGlob(filepath.Join(folder, "*.tpl")); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if _, err := chart.ParseFiles(file); err != nil {
			return err
		}
		fmt.Printf("---\n# Source: %s\n", filepath.Base(file))
		if err := chart.ExecuteTemplate(os.Stdout, filepath.Base(file), input); err != nil {
			return err
		}
	}
	return nil
}
