"""Definitions as texts of a package, and the least object of one."""

from typing import Any

from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames, ObjectOutcome
from xpkgtui.formats.definitions.samples.sample import objects


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


def sample(names: ObjectNames, version: Node) -> Node | None:
    """The smallest object that a version accepts; None where none can be made, or where that is not certain."""
    judge = ObjectJudge(names, version)
    accepted = (
        one for one in objects(names, version, (), None) if judge.judge(one).outcome is ObjectOutcome.ACCEPTED
    )
    return next(accepted, None)
