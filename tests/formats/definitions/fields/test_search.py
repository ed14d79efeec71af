"""The search over all fields: which are found, in which order, and by which words."""

from typing import Any

from builders.cases import each_row
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


@each_row(
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


@each_row("words", ["", "   ", "zzz", "region zzz"])
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


def test_what_an_index_holds_can_be_kept_and_read_back() -> None:
    first, again = _index(), FieldIndex()
    again.add(FieldOwner(number=9, group="example.org", kind="Queue", version="v0"), _object(region=_TEXT), set())
    again.extend(first.content, first.owners)
    assert first.content.owners == tuple(first.owners)
    assert (len(first.content.paths), first.size) == (11, 12)
    found = again.search("region", 100)
    assert [one.path for one in found.best][:2] == ["region", "spec.region"]
    assert found.best[1].owner == first.owners[0]
    assert found.count == 6
    assert dict(zip(first.content.paths, first.content.types, strict=True))["spec.tags"] == "list of objects"
    assert dict(zip(first.content.paths, first.content.owned, strict=True))["spec"] == (0, 1)


@each_row(
    ("word", "paths"),
    [
        ("abc", ["abc", "x.abc", "abcd", "xAbc", "x-abc", "zzzzabc", "abc.q", "a_b_c", "a.b.c"]),
        ("abc.q", ["abc.q"]),
        ("ABC Q", ["abc.q"]),
    ],
)
def test_matches_come_in_order_of_how_well_they_match(word: str, paths: list[str]) -> None:
    index = FieldIndex()
    schema = _object(
        abcd=_TEXT, xAbc=_TEXT, zzzzabc=_TEXT, abc=_object(q=_TEXT), a_b_c=_TEXT, a=_object(b=_object(c=_TEXT)),
        x=_object(abc=_TEXT), **{"x-abc": _TEXT},
    )  # fmt: skip
    index.add(FieldOwner(number=0, group="g", kind="Kind", version="v1"), schema, set())
    assert [one.path for one in index.search(word, 100).best] == paths


def test_maps_and_names_with_dots_have_paths() -> None:
    index = FieldIndex()
    schema = _object(**{"a.b": _object(c=_TEXT)}, m={"additionalProperties": _object(d=_TEXT)}, n={"items": _TEXT})
    index.add(FieldOwner(number=0, group="g", kind="Kind", version="v1"), schema, set())
    assert index.content.paths == ('["a.b"]', "m", "n", "m.*.d", '["a.b"].c')
    assert index.content.types == ("object", "map of objects", "list of string", "string", "string")
    assert [one.path for one in index.search("a.b", 9).best] == ['["a.b"]', '["a.b"].c']
    assert index.search("kind c", 9).best[0].path == '["a.b"].c'


def test_a_word_beyond_the_fourth_and_letters_beyond_a_hundred_do_not_count() -> None:
    assert _found("spec region bucket tags zzz") == _found("spec region bucket tags")
    index = FieldIndex()
    index.add(FieldOwner(number=0, group="g", kind="K", version="v1"), _object(**{"a" * 100: _TEXT}), set())
    assert index.search("a" * 120, 9).count == 1
    assert index.search("a" * 101, 9).best[0].path == "a" * 100


def test_a_path_beyond_a_thousand_letters_is_not_found() -> None:
    for length, count in ((1_024, 1), (1_025, 0)):
        index = FieldIndex()
        index.add(FieldOwner(number=0, group="g", kind="K", version="v1"), _object(**{"a" * length: _TEXT}), set())
        assert index.search("a", 9).count == count


def test_four_words_of_a_search_are_looked_for() -> None:
    assert _index().search("region region region region nothing", 9).count == _index().search("region", 9).count
    assert _index().search("region region region nothing", 9).count == 0
