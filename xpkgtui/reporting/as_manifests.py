"""Roles, bindings and ServiceAccounts as manifests of Kubernetes, to read or to apply."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from xpkgtui import visible
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, as_objects
from xpkgtui.patterns import late

_RBAC = "rbac.authorization.k8s.io"
_DOUBTFUL = late(r"[^\n\x20-\x7e]")
_PLAIN = late(r"[A-Za-z][A-Za-z0-9/_-]*([.][A-Za-z0-9/_-]+)*")
_NOT_TEXT = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that some reader of YAML takes for something else than text."""


def manifests(objects: Iterable[AccessObject], words: Mapping[Granter, str]) -> str:
    """The objects as documents of YAML, each with a comment that says who makes it."""
    found = (f"# {words[one.by]}\n{_as_yaml(manifest(one))}" for one in objects)
    return "---\n".join(found)


def manifest(one: AccessObject) -> dict[str, Any]:
    """An object with the keys of Kubernetes."""
    metadata: dict[str, Any] = {"name": one.name}
    if one.namespace:
        metadata["namespace"] = one.namespace
    if one.labels:
        metadata["labels"] = dict(one.labels)
    if one.kind is AccessKind.SERVICE_ACCOUNT:
        return {"apiVersion": "v1", "kind": one.kind.value, "metadata": metadata}
    found: dict[str, Any] = {"apiVersion": f"{_RBAC}/v1", "kind": one.kind.value, "metadata": metadata}
    if one.kind in (AccessKind.ROLE, AccessKind.CLUSTER_ROLE):
        return found | {"rules": as_objects(one.rules)}
    subjects = [
        {"kind": each.kind, "name": each.name}
        | ({"namespace": each.namespace} if each.kind == AccessKind.SERVICE_ACCOUNT else {"apiGroup": _RBAC})
        for each in one.subjects
    ]
    role = {"apiGroup": _RBAC, "kind": one.role_kind, "name": one.role}
    return found | {"roleRef": role, "subjects": subjects}


def _as_yaml(value: dict[str, Any]) -> str:
    """Block style, every text quoted that is not plainly text; what cannot be seen is escaped.

    ruamel.yaml takes 12 s for a megabyte of rules, and this a twentieth of a second.
    """
    return _DOUBTFUL.sub(_escaped, "".join(f"{line}\n" for line in _lines(value)))


def _lines(value: dict[str, Any] | list[Any], indent: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                first, *rest = _lines(item, f"{indent}  ")
                yield f"{indent}- {first.lstrip(' ')}"
                yield from rest
            else:
                yield f"{indent}- {_scalar(item)}"
        return
    for key, item in value.items():
        if item and not isinstance(item, str):
            yield f"{indent}{_scalar(key)}:"
            yield from _lines(item, indent if isinstance(item, list) else f"{indent}  ")
        else:
            yield f"{indent}{_scalar(key)}: {_scalar(item) if isinstance(item, str) else '[]'}"


def _scalar(text: str) -> str:
    is_plain = _PLAIN.fullmatch(text) and text.lower() not in _NOT_TEXT
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    return sign if visible.line(sign) == sign else f"\\U{ord(sign):08X}"
