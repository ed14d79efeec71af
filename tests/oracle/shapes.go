// shapes writes the fields of Go types, as the decoder of JSON sees them, for the programs beside it.
//
// A field is written `string:v1.ResourceScope` (JSON type and Go type), `any`, `=Definition`, `!v1.Time` (a type that
// decodes itself), or as ["list", "[]string", element]. "embedded" names the structs that Go's messages put before it.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"slices"
	"strings"
)

var (
	decodesItself = reflect.TypeFor[json.Unmarshaler]()
	seen          = map[string]reflect.Type{}
	definitions   = map[string]*fields{}
	embedded      = map[string]map[string]string{}
)

// fields of a struct, each a name and its shape.
type fields struct{ rows []string }

// write prints the fields of these kinds, and of all that they and `more` hold: as Go declares them, or by their names.
func write(kinds map[string]any, byName bool, more ...reflect.Type) {
	names := map[string]string{}
	for name, kind := range kinds {
		names[name] = define(reflect.TypeOf(kind))
	}
	for _, one := range more {
		define(one)
	}
	var rows []string
	for name, fields := range definitions {
		if byName {
			slices.Sort(fields.rows)
		}
		rows = append(rows, text(name)+": {"+strings.Join(fields.rows, ",")+"}")
	}
	slices.Sort(rows)
	fmt.Printf("{\"kinds\": %s,\n\"embedded\": %s,\n\"definitions\": {\n%s\n}}\n", text(names), text(embedded), strings.Join(rows, ",\n"))
}

func text(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return string(raw)
}

// define adds a struct and all that it holds; its name.
func define(t reflect.Type) string {
	name := t.String()
	if known, ok := seen[name]; ok {
		if known != t {
			fmt.Fprintln(os.Stderr, "two types are named", name)
			os.Exit(1)
		}
		return name
	}
	seen[name], definitions[name] = t, &fields{}
	fill(name, t, nil)
	return name
}

// fill adds the fields of a struct, and those of the structs that it embeds.
func fill(name string, t reflect.Type, via []string) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		for inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if field.Anonymous && tag == "" && inner.Kind() == reflect.Struct {
			fill(name, inner, append(slices.Clone(via), field.Name))
			continue
		}
		if tag == "-" || !field.IsExported() {
			continue
		}
		if tag == "" {
			tag = field.Name
		}
		definitions[name].rows = append(definitions[name].rows, text(tag)+":"+text(shape(field.Type)))
		if len(via) > 0 {
			if embedded[name] == nil {
				embedded[name] = map[string]string{}
			}
			embedded[name][tag] = strings.Join(via, ".")
		}
	}
}

func shape(t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(decodesItself) {
		return "!" + t.String()
	}
	switch t.Kind() {
	case reflect.Struct:
		return "=" + define(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes:" + t.String()
		}
		return []any{"list", t.String(), shape(t.Elem())}
	case reflect.Map:
		return []any{"map", t.String(), shape(t.Elem())}
	case reflect.Interface:
		return "any"
	case reflect.String:
		return "string:" + t.String()
	case reflect.Bool:
		return "boolean:" + t.String()
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint16:
		return "integer:" + t.String()
	case reflect.Float64:
		return "number:" + t.String()
	}
	log.Fatalf("no shape of %s", t)
	return nil
}
