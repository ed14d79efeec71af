// service_version writes what the API server knows of a ClusterServiceVersion, and what OLM v0 sends of one.
//
//	go mod init version && go get github.com/operator-framework/api@v0.45.0
//	go run service_version.go > xpkgtui/formats/registry_v1/server/service_version.json
//
// "parts" are the schemas of its definition, without descriptions and status, each once: {"$": 3} stands for the
// fourth, and the last is the whole. "zeros" are the fields of a Go type that are sent although they are not given,
// "drops" those that are not sent where they are given empty.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"reflect"
	"slices"
	"strings"

	"github.com/operator-framework/api/crds"
	"github.com/operator-framework/api/pkg/operators/v1alpha1"
)

var (
	encodesItself = reflect.TypeFor[json.Marshaler]()
	zeros, drops  = map[string][]string{}, map[string][]string{}
	seen          = map[string]bool{}
	known         = map[string]int{}
	parts         []string
)

func main() {
	version := crds.ClusterServiceVersion().Spec.Versions[0]
	var schema map[string]any
	if err := json.Unmarshal([]byte(text(version.Schema.OpenAPIV3Schema)), &schema); err != nil {
		log.Fatal(err)
	}
	delete(schema["properties"].(map[string]any), "status")
	part(schema)
	look(reflect.TypeFor[v1alpha1.ClusterServiceVersion]())
	fmt.Printf("{\"parts\": [\n%s\n],\n\"zeros\": %s,\n\"drops\": %s}\n", strings.Join(parts, ",\n"), text(zeros), text(drops))
}

func text(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return string(raw)
}

// part keeps a schema, once; what stands for it.
func part(schema map[string]any) map[string]any {
	delete(schema, "description")
	for _, key := range []string{"items", "additionalProperties"} {
		if inner, ok := schema[key].(map[string]any); ok {
			schema[key] = part(inner)
		}
	}
	if inner, ok := schema["properties"].(map[string]any); ok {
		for name, one := range inner {
			inner[name] = part(one.(map[string]any))
		}
	}
	written := text(schema)
	number, ok := known[written]
	if !ok {
		number = len(parts)
		known[written], parts = number, append(parts, written)
	}
	return map[string]any{"$": number}
}

// look notes how the fields of a struct are written, and of all that it holds.
func look(t reflect.Type) {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Implements(encodesItself) || seen[t.String()] {
		return
	}
	seen[t.String()] = true
	fields(t.String(), t)
}

func fields(name string, t reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && tag == "" {
			fields(name, field.Type)
			continue
		}
		if tag == "-" || !field.IsExported() {
			continue
		}
		look(field.Type)
		isEmptied := slices.Contains(strings.Split(options, ","), "omitempty")
		switch kind := field.Type.Kind(); {
		case kind == reflect.Pointer:
		case kind == reflect.Struct:
			zeros[name] = append(zeros[name], tag)
		case isEmptied:
			drops[name] = append(drops[name], tag)
		case kind != reflect.Slice && kind != reflect.Map && kind != reflect.Interface:
			zeros[name] = append(zeros[name], tag)
		}
	}
}
