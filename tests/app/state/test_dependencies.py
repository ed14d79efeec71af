"""What is looked at of the packages that one needs: rows, the filter, conflicts, what is opened."""

from dataclasses import replace

from xpkgtui.app.state.dependencies import (
    DependencySelection,
    NeededRow,
    ShownDependencies,
    chosen_row,
    chosen_version,
    dependency_rows,
    filtered,
    is_same_package,
    next_trouble,
    source_of,
)
from xpkgtui.formats.dependencies.needed import (
    DefinitionClash,
    DependencyEdge,
    DependencyRemark,
    DependencyTree,
    NearVersion,
    NeededPackage,
    PackageState,
)
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.reporting.contents.needed_packages import NeededPackages, prefix
from xpkgtui.rules.finding import Severity
from xpkgtui.sources.source import SourceForm

_KEYS = frozenset({"kind"})


def edge(source: str, target: str, *, is_met: bool | None = True) -> DependencyEdge:
    """One package asks for another."""
    return DependencyEdge(source=source, target=target, constraint=">=v1", is_met=is_met)


def needed(*edges: DependencyEdge, **more: object) -> NeededPackages:
    """A tree; the package that was asked about is called `r/root`."""
    names = dict.fromkeys(["r/root", *(one.target for one in edges)])
    packages = tuple(
        NeededPackage(
            package=name, kind="Function" if "fn" in name else "Provider", state=PackageState.MET, version="v1"
        )
        for name in names
    )
    tree = DependencyTree(is_resolved=True, packages=packages, edges=edges, **more)  # type: ignore[arg-type]
    return NeededPackages(inspection=Inspection(source="r/root"), tree=tree)


def drawn(rows: object) -> list[str]:
    """The rows with the lines of the tree."""
    found: list[NeededRow] = list(rows)  # type: ignore[call-overload]
    return [prefix(one.branch.lasts) + one.branch.package.package for one in found]


TREE = needed(
    edge("r/root", "r/a"),
    edge("r/root", "r/b"),
    edge("r/a", "r/fn"),
    edge("r/a", "r/c"),
    edge("r/b", "r/fn", is_met=False),
    edge("r/b", "r/d"),
)


def test_every_row_has_a_key_of_its_own() -> None:
    twice = needed(edge("r/root", "r/a"), edge("r/root", "r/a"), edge("r/a", "r/root"))
    keys = [one.key for one in dependency_rows(twice)]
    assert len(keys) == len(set(keys)) == 4


def test_a_filter_keeps_the_rows_above_and_draws_the_lines_anew() -> None:
    assert drawn(filtered(dependency_rows(TREE), parse("fn", _KEYS))) == [
        "r/root",
        "├─ r/a",
        "│  └─ r/fn",
        "└─ r/b",
        "   └─ r/fn",
    ]


def test_a_filter_looks_at_kinds_too() -> None:
    rows = filtered(dependency_rows(TREE), parse("kind:function", _KEYS))
    assert {one.branch.package.package for one in rows} == {"r/root", "r/a", "r/b", "r/fn"}


def test_a_filter_that_nothing_fits_leaves_no_row() -> None:
    assert not filtered(dependency_rows(TREE), parse("nowhere", _KEYS))


def test_the_cursor_stands_on_what_is_wrong_until_a_row_is_chosen() -> None:
    rows = dependency_rows(TREE)
    first = chosen_row(rows, DependencySelection())
    assert first is not None
    assert first.branch.edge == TREE.tree.edges[4]
    assert chosen_row(rows, DependencySelection(row=rows[1].key)) is rows[1]
    assert chosen_row(rows, DependencySelection(row="gone")) is first
    assert chosen_row((), DependencySelection()) is None


def test_conflicts_are_visited_round_the_tree() -> None:
    rows = dependency_rows(
        needed(edge("r/root", "r/a", is_met=False), edge("r/root", "r/b"), edge("r/b", "r/c", is_met=False))
    )
    wrong = [one for one in rows if one.trouble]
    assert len(wrong) == 2
    assert next_trouble(rows, wrong[0], 1) is wrong[1]
    assert next_trouble(rows, wrong[1], 1) is wrong[0]
    assert next_trouble(rows, wrong[0], -1) is wrong[1]
    assert next_trouble(rows, rows[2], -1) is wrong[0]
    assert next_trouble(dependency_rows(needed(edge("r/root", "r/a"))), None, 1) is None


def test_who_loses_a_definition_is_wrong_and_who_is_odd_is_a_warning() -> None:
    found = needed(
        edge("r/root", "r/a"),
        edge("r/root", "r/b"),
        clashes=(DefinitionClash(definition="x.y", packages=("r/a", "r/b")),),
        remarks=(DependencyRemark(message="odd", packages=("r/a",)),),
    )
    assert [one.trouble for one in dependency_rows(found)] == [None, Severity.WARNING, Severity.ERROR]
    assert found.wrong == {"r/b"}


def test_names_that_are_alike_are_shown_in_full() -> None:
    found = needed(edge("r/root", "r/a"), edge("r/root", "s/a"), edge("r/root", "s/b"))
    assert [found.name(one) for one in ("r/a", "s/a", "s/b")] == ["r/a", "s/a", "b"]


def test_the_version_that_serves_all_is_chosen_first() -> None:
    near = tuple(NearVersion(version=name, meets=(True,)) for name in ("v3", "v2", "v1"))
    package = NeededPackage(package="r/a", version="v3", serves=("v2",), near=near)
    assert chosen_version(package, DependencySelection()) == near[1]
    assert chosen_version(replace(package, serves=()), DependencySelection()) == near[0]
    assert chosen_version(package, DependencySelection(version="v1")) == near[2]
    assert chosen_version(replace(package, near=()), DependencySelection()) is None


def test_a_package_is_opened_from_where_it_is_pulled() -> None:
    package = NeededPackage(package="r/a", version="v1", reference="mirror/a:v1")
    assert source_of(package) == "mirror/a:v1"
    assert source_of(package, "v2") == "r/a:v2"
    assert source_of(package, "sha256:ab") == "r/a@sha256:ab"
    assert not source_of(NeededPackage(package="r/a"))


def test_a_package_that_was_opened_again_is_the_same_by_its_digest_only() -> None:
    def opened(digest: str | None) -> Inspection:
        resolved = Resolved(form=SourceForm.REGISTRY, is_remote=True, reference="s", digest=digest)
        return Inspection(source="s", resolved=resolved)

    first = opened("sha256:a")
    assert is_same_package(first, first)
    assert not is_same_package(first, opened("sha256:a"))
    assert is_same_package(first, opened("sha256:a"), opened_again=True)
    assert not is_same_package(first, opened("sha256:b"), opened_again=True)
    assert not is_same_package(opened(None), opened(None), opened_again=True)
    assert not is_same_package(first, Inspection(source="s"))


def test_what_is_shown_is_known_by_its_source_and_done_once_nothing_is_under_way() -> None:
    found = needed(edge("r/root", "r/a"))
    assert [ShownDependencies(found=found, doing=one).is_done for one in ("", "Resolving")] == [True, False]
    assert (ShownDependencies(found=found).source, ShownDependencies().source) == ("r/root", "")
