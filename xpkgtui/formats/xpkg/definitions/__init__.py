"""Whether the API server takes a CustomResourceDefinition: its own validation, told again field by field.

The source is k8s.io/apiextensions-apiserver 0.35 (pkg/apis/apiextensions/validation, pkg/apiserver/schema). What
needs a CEL compiler is not judged here; everything that is judged was compared with the library itself.
"""
