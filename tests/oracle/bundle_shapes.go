// bundle_shapes writes the fields of the Go types that tools of OLM decode the objects of bundles into, in the order in
// which Go declares them.
//
//	go mod init shapes && go get github.com/operator-framework/api@v0.45.0
//	go run shapes.go bundle_shapes.go > xpkgtui/formats/registry_v1/decoding/shapes.json
package main

import (
	"reflect"

	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

	"github.com/operator-framework/api/pkg/operators/v1alpha1"
)

func main() {
	kinds := map[string]any{
		"ClusterServiceVersion":                                 v1alpha1.ClusterServiceVersion{},
		"apiextensions.k8s.io/v1 CustomResourceDefinition":      crdv1.CustomResourceDefinition{},
		"apiextensions.k8s.io/v1beta1 CustomResourceDefinition": v1beta1.CustomResourceDefinition{},
	}
	// What a schema may also be.
	write(kinds, false, reflect.TypeFor[crdv1.JSONSchemaProps](), reflect.TypeFor[v1beta1.JSONSchemaProps]())
}
