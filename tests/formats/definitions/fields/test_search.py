"""The search over all fields: which are found, in which order, and by which words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldOwner

_TEXT = {"type": "string"}


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields}


_BUCKET = _object(
    spec=_object(
        region=_TEXT, regionName=_TEXT, bucketRegion=_TEXT, tags={"type": "array", "items": _object(key=_TEXT)}
    )
)
_QUEUE = _object(spec=_object(forProvider=_object(region=_TEXT, subregion=_TEXT), arrange=_TEXT, bucket=_TEXT))


def _index() -> FieldIndex:
    found = FieldIndex()
    for number, (kind, schema) in enumerate((("Bucket", _BUCKET), ("Queue", _QUEUE))):
        found.add(FieldOwner(number=number, group="example.org", kind=kind, version="v1"), schema, set())
    return found


def _found(words: str, most: int = 100) -> list[str]:
    return [f"{one.owner.kind} {one.path}".rstrip() for one in _index().search(words, most).best]


def test_the_name_of_a_field_counts_first() -> None:
    assert _found("region") == [
        "Bucket spec.region",
        "Queue spec.forProvider.region",
        "Bucket spec.regionName",
        "Bucket spec.bucketRegion",
        "Queue spec.forProvider.subregion",
    ]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("REGION", "Bucket spec.region"),
        ("spec.region", "Bucket spec.region"),
        ("forProvider.region", "Queue spec.forProvider.region"),
        ("fprgn", "Queue spec.forProvider.region"),
        ("queue region", "Queue spec.forProvider.region"),
        ("region bucket", "Bucket spec.region"),
        ("tags key", "Bucket spec.tags[].key"),
        ("queue", "Queue"),
        ("bucket", "Bucket"),
    ],
)
def test_the_best_match(words: str, first: str) -> None:
    assert _found(words)[0] == first


def test_fields_of_a_kind_come_behind_fields_of_that_name() -> None:
    found = _found("bucket")
    assert found[:3] == ["Bucket", "Queue spec.bucket", "Bucket spec.bucketRegion"]
    assert "Bucket spec.tags" in found[3:]


@pytest.mark.parametrize("words", ["", "   ", "zzz", "region zzz"])
def test_what_matches_nothing(words: str) -> None:
    assert _index().search(words, 10).count == 0


def test_all_matches_are_counted() -> None:
    found = _index().search("region", 2)
    assert (len(found.best), found.count) == (2, 5)


@given(st.text("regionbucket. []", max_size=6), st.text("regionbucket. []", max_size=3))
def test_an_index_that_was_asked_before_finds_as_a_new_one(first: str, more: str) -> None:
    known = _index()
    known.search(first, 100)
    assert known.search(first + more, 100) == _index().search(first + more, 100)


def test_what_another_version_has_too_is_listed_once() -> None:
    found, met = FieldIndex(), set[str]()
    for version, schema in (("v1", _BUCKET), ("v1beta1", _object(spec=_object(region=_TEXT, zone=_TEXT)))):
        found.add(FieldOwner(number=0, group="example.org", kind="Bucket", version=version), schema, met)
    assert [(one.owner.version, one.path) for one in found.search("zone", 9).best] == [("v1beta1", "spec.zone")]
    assert [one.owner.version for one in found.search("spec.region", 9).best if one.path == "spec.region"] == ["v1"]
