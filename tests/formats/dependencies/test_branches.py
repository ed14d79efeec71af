"""The tree of dependencies, row by row, and turned round."""

from xpkgtui.formats.dependencies.needed import DependencyEdge, DependencyTree, NeededPackage, branches, why


def tree(*edges: str) -> DependencyTree:
    """A tree of edges `a>b`; the first name is the root."""
    pairs = [edge.split(">") for edge in edges]
    names = dict.fromkeys(name for pair in pairs for name in pair)
    return DependencyTree(
        packages=tuple(NeededPackage(package=name) for name in names),
        edges=tuple(DependencyEdge(source=one, target=other, constraint="*") for one, other in pairs),
    )


def drawn(found: DependencyTree) -> list[str]:
    return [
        "".join(".|"[not one] for one in row.lasts) + row.package.package + ("*" if row.is_repeated else "")
        for row in branches(found)
    ]


def test_rows_come_depth_first_and_say_where_a_branch_ends() -> None:
    assert drawn(tree("a>b", "b>c", "b>d", "a>e")) == ["a", "|b", "||c", "|.d", ".e"]


def test_what_a_repeated_package_needs_is_shown_once() -> None:
    assert drawn(tree("a>b", "b>c", "a>d", "d>b")) == ["a", "|b", "|.c", ".d", "..b*"]


def test_a_cycle_ends() -> None:
    assert drawn(tree("a>b", "b>a")) == ["a", ".b", "..a*"]


def test_a_chain_of_a_thousand_is_drawn_to_a_depth_and_no_further() -> None:
    rows = list(branches(tree(*(f"{number}>{number + 1}" for number in range(1000)))))
    assert max(len(row.lasts) for row in rows) < 100
    assert rows[-1].is_repeated


def test_an_empty_tree_has_no_rows() -> None:
    assert drawn(DependencyTree()) == []


def test_turned_round_it_shows_who_asks_up_to_the_root() -> None:
    turned = why(tree("a>b", "b>c", "a>d", "d>c", "a>e"), "c")
    assert drawn(turned) == ["c", "|b", "|.a", ".d", "..a*"]
    assert "e" not in {one.package for one in turned.packages}
