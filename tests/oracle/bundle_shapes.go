// bundle_shapes writes the fields of the Go types that tools of OLM decode the objects of bundles into, in the order in
// which Go declares them.
//
//	go mod init shapes && go get github.com/operator-framework/api@v0.45.0
//	go run shapes.go bundle_shapes.go > xpkgtui/formats/registry_v1/decoding/shapes.json
package main

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

	"github.com/operator-framework/api/pkg/operators/v1alpha1"
)

func main() {
	kinds := map[string]any{
		"ClusterServiceVersion":                                 v1alpha1.ClusterServiceVersion{},
		"apiextensions.k8s.io/v1 CustomResourceDefinition":      crdv1.CustomResourceDefinition{},
		"apiextensions.k8s.io/v1beta1 CustomResourceDefinition": v1beta1.CustomResourceDefinition{},
		"Secret": corev1.Secret{}, "ConfigMap": corev1.ConfigMap{}, "Service": corev1.Service{},
		"ServiceAccount": corev1.ServiceAccount{}, "Role": rbacv1.Role{}, "ClusterRole": rbacv1.ClusterRole{},
		"RoleBinding": rbacv1.RoleBinding{}, "ClusterRoleBinding": rbacv1.ClusterRoleBinding{},
		"NetworkPolicy": networkingv1.NetworkPolicy{}, "PodDisruptionBudget": policyv1.PodDisruptionBudget{},
		"PriorityClass": schedulingv1.PriorityClass{},
	}
	// What a schema may also be.
	write(kinds, false, reflect.TypeFor[crdv1.JSONSchemaProps](), reflect.TypeFor[v1beta1.JSONSchemaProps]())
}
