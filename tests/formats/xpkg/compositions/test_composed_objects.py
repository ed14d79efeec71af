"""Bases of composed resources, beside the definitions of their kinds."""

from typing import Any

from builders.cases import failing
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.compositions import based

from xpkgtui.formats.examples.judging import judge_among
from xpkgtui.formats.xpkg.compositions.composed_objects import base_faults

_AT = "spec.pipeline[0].input.resources[0].base"
_PATCH = "fromFieldPath: spec.region"
CASES: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    "unknown": ("spec: {siez: 1}", _PATCH, [(".spec.siez", 'unknown field "spec.siez"')]),
    "wrong type": (
        "spec: {size: many}",
        _PATCH,
        [(".spec.size", 'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"')],
    ),
    "patched": ("spec: {size: many}", "fromFieldPath: spec.size", []),
    "patched above": ("spec: {network: 3}", "fromFieldPath: spec.network.cidr", []),
    "healthy": ("metadata: {labels: {a: b}}, spec: {size: 1, tags: {a: b}, free: {b: 1}}", _PATCH, []),
}


def test_a_base_is_judged_as_the_api_server_judges_what_is_composed_of_it() -> None:
    def check(name: str) -> None:
        fields, patch, expected = CASES[name]
        found = judge_stream(based(fields, patch)).of("XPKG734")
        said = [((one.place.field or "").removeprefix(_AT), one.message.partition("(XInner): ")[2]) for one in found]
        assert said == expected

    assert failing(CASES, check) == {}


def test_a_base_of_a_version_that_is_not_served_matches_no_kind() -> None:
    text = based("spec: {size: 1}").replace(
        "base: {apiVersion: example.org/v1,", "base: {apiVersion: example.org/v2,"
    )
    (found,) = judge_stream(text).of("XPKG734")
    assert found.message.endswith('no matches for kind "XInner" in version "example.org/v2"; it is served as v1')
    assert found.place.field == f"{_AT}.apiVersion"


_SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "required": ["size"],
            "properties": {"size": {"type": "integer"}, "kind": {"type": "string"}},
            "x-kubernetes-validations": [{"rule": "self.kind != 'no'", "message": "no is not a kind"}],
        }
    },
}
_DEFINITION = {
    "spec": {
        "group": "example.org",
        "names": {"kind": "Inner", "plural": "inners"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": _SCHEMA}}],
    }
}
_SIZE = {"fromFieldPath": "a", "toFieldPath": "spec.size"}
FULL: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str, list[str]]] = {
    "required": ({"kind": "a"}, [], "", ["spec.size: Required value"]),
    "required and patched": ({"kind": "a"}, [_SIZE], "", []),
    "required and patched by a set": ({"kind": "a"}, [{"type": "PatchSet", "patchSetName": "set"}], "", []),
    "patched back only": (
        {"kind": "a"},
        [{**_SIZE, "type": "ToCompositeFieldPath"}],
        "",
        ["spec.size: Required value"],
    ),
    "before a function that may add it": ({"kind": "a"}, [], "function-kcl", []),
    "before auto-ready": ({"kind": "a"}, [], "function-auto-ready", ["spec.size: Required value"]),
    "rule": ({"kind": "no", "size": 1}, [], "", ["spec: Invalid value: no is not a kind"]),
    "rule and patched": ({"kind": "no", "size": 1}, [_SIZE], "", []),
    "unknown before a function": ({"kid": "a", "size": 1}, [], "function-kcl", ["spec.kid: "]),
}


def test_what_is_missing_counts_unless_a_patch_or_a_later_function_may_add_it() -> None:
    def check(name: str) -> None:
        spec, patches, later, expected = FULL[name]
        base = {"apiVersion": "example.org/v1", "kind": "Inner", "spec": spec}
        given = {
            "apiVersion": "pt.fn.crossplane.io/v1beta1",
            "kind": "Resources",
            "patchSets": [{"name": "set", "patches": [_SIZE]}],
            "resources": [{"name": "a", "base": base, "patches": patches}],
        }
        steps = [
            {"functionRef": {"name": "pt"}, "input": given},
            *([{"functionRef": {"name": later}}] if later else []),
        ]
        found = base_faults({"pipeline": steps}, lambda *_: judge_among([_DEFINITION], "Inner", "v1"))
        assert [f"{one.field}: {one.message}" for one in found] == expected

    assert failing(FULL, check) == {}
