"""What all formats share: texts of facts, objects of a cluster, outlines of definitions, objects of a package."""

from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.notebook.format import NOTEBOOK
from builders.packages.used import objects_in

from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.formats import fact, known
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.definition_outline import Outline, VersionOutline, definition_outline
from xpkgtui.formats.install_modes import gate
from xpkgtui.formats.package_objects import PackageObjects, location, sole_meta
from xpkgtui.formats.permissions.manifests import MANIFESTS
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.used_images.pods import PODS
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION


@each_row(
    ("value", "text"),
    [
        (None, ""),
        ("a", "a"),
        (True, "true"),
        (False, "false"),
        (5, "5"),
        (2**1023, str(2**1023)),
        (2**1024, "(a number of many digits)"),
        (1.5, "1.5"),
        ([1], "(1 entry)"),
        ({"a": 1, "b": 2}, "(2 entries)"),
        (object(), ""),
    ],
)
def test_a_value_as_a_text(value: object, text: str) -> None:
    assert fact.text(value) == text


def test_texts_are_cut_and_rows_counted() -> None:
    assert fact.brief("x" * 300) == "x" * 300
    assert fact.brief("x" * 301) == f"{'x' * 300}… (301 characters)"
    assert fact.listed(["a"] * 20) == ", ".join("a" * 20)
    assert fact.listed(["a"] * 21) == f"{', '.join('a' * 20)} and 1 more"
    assert fact.listed(["y" * 121, 1], 1) == f"{'y' * 120}… (121 characters) and 1 more"


def test_facts_of_an_object() -> None:
    value = {"apiVersion": "v1", "kind": "A", "metadata": {"name": "b"}, "spec": {"c": 1}}
    assert fact.identity(value) == ("object", "A b  v1")
    assert fact.identity({}) == ("object", " (no name)  ")
    assert (fact.metadata(value), fact.spec(value), fact.spec(5)) == ({"name": "b"}, {"c": 1}, {})
    assert fact.heading(" a  b ") == ("heading", "a b")
    assert fact.heading("a", "b") == ("heading", "a  b")
    assert fact.cells("a\tb", "c") == "a b\tc"
    facts = [("x", str(number)) for number in range(3)]
    assert list(fact.first(iter(facts), 3, "y", "things", 2)) == [*facts[:2], ("y", "… and 1 more things")]
    assert list(fact.first(iter(facts), 3, "y", "things", 3)) == facts
    assert len(list(fact.first([("x", "y")] * 30, 1_030, "y", "things"))) == 21


def test_objects_of_a_cluster_lie_in_lists_or_alone() -> None:
    text = "# nothing\n---\nitems: [{a: 1}, {b: 2}]\n---\nc: 3\n---\nitems: []\n"
    assert list(objects_of(text, "the list", "Save it")) == [{"a": 1}, {"b": 2}, {"c": 3}, {"items": []}]
    with pytest.raises(Usage, match=r"^The list cannot be read: ") as caught:
        list(objects_of("a: [\n", "the list", "Save it"))
    assert caught.value.hint == "Save it"


VERSIONS = "versions: [{name: v1, storage: true}, {name: v2}, {}]"


def outline(spec: str, kind: str = "CustomResourceDefinition") -> Outline | None:
    """The outline of a definition with this spec."""
    data = f"apiVersion: apiextensions.k8s.io/v1\nkind: {kind}\nspec: {spec}\n".encode()
    (chunk,) = split(data).chunks
    return definition_outline(data, chunk)


@each_row(
    ("spec", "found"),
    [
        (
            f"{{group: g, scope: Cluster, names: {{kind: K, plural: ks}}, {VERSIONS}}}",
            Outline(
                group="g",
                plural="ks",
                kind="K",
                scope="Cluster",
                versions=(VersionOutline(name="v1", stored=True), VersionOutline(name="v2", stored=False)),
            ),
        ),
        ("{version: v1beta1}", Outline(versions=(VersionOutline(name="v1beta1", stored=True),))),
        ("{version: v1, versions: [{name: v2}]}", Outline(versions=(VersionOutline(name="v2", stored=False),))),
        ("{group: 5, names: [], scope: {}, versions: x, version: 3}", Outline()),
        ("5", None),
        ("[", None),
    ],
)
def test_the_outline_of_a_definition(spec: str, found: Outline | None) -> None:
    assert outline(spec) == found
    assert outline(spec, "Other") is None


GATE = "its feature gate SingleOwnNamespaceInstallSupport (alpha, off) would allow it, for one namespace"


@each_row(
    ("modes", "words"),
    [
        (("SingleNamespace",), GATE),
        (("OwnNamespace", "x"), GATE),
        (("MultiNamespace",), "none of its feature gates would allow it"),
        ((), "none of its feature gates would allow it"),
    ],
)
def test_what_would_make_olm_v1_take_an_operator(modes: tuple[str, ...], words: str) -> None:
    assert gate(modes) == words


def boat(number: int, group: str = "a.io", kind: str = "Boat", more: str = "") -> str:
    """An object."""
    return f"apiVersion: {group}/v1\nkind: {kind}\nmetadata: {{name: b{number}}}\n{more}"


def sized(package: PackageObjects, size: int) -> PackageObjects:
    """A package whose first document is said to have so many bytes."""
    first: Any = package.heads[0]
    return replace(package, heads=(replace(first, end=first.start + size),))


def test_objects_of_a_kind_are_parsed_up_to_a_limit() -> None:
    package = objects_in(PLAIN, *(boat(number) for number in range(65)), boat(65, "b.io"), boat(66, kind="Ship"))
    assert [head.name for head in package.of_kind("Boat", "a.io")] == [f"b{number}" for number in range(65)]
    values: list[Any] = [value for _, value in package.values("Boat", "a.io")]
    assert [one["metadata"]["name"] for one in values] == [f"b{number}" for number in range(64)]
    large, small = (sized(objects_in(PLAIN, boat(0)), size) for size in ((2 << 20) + 1, 2 << 20))
    assert list(large.values("Boat", "a.io")) == []
    assert len(list(small.values("Boat", "a.io"))) == 1


def test_a_package_has_one_meta_object_or_none() -> None:
    meta = "apiVersion: notes/v1\nkind: Notebook\nmetadata: {name: a}\n"
    one, two = objects_in(NOTEBOOK, meta, boat(0)), objects_in(NOTEBOOK, meta, meta)
    assert one.meta is one.heads[0]
    assert one.meta_value() == {"apiVersion": "notes/v1", "kind": "Notebook", "metadata": {"name": "a"}}
    assert (two.meta, two.meta_value(), sole_meta([])) == (None, None, None)
    large = sized(objects_in(NOTEBOOK, meta), (2 << 20) + 1)
    assert large.meta is not None
    assert large.meta_value() == one.meta_value()
    assert location(one.heads[1]) == "document 2, line 5"
    nothing = PackageObjects(heads=one.heads)
    assert (nothing.read(one.heads[0]), nothing.text(one.heads[0])) == (None, b"")


def test_what_a_format_has_not_is_what_objects_have_that_are_applied() -> None:
    assert (PLAIN.dependencies(), PLAIN.examples(), PLAIN.traits()) == (None, None, {})
    assert PLAIN.used_images() is PODS
    assert PLAIN.permissions() is MANIFESTS
    assert XPKG.dependencies() is not None
    assert XPKG.examples() is not None


def test_tables_of_all_formats() -> None:
    assert known.admission() is ADMISSION
    names = {"xpkg", "catalog", "registry+v1", "plain+v0", "rukpak", "stack"}
    assert {one.summary.name for one in known.FORMATS} == names
    assert known.format_of("plain+v0") is PLAIN
    assert known.format_of("no such format") is XPKG
    assert known.reads_folders_of_images()
    assert known.profiles()[0] == "crossplane"
    assert len(set(known.profiles())) == len(known.profiles())
    every = known.rules()
    assert {one.id for one in known.rules("OLM0")} == {one.id for one in every if one.id.startswith("OLM")}
    assert {one.id[:3] for one in known.rules("XPK")} == {"XPK"}
    assert known.rules("ZZZ") == ()
    assert known.wording_of("OLM001") == known.format_of("registry+v1").summary.wording
    assert known.wording_of("ZZZ001") == XPKG.summary.wording
    assert [one.id for one in known.change_rules()] == sorted(one.id for one in known.change_rules())
    assert known.reader_of_file(b"\0") is None
    assert known.other_text(b"a: b\n") is None
    assert known.other_text(b"apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n") is not None
