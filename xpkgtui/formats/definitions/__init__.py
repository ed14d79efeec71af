"""The validation of a CustomResourceDefinition by the API server, rebuilt field by field.

The source is k8s.io/apiextensions-apiserver 0.35 (pkg/apis/apiextensions/validation, pkg/apiserver/schema), with
which all of it was compared. Rules are compiled and costed by the room `cel`.
"""
