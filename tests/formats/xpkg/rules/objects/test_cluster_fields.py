"""Fields of a running cluster."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.streams import changed, stream

from xpkgtui.rules.finding import Severity

_NAME = "  name: things.nop.example.org\n"


def _with(metadata: str = "", more: str = "") -> Judgement:
    return judge_stream(stream(PROVIDER, changed(CRD, _NAME, f"{_NAME}{metadata}") + more))


@pytest.mark.parametrize(
    "metadata",
    [
        "  namespace: system\n",
        "  creationTimestamp: '2024-01-01T00:00:00Z'\n",
        "  generation: 4\n",
        "  ownerReferences: [{apiVersion: v1, kind: A, name: b, uid: c}]\n",
    ],
)
def test_what_a_cluster_fills_in_is_ignored(metadata: str) -> None:
    (found,) = _with(metadata).of("XPKG722")
    field = metadata.strip().partition(":")[0]
    assert found.message == (
        f"CustomResourceDefinition things.nop.example.org has metadata.{field}, which is ignored"
    )
    assert (found.severity, found.place.field) == (Severity.INFO, f"metadata.{field}")


def test_several_are_told_at_once() -> None:
    judged = _with("  namespace: a\n", "status: {storedVersions: [v1]}\n")
    assert judged.said("XPKG722").endswith("has metadata.namespace and status, which are ignored")


@pytest.mark.parametrize(
    ("metadata", "more"),
    [
        ("  creationTimestamp: null\n", ""),
        ("  namespace: ''\n  ownerReferences: []\n", ""),
        ("", "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: null}\n"),
    ],
)
def test_empty_values_of_generators_are_not_reported(metadata: str, more: str) -> None:
    assert _with(metadata, more).of("XPKG722") == []


def test_an_object_with_a_resource_version_is_refused() -> None:
    (found,) = _with("  resourceVersion: '5'\n").of("XPKG722")
    assert found.severity is Severity.ERROR
    assert found.says == "resourceVersion should not be set on objects to be created"


@pytest.mark.parametrize("version", ["''", "'0'", "abc"])
def test_a_resource_version_that_says_nothing_is_not_refused(version: str) -> None:
    assert _with(f"  resourceVersion: {version}\n").of("XPKG722") == []


@pytest.mark.parametrize("field", ["uid: abc", "deletionTimestamp: '2024-01-01T00:00:00Z'"])
def test_an_object_with_an_identity_cannot_be_updated(field: str) -> None:
    (found,) = _with(f"  {field}\n").of("XPKG722")
    assert found.severity is Severity.WARNING
    assert (found.says or "").endswith("Invalid value: field is immutable")


def test_a_meta_object_is_not_looked_at() -> None:
    assert judge_stream(changed(PROVIDER, "  annotations:", "  namespace: a\n  annotations:")).of("XPKG722") == []
