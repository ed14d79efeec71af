"""What a resolution means, as a tree: each way in which something is met, missing or not known, kept whole."""

from collections.abc import Sequence
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, described, once
from builders.packages.operators import Document, api, bundle, channel, offers, package, sole, wants, wants_api

from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle, requirements_of
from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, Resolver
from xpkgtui.formats.dependencies.operators.tree import Catalogs, OperatorTree, named_by, opened
from xpkgtui.formats.dependencies.questions import (
    Answer,
    CatalogFound,
    CatalogOf,
    ImagesFound,
    ImagesOf,
    Question,
    ResolveOptions,
)

TWO = [package("p1"), channel("p1", "p1.v1.0.0", "p1.v2.0.0"), bundle("p1", "1.0.0"), bundle("p1", "2.0.0")]
CEL = ("olm.constraint", {"cel": {"rule": "properties.exists(p, p.type == 'olm.x')"}, "failureMessage": "no"})


def constraint(key: str, *parts: Any) -> tuple[str, Any]:
    """A compound constraint."""
    return "olm.constraint", {key: {"constraints": list(parts)}}


def of_package(name: str, versions: str = ">=1.0.0") -> Any:
    """The part of a constraint that requires a package."""
    return {"package": {"packageName": name, "versionRange": versions}}


def ring(*names: str) -> list[Document]:
    """Packages, each of which requires the next, and the last the first."""
    return [one for number, name in enumerate(names) for one in sole(name, wants(names[(number + 1) % len(names)]))]


CASES: dict[str, Sequence[Sequence[Document]]] = {
    "met": ([*sole("p0", wants("p1")), *TWO],),
    "met from another catalog": (sole("p0", wants("p1")), TWO),
    "met in another channel": (
        [*sole("p0", wants("p1", ">2.0.0")), *TWO, channel("p1", "p1.v3.0.0", name="alpha"), bundle("p1", "3.0.0")],
    ),
    "an API": ([*sole("p0", wants_api("A")), *sole("p1", api("A")), *sole("p2", api("A"))],),
    "an API of its own": ([*sole("p0", wants_api("A"), api("A"))],),
    "a label": ([*sole("p0", ("olm.label.required", {"label": "x"})), *sole("p1", ("olm.label", {"label": "x"}))],),
    "nobody": (sole("p0", wants("gone"), wants_api("B"), ("olm.label.required", {"label": "x"})),),
    "no version": ([*sole("p0", wants("p1", ">=3.0.0")), *TWO], sole("p1")),
    "below": ([*sole("p0", wants("p1")), *sole("p1", wants("p2"), wants_api("A")), *sole("p2", api("A"))],),
    "what is below is missing": ([*sole("p0", wants("p1")), *sole("p1", wants("gone"))],),
    "a range that cannot be read": (sole("p0", wants("p1", "v1")),),
    "a range below that cannot be read": ([*sole("p0", wants("p1")), *sole("p1", wants("p2", "x"))],),
    "an empty constraint": (sole("p0", ("olm.constraint", {})),),
    "two heads": (
        [
            *sole("p0", wants("p1")),
            package("p1"),
            {**channel("p1"), "entries": [{"name": "p1.v1.0.0"}, {"name": "p1.v2.0.0"}]},
            *TWO[2:],
        ],
    ),
    "two that exclude each other": ([*sole("p0", wants("p1", "<2.0.0"), wants("p1", ">=2.0.0")), *TWO],),
    "two APIs of one provider": (
        [*sole("p0", wants("p1"), wants("p2")), *sole("p1", api("A")), *sole("p2", api("A"), api("B"))],
    ),
    "an API of the bundle": ([*sole("p0", api("A"), wants("p1")), *sole("p1", api("A"))],),
    "another version of itself": ([*sole("p0", wants("p0", ">=2.0.0")), bundle("p0", "2.0.0")],),
    "deprecated": ([*sole("p0", wants("p1")), *sole("p1", ("olm.deprecated", {}))],),
    "it went back": ([*sole("p0", wants("p1"), wants("p2")), *TWO, *sole("p2", wants("p1", "<2.0.0"))],),
    "three that exclude each other": (
        [
            *sole("p0", wants("a"), wants("b"), wants("c")),
            *sole("a", wants_api("A")),
            *sole("b", wants_api("B")),
            *sole("c", wants_api("C")),
            *sole("x", api("A"), api("B"), api("X")),
            *sole("y", api("C"), api("X")),
        ],
    ),
    "nothing goes together": (
        [
            *sole("p0", wants("a"), wants("b")),
            package("a"),
            channel("a", "a.v1.0.0", "a.v2.0.0"),
            bundle("a", "1.0.0", wants("x")),
            bundle("a", "2.0.0", wants("y")),
            *sole("b", wants_api("X")),
            *sole("x", wants("y")),
            *sole("y", api("X"), wants("gone")),
        ],
    ),
    "one with all that it requires": (
        [
            *sole("p0", wants("a"), wants("b"), wants("c")),
            *sole("a", api("A"), wants_api("Z")),
            *sole("b", api("B")),
            *sole("c", wants_api("A"), wants_api("B")),
            *sole("z1", api("Z"), api("B")),
            *sole("z2", api("Z"), wants("b", ">=2.0.0")),
        ],
    ),
    "compound": (
        [
            *sole("p0", constraint("all", of_package("p1"), {"gvk": {"group": "g", "version": "v1", "kind": "A"}})),
            *sole("p1", api("A")),
        ],
    ),
    "compound and missing": (
        sole("p0", constraint("any", of_package("a"), of_package("b")), constraint("not", of_package("p0"))),
    ),
    "CEL": ([*sole("p0", CEL), *sole("p1", ("olm.x", 1))],),
    "CEL that is not evaluated": ([*sole("p0", ("olm.constraint", {"cel": {"rule": "(("}}))],),
    "a ring": (ring("p0", "p1", "p2"),),
    "a ring of twelve": (ring("p0", *(f"q{number:02}" for number in range(11))),),
    "a ring of eleven": (ring("p0", *(f"q{number:02}" for number in range(10))),),
    "many versions": (
        [
            *sole("p0", wants("p1")),
            package("p1"),
            channel("p1", *(f"p1.v{number}.0.0" for number in range(1, 23))),
            *(bundle("p1", f"{number}.0.0") for number in range(1, 23)),
        ],
    ),
    "a name twice": ([*sole("p0", wants_api("p1")), *sole("p1.v1.g", api("p1"))],),
}


def tree_of(catalogs: Sequence[Sequence[Document]], unread: str = "") -> DependencyTree:
    """What becomes of p0, which the first catalog offers."""
    found = [offers(list(one), f"c{number}") for number, one in enumerate(catalogs)]
    entry = found[0].entry("p0", "1.0.0")
    assert entry is not None
    account = OperatorTree("p0", "Bundle", "1.0.0", catalogs=found, unread=unread)
    account.resolve(Resolver(entry, PreferredCatalogs(found)))
    return account.tree(is_resolved=True)


def test_what_becomes_of_each_requirement(golden: Golden) -> None:
    parts = [f"# {name}\n{described(tree_of(catalogs))}" for name, catalogs in CASES.items()]
    unread = tree_of(CASES["nobody"], "c9: it is away")
    golden("operators_needed", once("\n".join([*parts, f"# a catalog is away\n{described(unread)}"])))


def test_a_catalog_has_many_roots(golden: Golden) -> None:
    documents = [*sole("p0", wants("p1")), *sole("p1", wants("p2")), *sole("p2"), *sole("catalog")]
    found = (offers(documents, "c"),)
    account = OperatorTree("catalog", "Catalog", catalogs=found)
    for name in ("p0", "p1", "catalog"):
        entry = found[0].entry(name)
        assert entry is not None
        account.resolve(Resolver(entry, PreferredCatalogs(found)), name)
    account.leave_open("p2", "9.0.0")
    account.leave_open("p9", "9.0.0")
    account.refused_by_v1("p0.v1.0.0", "olm.constraint")
    account.remark("it is odd", "Do it", ("p1",))
    chosen = [one.bundle.name for one in account.chosen]
    whole = described(account.tree(is_resolved=True, further="nothing"))
    golden("operators_of_catalog", f"{whole}roots {[one.bundle.name for one in account.roots]}; chosen {chosen}\n")


def test_what_is_declared_is_not_resolved(golden: Golden) -> None:
    account = OperatorTree("p0", "Bundle", "1.0.0")
    account.declare(requirements_of([wants("p1"), wants_api("A"), CEL, ("olm.label.required", {"label": "x"})]))
    golden("operators_declared", described(account.tree(is_resolved=False)))


ALL = channel("p1", "p1.v1.0.0", "p1.v2.0.0")
OFFERS = offers([*TWO, channel("p1", "p1.v0.9.0", name="beta"), bundle("p1", "0.9.0")], "c")


def test_a_bundle_of_no_catalog_satisfies_its_own_requirements() -> None:
    root = OfferedEntry(
        bundle=OfferedBundle(name="p0.v1.0.0", package="p0", version="1.0.0", requires=requirements_of([wants("p0")]))
    )
    resolver = Resolver(root, PreferredCatalogs([OFFERS]))
    (wanted,) = root.bundle.requires
    assert resolver.candidates(root, wanted) == (root,)
    assert not resolver.is_open(root, wanted)
    solved = resolver.solve()
    assert solved == (root,)
    assert resolver.work > 0
    odd = OfferedBundle(name="p0.v1.0.0", package="p0", requires=requirements_of([CEL]))
    unknown = Resolver(OfferedEntry(bundle=odd), PreferredCatalogs([]))
    assert unknown.is_open(unknown.root, odd.requires[0])


@each_row(
    ("version", "only", "found"),
    [
        ("", "", ("p1.v2.0.0", "stable")),
        ("", "beta", ("p1.v0.9.0", "beta")),
        ("1.0.0", "", ("p1.v1.0.0", "stable")),
        ("v1.0.0", "", ("p1.v1.0.0", "stable")),
        ("p1.v0.9.0", "", ("p1.v0.9.0", "beta")),
        ("0.9.0", "stable", None),
        ("3.0.0", "", None),
        ("", "gone", None),
    ],
)
def test_a_bundle_is_found_by_version_name_or_channel(version: str, only: str, found: tuple[str, str] | None) -> None:
    entry = OFFERS.entry("p1", version, only)
    assert (entry and (entry.bundle.name, entry.channel)) == found


def test_a_skipped_bundle_is_found_all_the_same() -> None:
    skipping = channel("p1", "p1.v1.0.0", "p1.v2.0.0")
    skipping["entries"][1]["skips"] = ["p1.v1.0.0"]
    entry = offers([TWO[0], skipping, *TWO[2:]], "c").entry("p1", "1.0.0")
    assert entry is not None
    assert (entry.bundle.name, entry.channel, entry.catalog) == ("p1.v1.0.0", "stable", "c")


def test_nothing_updates_what_is_not_installed() -> None:
    first, second = (OfferedEntry(bundle=OfferedBundle(name=name, package="p1"), replaces="a") for name in "ab")
    assert not second.updates(first)


def answered(asking: Any, answers: dict[Question, Answer]) -> tuple[list[tuple[Question, ...]], Any]:
    """The questions that are asked, one answer at a time, and what comes of it."""
    asked, known = [next(asking)], {}
    while True:
        known[asked[-1][0]] = answers[asked[-1][0]]
        try:
            asked.append(asking.send(dict(known)))
        except StopIteration as ended:
            return asked, ended.value


def test_all_catalogs_are_asked_for_at_once_and_each_once() -> None:
    one, two, three = (CatalogOf(source=name) for name in ("one", "two", "three"))
    offered = CatalogOffers(source="one")
    answers = {
        one: CatalogFound(offers=offered),
        two: CatalogFound(fault="it is away"),
        three: CatalogFound(fault="no"),
    }
    asking = opened(ResolveOptions(catalogs=("one", "two", "one", "three")))
    assert answered(asking, answers) == (  # type: ignore[arg-type]
        [(one, two, three), (two, three), (three,)],
        Catalogs(offers=(offered,), unread="two: it is away"),
    )


def test_images_are_asked_for_by_document_of_each_catalog() -> None:
    chosen = [
        OfferedEntry(bundle=OfferedBundle(name="a", package="a", document=number), catalog=source)
        for number, source in ((3, "one"), (0, "one"), (4, "two"), (3, "one"), (5, "one"))
    ]
    one, two = ImagesOf(source="one", documents=(3, 5)), ImagesOf(source="two", documents=(4,))
    asked, fault = answered(named_by(chosen), {one: ImagesFound(), two: ImagesFound(fault="it is away")})
    assert (asked, fault) == ([(one, two), (two,)], "it is away")
