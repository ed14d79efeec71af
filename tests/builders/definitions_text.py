"""Definitions as texts of a package."""

from typing import Any

from xpkgtui.documents.yaml.writing import as_yaml


def definition_text(kind: str, **fields: Any) -> str:
    """A definition of a kind of example.org with these fields in its spec."""
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": kind, "plural": f"{kind.lower()}s"}
    return as_yaml(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{kind.lower()}s.example.org"},
            "spec": {"group": "example.org", "scope": "Cluster", "names": names, "versions": [version]},
        }
    )
