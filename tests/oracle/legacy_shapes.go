// legacy_shapes writes the fields of the Go types that Crossplane 0.12 decodes the files of `.registry` into, and those of
// the metadata that RukPak's decoder of objects knows, by their names.
//
//	go mod init legacy && go get github.com/crossplane/crossplane@v0.12.0
//	go run shapes.go legacy_shapes.go > xpkgtui/formats/stack/shapes.json
package main

import (
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

	"github.com/crossplane/crossplane/apis/packages/v1alpha1"
	"github.com/crossplane/crossplane/pkg/packages"
)

func main() {
	kinds := map[string]any{
		"app":        v1alpha1.PackageMetadataSpec{},
		"behavior":   v1alpha1.Behavior{},
		"group":      packages.PackageGroup{},
		"resource":   packages.PackageResource{},
		"crd":        apiextensions.CustomResourceDefinition{},
		"deployment": appsv1.Deployment{},
	}
	// What a schema may also be.
	write(kinds, true, reflect.TypeFor[apiextensions.JSONSchemaProps]())
}
