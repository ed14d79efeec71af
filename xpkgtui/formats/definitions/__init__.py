"""The validation of a CustomResourceDefinition by the API server, rebuilt field by field.

The source is k8s.io/apiextensions-apiserver 0.35 (pkg/apis/apiextensions/validation, pkg/apiserver/schema). What
needs a CEL compiler is not judged here; everything that is judged was compared with the library itself.
"""
