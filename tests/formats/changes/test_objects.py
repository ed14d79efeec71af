"""Two objects of any kind, compared field by field, and where each change stands; and definitions of one side."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.packages.case_facts import case_about
from builders.packages.compared import changes_of_files
from builders.packages.notebook.format import NOTEBOOK

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.comparison import Changes, PackageComparison, document_text, side_of
from xpkgtui.formats.changes.objects import Leaf, is_words, leaves
from xpkgtui.formats.changes.side import Side, Thing
from xpkgtui.formats.definitions.changes import schema_rules
from xpkgtui.limits import ReachedLimit
from xpkgtui.readers.reader import Part, Reading
from xpkgtui.rules.changes.change import Change, Level
from xpkgtui.rules.changes.rule import At, Difference

HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
LONG = "registry.example.com/tidewater/provider-sql:v0"
OBJECTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a value": ({"data": {"a": 1}}, {"data": {"a": 2}}),
    "a field that is new": ({"data": {}}, {"data": {"a": [1, {"b": "c"}]}}),
    "a field that is gone": ({"data": {"a": None, "b": "c"}}, {"data": {"a": 1}}),
    "no and none": ({"data": {"a": False}}, {"data": {"a": 0}}),
    "long texts": ({"data": {"image": f"{LONG}.8.0"}}, {"data": {"image": f"{LONG}.9.0"}}),
    "long texts that end alike": ({"data": {"a": f"{LONG}"}}, {"data": {"a": f"{LONG}.9.0"}}),
    "texts of forty": ({"data": {"a": f"{'x' * 17}/{'a' * 22}"}}, {"data": {"a": f"{'x' * 17}/{'b' * 22}"}}),
    "texts of forty-one": ({"data": {"a": f"{'x' * 17}/{'a' * 23}"}}, {"data": {"a": f"{'x' * 17}/{'b' * 22}"}}),
    "texts of sixteen": ({"data": {"a": f"{'x' * 15}/{'a' * 30}"}}, {"data": {"a": f"{'x' * 15}/{'b' * 30}"}}),
    "texts of seventeen": ({"data": {"a": f"{'x' * 16}/{'a' * 30}"}}, {"data": {"a": f"{'x' * 16}/{'b' * 30}"}}),
    "a very long value": ({"data": {"a": "b"}}, {"data": {"a": "c" * 4_096}}),
    "a value of 4,096 characters": ({"data": {"a": "b"}}, {"data": {"a": "c" * 4_094}}),
    "named entries": (
        {"list": [{"name": "a", "x": 1}, {"name": "b", "x": 1}, {"name": "c"}]},
        {"list": [{"name": "c", "x": 3}, {"name": "a", "x": 2}, {"name": "d"}]},
    ),
    "entries of one name": ({"list": [{"name": "a"}, {"name": "a"}]}, {"list": [{"name": "a"}]}),
    "entries without names": ({"list": [{"name": "a"}, {"x": 1}]}, {"list": [{"name": "a"}, {"x": 2}]}),
    "another list": ({"list": [1, 2]}, {"list": [1]}),
    "a list and a mapping": ({"list": [{"name": "a"}]}, {"list": {"a": 1}}),
    "what a cluster writes": (
        {"status": {"a": 1}, "metadata": {"uid": 1, "resourceVersion": "1", "creationTimestamp": None}},
        {"status": {"a": 2}, "metadata": {"uid": 2, "resourceVersion": "2", "creationTimestamp": "x"}},
    ),
    "words": (
        {"metadata": {"labels": {"a": "b"}}, "spec": {"description": "a", "icon": [1], "keywords": ["a"]}},
        {"metadata": {"labels": {"a": "c"}}, "spec": {"description": "b", "icon": [2], "keywords": ["b"]}},
    ),
    "more words": (
        {"spec": {"displayName": "a", "maintainers": [{"name": "a"}], "links": [{"name": "a", "url": "b"}]}},
        {"spec": {"displayName": "b", "maintainers": [{"name": "b"}], "links": [{"name": "a", "url": "c"}]}},
    ),
}


def text_of(fields: dict[str, Any]) -> str:
    """An object with these fields, a line each."""
    meta = {"name": "a", **fields.get("metadata", {})}
    rest = {"apiVersion": "v1", "kind": "ConfigMap", **fields, "metadata": meta}
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in rest.items())


def sides(old: str, new: str) -> tuple[Side, Side]:
    """The sides of a comparison of two streams."""
    before, after = (side_of(case_about("x"), text.encode(), NOTEBOOK.ruleset()) for text in (old, new))
    return before, after


def described(old: str, new: str) -> list[str]:
    """All changes of two streams, with their places and weights."""
    lines = []
    comparison = PackageComparison(*sides(old, new), Changes())
    for one in (change for part in comparison.slices() for change in part.changes):
        ranks = "".join("-" if weight is None else weight.name[0] for weight in map(one.weights.at, Level))
        lines.append(f"  {one.id} {ranks} {one.object}: {one.message}")
        places = [
            place and f"{place.field} {place.line}:{place.column} {place.document}" for place in (one.old, one.new)
        ]
        values = [
            value if value is None or len(value) < 99 else f"{len(value)} characters"
            for value in (one.before, one.after)
        ]
        lines.append(f"    {one.field}: {values[0]} -> {values[1]} at {places[0]} -> {places[1]}; {one.who}")
    return lines + ([f"  {comparison.unread}"] if comparison.unread else [])


def test_what_is_said_of_two_objects(golden: Golden) -> None:
    lines = []
    for name, (old, new) in OBJECTS.items():
        lines += [name, *described(text_of(old), text_of(new))]
    golden("changes_of_objects", "\n".join(lines) + "\n")


@pytest.mark.parametrize(("count", "ids"), [(200, ["CHG603"] * 200), (201, ["CHG603"] * 200 + ["CHG001"])])
def test_two_hundred_fields_of_an_object_are_listed(count: int, ids: list[str]) -> None:
    old, new = ({"data": {f"k{number}": side for number in range(count)}} for side in "ab")
    comparison = PackageComparison(*sides(text_of(old), text_of(new)), Changes())
    found = [one for part in comparison.slices() for one in part.changes]
    assert [one.id for one in found] == ids
    if count > 200:
        assert found[-1].message == "was not compared: more than 200 of its fields differ"


@each_row(("depth", "length"), [(63, 64), (64, 64), (70, 64)])
def test_what_lies_too_deep_is_one_field(depth: int, length: int) -> None:
    old: Any = {"x": 1}
    new: Any = {"x": 2}
    for _ in range(depth):
        old, new = {"a": old}, {"a": new}
    (one,) = leaves(old, new)
    assert one.new is not None
    assert len(one.new) == length


def test_leaves_name_the_place_on_both_sides() -> None:
    old = {"a": [{"name": "x", "v": 1}, {"name": "y"}], "b": 1}
    new = {"c": 1, "a": [{"name": "z"}, {"name": "x", "v": 2}]}
    assert list(leaves(old, new, ("r",))) == [
        Leaf(None, ("r", "c"), None, 1),
        Leaf(None, ("r", "a", 0), None, {"name": "z"}),
        Leaf(("r", "a", 0, "v"), ("r", "a", 1, "v"), 1, 2),
        Leaf(("r", "a", 1), None, {"name": "y"}, None),
        Leaf(("r", "b"), None, 1, None),
    ]


@each_row(
    ("path", "is_so"),
    [
        (("metadata", "labels"), True),
        (("metadata", "name"), False),
        (("spec", "name"), False),
        (("spec", "x", 0, "description"), True),
    ],
)
def test_what_no_program_acts_on_is_words(path: tuple[str | int, ...], is_so: bool) -> None:
    assert is_words(path) is is_so


@pytest.mark.parametrize(("count", "unread"), [(20_000, ""), (20_001, "more than 20,000 changes")])
def test_twenty_thousand_changes_are_listed(count: int, unread: str) -> None:
    def compare(_old: Side, _new: Side) -> Iterator[tuple[None, Difference]]:
        return ((None, object_rules.removed(At(), "it")) for _ in range(count))

    comparison = PackageComparison(*sides(HEAD, HEAD), Changes(sides=compare))
    (last,) = comparison.slices()
    assert (len(last.changes), comparison.unread) == (20_000, unread)


def test_descriptions_beyond_ten_thousand_are_counted() -> None:
    def compare(_old: Thing | None, _new: Thing | None) -> Iterator[Difference]:
        return (schema_rules.described(At(field="spec.a"), "description") for _ in range(12_000))

    before, after = (f"{HEAD}apiVersion: v1\nkind: A\nmetadata:\n  name: {one}\n" for one in "ab")
    comparison = PackageComparison(*sides(before, after), Changes(pairs={("", "A"): compare}))
    slices = list(comparison.slices())
    assert slices[-1].changes[-1].message == "14,000 more descriptions are not listed: other texts, too"
    counted = [sum(map(len, each)) for each in zip(*((one.changes, one.objects) for one in slices), strict=True)]
    assert (counted, comparison.unread) == ([10_001, 2], "")


FILES = {"notebook.yaml": "apiVersion: notes/v1\nkind: Notebook\nmetadata:\n  name: a\n"}
NOTE = "apiVersion: notes/v1\nkind: Note\nmetadata:\n  name: b\ntext: c\n"


def test_a_change_of_a_folder_stands_in_its_file() -> None:
    old, new = ({**FILES, "one.yaml": NOTE, "two.yaml": f"# two\n---\n{text}"} for text in ("text: a\n", "text: b\n"))
    found = changes_of_files(NOTEBOOK, old, new)
    assert [(one.message, one.object and one.object.name) for one in found] == [('text is "b", was "a"', "two.yaml")]
    (one,) = found
    assert one.old is not None
    assert one.new is not None
    assert (one.old.file, one.old.line, one.new.file, one.new.line) == ("two.yaml", 3, "two.yaml", 3)


def test_the_text_of_a_document_begins_at_its_line() -> None:
    side, _ = sides(f"{HEAD}---\nkind: B\n", HEAD)
    assert document_text(side, 1) == (HEAD, 1)
    assert document_text(side, 2) == ("kind: B\n", 6)
    assert document_text(side, 3) == ("", 1)
    assert document_text(side, None) == ("", 1)
    odd = side_of(case_about("x"), b"kind: A\n# \xff\n", NOTEBOOK.ruleset())
    assert document_text(odd, 1) == ("kind: A\n# \ufffd\n", 1)


CATALOG_TEXT = (
    "schema: olm.package\nname: tide\n---\n"
    "schema: olm.channel\npackage: tide\nname: {name}\nentries: [{{name: {entry}}}]\n"
)


def test_documents_of_a_catalog_are_matched_by_schema_package_and_name() -> None:
    old, new = (
        side_of(case_about("x"), CATALOG_TEXT.format(name="slow", entry=entry).encode(), CATALOG.ruleset())
        for entry in ("a", "b")
    )
    assert [tuple(key) for key in new.chunks] == [("", "olm.package", "tide", 0), ("tide", "olm.channel", "slow", 0)]
    found = [one for part in PackageComparison(old, new, Changes()).slices() for one in part.changes]
    assert [str(one.object) for one in found] == ["olm.channel slow"] * 2
    assert [one.message for one in found] == [
        'entries[0] is {"name":"b"}, was not there',
        'entries[0] is gone, was {"name":"a"}',
    ]


def test_an_object_of_which_a_package_has_one_is_matched_whatever_its_name() -> None:
    first, second = (f"apiVersion: a/v1\nkind: Sole\nmetadata: {{name: {name}}}\n" for name in "xy")
    sole = Changes(sole=frozenset({("a", "Sole")}))
    for changes, ids in ((sole, ["CHG603"]), (Changes(), ["CHG602", "CHG601"])):
        found = [one for part in PackageComparison(*sides(first, second), changes).slices() for one in part.changes]
        assert [one.id for one in found] == ids
    both = f"{first}---\n{second}"
    last = list(PackageComparison(*sides(both, both), sole).slices())[-1]
    assert (last.equal, last.changes) == (2, ())


def test_a_limit_that_a_side_reached_leaves_it_undecided() -> None:
    limit = ReachedLimit(name="documents", most=1)
    new = side_of(case_about("x", reached=(limit,)), HEAD.encode(), NOTEBOOK.ruleset())
    comparison = PackageComparison(sides(HEAD, HEAD)[0], new, Changes())
    list(comparison.slices())
    assert comparison.unread == limit.sentence


def test_a_place_names_layer_file_and_field() -> None:
    reading = Reading(reader="manager-2.4", layer=2, parts=(Part(name="package.yaml"),))
    side = side_of(case_about("x", reading=reading), f"{HEAD}data:\n  a: b\n".encode(), NOTEBOOK.ruleset())
    (chunk,) = side.chunks.values()
    place = side.place(chunk, FieldPath(("data", "a")))
    assert (place.layer, place.path, place.field, place.line, place.column) == (2, "package.yaml", "data.a", 6, 3)
    whole = side.place(chunk, FieldPath(()))
    assert (whole.field, whole.line, whole.column, whole.document) == (None, 1, None, 1)
    gone = side.place(chunk, FieldPath(("data", "x")))
    assert (gone.field, gone.line) == ("data.x", 5)


def crd(name: str = "buckets.example.org", kind: str = "Bucket") -> str:
    """A definition of this name."""
    plural, _, group = name.partition(".")
    return (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
        f"metadata: {{name: {name}}}\nspec:\n  group: {group}\n  names: {{kind: {kind}, plural: {plural}}}\n"
        "  versions: [{name: v1}, {name: v2}]\n"
    )


OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: buckets.example.com}\n"


def compared(old: list[str], new: list[str], **stored: tuple[str, ...]) -> list[Change]:
    """The changes of two packages with these documents."""
    before, after = (
        side_of(
            case_about("x", stored=tuple((f"{name}.example.org", versions) for name, versions in stored.items())),
            "---\n".join(documents).encode(),
            NOTEBOOK.ruleset(),
        )
        for documents in (old, new)
    )
    return [one for part in PackageComparison(before, after, Changes()).slices() for one in part.changes]


def test_a_new_definition_is_told_with_its_versions() -> None:
    (one,) = compared([OTHER], [OTHER, crd()])
    assert (one.id, one.message, one.before) == ("CHG116", "Bucket is new: v1, v2", None)
    assert one.after == '{"group":"example.org","kind":"Bucket","plural":"buckets"}'
    assert one.old is None
    assert one.new is not None
    assert (one.new.line, one.new.document) == (5, 2)


@each_row(
    ("new", "successor"),
    [
        ([crd("buckets.example.com")], "; Bucket of example.com may take its place"),
        ([crd("buckets.example.com"), crd("buckets.example.net")], ""),
        ([crd("pails.example.com")], ""),
        ([OTHER], ""),
        ([], ""),
    ],
)
def test_a_definition_that_is_gone_names_the_one_new_one_of_its_plural(new: list[str], successor: str) -> None:
    (one, *_) = [one for one in compared([crd()], new) if one.id == "CHG115"]
    assert one.message == f"Bucket is removed{successor}"
    assert one.who == "Clusters with objects of buckets.example.org: nothing acts on them any more."
    assert one.before == '{"group":"example.org","kind":"Bucket","plural":"buckets"}'
    assert (one.after, one.new) == (None, None)


def test_a_definition_that_was_there_before_takes_no_place() -> None:
    both = [crd(), crd("buckets.example.com")]
    (one,) = compared(both, both[1:])
    assert one.message == "Bucket is removed"


def test_what_the_cluster_stores_is_asked_by_the_name_of_the_definition() -> None:
    old, new = crd(), crd().replace("[{name: v1}, {name: v2}]", "[{name: v2}]")
    assert compared([old], [new])[0].message == "v1 is removed"
    assert compared([old], [new], buckets=("v2",))[0].message == "v1 is removed; this cluster stores nothing in it"
    stored = compared([old], [new], buckets=("v1",))[0].message
    assert stored == "v1 is removed, and this cluster stores objects in it"
    assert compared([old], [new], pails=("v1",))[0].message == "v1 is removed"
