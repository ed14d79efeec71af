"""Two packages compared: objects are matched by name, and what differs has its place on both sides."""

import json
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.case_facts import case_about
from builders.packages.notebook.format import NOTEBOOK
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.changes.comparison import Changes, PackageComparison, side_of
from xpkgtui.formats.changes.object_rules import both_texts
from xpkgtui.formats.changes.objects import leaves
from xpkgtui.formats.known import change_rules
from xpkgtui.formats.xpkg.objects.shapes import definition_of
from xpkgtui.limits import Limits
from xpkgtui.rules.changes.change import Change, Level, Weight
from xpkgtui.rules.changes.rule import At, Words, change

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\ndata:\n  a: {value}\n"
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: {plural}.{group}
spec:
  group: {group}
  scope: Namespaced
  names:
    kind: Bucket
    plural: {plural}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              region:
                type: {type}
"""


def crd(type: str = "string", plural: str = "buckets", group: str = "example.org") -> str:
    """A definition with one field, `spec.region`."""
    return CRD.format(type=type, plural=plural, group=group)


def compared(
    old: str, new: str, limits: Limits | None = None, changes: Changes | None = None
) -> tuple[list[Change], PackageComparison, int]:
    """The changes of two streams, the comparison at its end, and how many objects do not differ."""
    sides = []
    for name, text in (("old", old), ("new", new)):
        case = case_about(name, limits=limits) if limits else case_about(name)
        sides.append(side_of(case, text.encode(), NOTEBOOK.ruleset()))
    comparison = PackageComparison(sides[0], sides[1], changes or Changes())
    slices = list(comparison.slices())
    return [one for part in slices for one in part.changes], comparison, slices[-1].equal


def stream(*documents: str) -> str:
    return "---\n".join(documents)


def test_order_and_writing_are_no_changes() -> None:
    one, other = CONFIG_MAP.format(name="a", value="1"), CONFIG_MAP.format(name="b", value="2")
    written = one.replace("metadata:\n  name: a", "metadata: {name: a}")
    changes, comparison, equal = compared(stream(one, other), stream(other, written))
    assert (changes, comparison.unread, equal) == ([], "", 2)


def test_a_change_has_its_lines_on_both_sides() -> None:
    before = CONFIG_MAP.format(name="a", value="1")
    (one,), _, _ = compared(stream(before, crd()), stream(before, crd("integer")))
    assert one.old is not None
    assert one.new is not None
    assert (one.id, one.field, one.before, one.after) == ("CHG132", "spec.region", '"string"', '"integer"')
    assert (one.old.document, one.old.line, one.new.line) == (2, 30, 30)
    assert one.old.field == "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.region.type"


def test_definitions_that_are_gone_or_new_name_their_successor() -> None:
    changes, _, _ = compared(crd(), crd(group="m.example.org"))
    assert [(one.id, one.message) for one in changes] == [
        ("CHG116", "Bucket is new: v1"),
        ("CHG115", "Bucket is removed; Bucket of m.example.org may take its place"),
    ]


def test_objects_of_any_kind() -> None:
    old = stream(CONFIG_MAP.format(name="a", value="1"), CONFIG_MAP.format(name="b", value="1"))
    new = stream(CONFIG_MAP.format(name="a", value="2"), CONFIG_MAP.format(name="c", value="1"))
    changes, _, _ = compared(old, new)
    assert [(one.id, one.message) for one in changes] == [
        ("CHG603", "data.a is 2, was 1"),
        ("CHG602", "ConfigMap c is new"),
        ("CHG601", "ConfigMap b is removed"),
    ]


def test_a_place_in_a_document_of_one_long_line_is_found() -> None:
    line = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"x": "%s", "b": "%d"}}\n'
    changes, _, _ = compared(line % ("x" * 30_000, 1), line % ("x" * 30_000, 2))
    (one,) = changes
    assert one.new is not None
    assert (one.new.line, one.new.column) == (1, line.index('"b"') + 30_000 - 1)


def test_two_objects_of_one_name_are_matched_in_their_order() -> None:
    first, second = (CONFIG_MAP.format(name="a", value=value) for value in "12")
    changes, _, equal = compared(stream(first, second), stream(first, second.replace("2", "3")))
    assert (equal, [one.message for one in changes]) == (1, ["data.a is 3, was 2"])


@pytest.mark.parametrize("sides", [(True, False), (False, True)], ids=["old", "new"])
def test_a_document_that_cannot_be_read_leaves_it_undecided(sides: tuple[bool, bool]) -> None:
    broken = CONFIG_MAP.format(name="a", value="[")
    texts = [broken if is_broken else CONFIG_MAP.format(name="a", value="1") for is_broken in sides]
    (one,), comparison, _ = compared(texts[0], texts[1])
    side = "old" if sides[0] else "new"
    assert (one.id, comparison.unread) == ("CHG001", f"a document of the {side} package cannot be read")
    assert one.message.startswith("was not compared: ")
    assert one.old is not None
    assert one.new is not None
    assert (one.old.line, one.new.line) == (1, 1)


@pytest.mark.parametrize("rest", ["a: [\n", "--- a\nb: c\n"], ids=["broken", "stopped"])
@pytest.mark.parametrize("is_old", [True, False], ids=["old", "new"])
def test_what_a_side_lacks_that_was_not_read_whole_is_neither_gone_nor_new(rest: str, is_old: bool) -> None:
    short, long = (
        stream(CONFIG_MAP.format(name="a", value="1"), rest),
        stream(CONFIG_MAP.format(name="a", value="1"), crd()),
    )
    changes, comparison, _ = compared(*((short, long) if is_old else (long, short)))
    assert {one.id for one in changes} == {"CHG001"}
    assert comparison.unread


@pytest.mark.parametrize("is_old", [True, False], ids=["old", "new"])
def test_an_object_that_one_side_has_twice_is_neither_gone_nor_new(is_old: bool) -> None:
    once, twice = crd(), stream(crd(), crd())
    changes, comparison, _ = compared(*((twice, once) if is_old else (once, twice)))
    assert (changes, comparison.unread) == ([], "")


def test_which_of_two_objects_of_one_name_counts_is_undecided() -> None:
    changes, comparison, _ = compared(stream(crd(), crd("integer")), crd())
    assert [one.id for one in changes] == ["CHG001"]
    assert comparison.unread == "the old package has two objects of one name"


def test_a_part_that_is_too_deep_to_compare_leaves_the_comparison_undecided() -> None:
    old, new = (crd(one).replace("region:", f"{'x' * 1_021}:") for one in ("string", "integer"))
    changes, comparison, _ = compared(old, new)
    assert [one.id for one in changes] == ["CHG161", "CHG190"]
    assert comparison.unread == "a part of an object is too large or too deep to compare"


@pytest.mark.parametrize("is_old", [True, False], ids=["old", "new"])
def test_what_a_decoder_refuses_is_undecided(is_old: bool) -> None:
    texts = [crd(), crd().replace("type: string", "type: string\n                enum: {a: 1}")]
    old, new = reversed(texts) if is_old else texts
    changes, comparison, _ = compared(old, new, changes=Changes(struct=definition_of))
    (one,) = changes
    place = one.old if is_old else one.new
    assert place is not None
    assert (one.id, place.line) == ("CHG001", 24)
    assert one.message.endswith("region.enum is a mapping, expected a list")
    assert comparison.unread.startswith(f"a document of the {'old' if is_old else 'new'} package is not of the type")


def test_a_stream_that_was_not_read_to_its_end_leaves_it_undecided() -> None:
    many = stream(*(CONFIG_MAP.format(name=f"a{number}", value="1") for number in range(4)))
    _, comparison, _ = compared(many, many, Limits(documents=2))
    assert "cannot be read to its end" in comparison.unread


JSON = st.recursive(
    st.booleans() | st.integers(-2, 2) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abn", max_size=2), inner, max_size=3),
    max_leaves=12,
)


def at(value: Any, path: tuple[str | int, ...] | None) -> Any:
    for part in path or ():
        value = value[part]
    return value


@given(JSON, JSON)
def test_leaves_are_where_two_values_differ(old: Any, new: Any) -> None:
    found = list(leaves(old, new))
    assert bool(found) is (repr(old) != repr(new)) or old == new
    for leaf in found:
        assert leaf.old is None or at(old, leaf.old) == leaf.before
        assert leaf.new is None or at(new, leaf.new) == leaf.after
    assert list(leaves(old, old)) == []


def test_rules_about_changes_are_whole_and_weighed() -> None:
    every = change_rules()
    assert len({one.id for one in every}) == len(every) > 50
    assert [one.id for one in every if not (one.opening and one.why and one.bites and one.fix and one.source)] == []
    assert all(
        weights == tuple(sorted(weights, reverse=True)) for one in every for weights in (one.clients, one.stored)
    )


def test_a_rule_that_lacks_a_part_of_its_manual_does_not_import() -> None:
    with pytest.raises(TypeError, match="CHG999 lacks Why"):

        @change("CHG999", "A title", clients="B", stored="B")
        def lacking(at: At) -> Words:
            """What it is."""
            return Words(message=str(at.field))


def test_levels_weigh_one_change_differently() -> None:
    (one,), _, _ = compared(crd(), crd("integer"))
    weights = [one.weights.at(level) for level in (Level.CLIENTS, Level.STORED, Level.STRICT, Level.OLMV1)]
    assert weights == [Weight.BREAKS, Weight.CHECK, Weight.BREAKS, Weight.BREAKS]


@each_row("name", ["a; rm -rf ~", "$(id)", "`id`", "-x", "a\nb", 'a"b', "a'b", "=x", "a|b", "é"])
def test_nothing_of_a_package_runs_in_a_command(name: str) -> None:
    """Names that a shell could take for something else are not in what is pasted."""
    quoted = json.dumps(name, ensure_ascii=False)
    old = crd().replace("              region:", f"              {quoted}: {{type: string}}\n              region:")
    gone = crd().replace("name: buckets.example.org", f"name: {quoted}")
    for before, after in ((old, crd()), (gone, CONFIG_MAP.format(name="a", value="1"))):
        changes, _, _ = compared(before, after)
        commands = [str(line) for one in changes for line in one.first if isinstance(line, PrintedCommand)]
        assert commands
        assert [line for line in commands if name in line and name != "-x"] == []
        assert [line for line in commands if f" {name}" in line] == []


ODD = (3, "x", [1], {"a": 1}, None, [{"a": [1]}], True)
WORDS = (
    *("type", "enum", "properties", "required", "items", "additionalProperties", "x-kubernetes-validations"),
    *("pattern", "minimum", "default", "format", "nullable", "oneOf", "not", "x-kubernetes-list-map-keys"),
)


@each_row("old", ODD)
def test_values_of_wrong_types_are_compared(old: Any) -> None:
    """A field for each keyword, whose value is a wrong one."""
    for new in ODD:
        before, after = (
            crd().replace(
                "              region:\n                type: string\n",
                "".join(f"              a-{word}: {json.dumps({word: value})}\n" for word in WORDS),
            )
            for value in (old, new)
        )
        assert before != crd()
        changes, comparison, _ = compared(before, after)
        assert comparison.unread == ""
        assert "CHG002" not in [one.id for one in changes]


def test_a_comparison_that_fails_says_so_and_leaves_it_undecided() -> None:
    def fails(old: object, new: object) -> Any:
        raise ValueError("oh")

    pairs = (("1", "string"), ("2", "integer"))
    texts = [stream(CONFIG_MAP.format(name="a", value=value), crd(kind)) for value, kind in pairs]
    sides = [side_of(case_about("x"), text.encode(), NOTEBOOK.ruleset()) for text in texts]
    comparison = PackageComparison(sides[0], sides[1], Changes(pairs={("", "ConfigMap"): fails}))
    found = [one.id for part in comparison.slices() for one in part.changes]
    assert (found, comparison.unread) == (["CHG002", "CHG132"], "a comparison failed")


def test_long_texts_are_told_apart_by_what_differs() -> None:
    old, new = (
        "registry.example.com/tidewater/provider-sql:v0.8.0",
        "registry.example.com/tidewater/provider-sql:v0.9.0",
    )
    assert both_texts(old, new) == 'is "…provider-sql:v0.9.0", was "…provider-sql:v0.8.0"'
    assert both_texts("a/b", "a/c") == 'is "a/c", was "a/b"'
    assert both_texts(old, None) == f'is null, was "{old}"'


def test_many_objects_are_matched_in_slices_of_their_own() -> None:
    text = "---\n".join(CONFIG_MAP.format(name=f"a{number}", value=1) for number in range(15_000))
    case = case_about("x")
    old, new = (side_of(case, each.encode(), NOTEBOOK.ruleset()) for each in (text, text.replace(": a7\n", ": b\n")))
    slices = list(PackageComparison(old, new, Changes()).slices())
    assert len(slices) > 2
    assert not slices[0].changes
    assert [(one.name.name, one.presence) for part in slices for one in part.objects] == [
        ("b", "new"),
        ("a7", "gone"),
    ]
    assert slices[-1].total == 2
    assert slices[-1].equal == 14_999


def test_objects_that_differ_in_their_writing_only_are_equal() -> None:
    old, new = crd(), crd().replace("group: example.org", "group: 'example.org'")
    sides = [side_of(case_about("x"), text.encode(), NOTEBOOK.ruleset()) for text in (old, new)]
    last = list(PackageComparison(sides[0], sides[1], Changes()).slices())[-1]
    assert (last.total, last.equal, last.objects) == (0, 1, ())
