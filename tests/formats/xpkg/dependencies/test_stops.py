"""What a person is told where another installed package stops Crossplane, or its lock does."""

import json
from typing import Any

import pytest
from formats.xpkg.dependencies.test_resolution import API, World, contents, opened, provider, state, tags

from xpkgtui.formats.dependencies.needed import DependencyTree, PackageState
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    PackageOpened,
    Question,
    ResolveOptions,
    TagsFound,
    TagsOf,
)

Node = dict[str, Any]


def locked(short: str, version: str, *asked: str, **more: str) -> Node:
    dependencies = [
        {
            "apiVersion": API,
            "kind": "Provider",
            "package": one.partition(" ")[0],
            "constraints": one.partition(" ")[2],
        }
        for one in asked
    ]
    source = f"a.io/org/{short}"
    found: Node = {"name": f"{short}-1", "source": source, "version": version, "kind": "Provider", "apiVersion": API}
    return found | {"dependencies": dependencies} | more


def resolved(root: PackageOpened, *packages: Node, upgrades: bool = False) -> DependencyTree:
    lock = json.dumps({"kind": "Lock", "packages": packages})
    answers = (
        tags("b", "v1.0.0"),
        contents("b:v1.0.0", provider()),
        tags("c", "v1.0.0"),
        contents("c:v1.0.0", provider()),
        contents("c:newest", provider()),
        (TagsOf(repository="a.io/org/away"), TagsFound(fault="no route to host", is_unreachable=True)),
    )
    return World(dict(answers)).resolve(root, ResolveOptions(installed=lock, upgrades=upgrades))


MIRROR = {"source": "a.io/mirror/b", "name": "b-2"}


def test_a_package_that_is_installed_under_another_source_is_opened_and_compared() -> None:
    lock = json.dumps({"kind": "Lock", "packages": [locked("b", "v1.0.0", **MIRROR), locked("z", "v1.0.0")]})
    mirrored = ContentsOf(reference="a.io/mirror/b:v1.0.0")
    one = provider(definitions=("configs.b.io", "b.b.io"))
    answers = dict((tags("b", "v1.0.0"), contents("b:v1.0.0", one)))
    world = World(answers | {mirrored: provider(definitions=("configs.b.io",))})
    (clash,) = world.resolve(opened("a.io/org/b >=v1"), ResolveOptions(installed=lock)).clashes
    assert (clash.definition, clash.packages) == ("configs.b.io", ("a.io/mirror/b", "a.io/org/b"))
    assert clash.says == "configs.b.io is already controlled by the ProviderRevision of a.io/mirror/b"
    gone = world.answers | {mirrored: PackageOpened(fault="no route to host", is_unreachable=True)}
    assert World(gone).resolve(opened("a.io/org/b >=v1"), ResolveOptions(installed=lock)).unread == "no route to host"


def test_what_is_installed_already_needs_no_look_at_its_namesakes() -> None:
    lock = json.dumps({"kind": "Lock", "packages": [locked("b", "v1.0.0"), locked("b", "v1.0.0", **MIRROR)]})
    world = World(dict([contents("b:v1.0.0", provider())]))
    assert not world.resolve(opened("a.io/org/b >=v1"), ResolveOptions(installed=lock)).clashes


NEVER = "a.io/org/b >=v99.0.0"


@pytest.mark.parametrize("upgrades", [False, True])
def test_a_stop_at_what_another_installed_package_asks_for_is_known(upgrades: bool) -> None:
    there = (locked("b", "v1.0.0"),) if upgrades else ()
    tree = resolved(opened("a.io/org/c >=v1"), locked("a", "v1.0.0", NEVER), *there, upgrades=upgrades)
    assert tree.is_met is False
    assert tree.stop is not None
    assert (tree.stop.package, [one.package for one in tree.stop.asked_by]) == ("a.io/org/b", ["a.io/org/a"])
    assert tree.stop.before == ("a.io/org/c",)
    assert "does not have a valid version" in tree.stop.says
    assert state(tree, "c") is PackageState.MISSING
    assert tree.root is not None
    assert (tree.root.state, tree.root.says) == (
        PackageState.UNHEALTHY,
        'missing dependencies: "a.io/org/c" (>=v1)',
    )


def test_a_stop_for_others_is_not_told_of_a_package_that_has_everything() -> None:
    tree = resolved(opened("a.io/org/c >=v1"), locked("a", "v1.0.0", NEVER), locked("c", "v1.0.0"))
    assert (tree.is_met, tree.stop, tree.unread) == (True, None, "")


def test_a_conflict_that_others_had_before_is_not_told_of_a_package_that_has_everything() -> None:
    others = (locked("x", "v1.0.0", "a.io/org/c <v1"), locked("c", "v1.0.0"))
    tree = resolved(opened("a.io/org/c >=v1"), *others)
    assert (tree.is_met, state(tree, "c")) == (True, PackageState.INSTALLED)


def test_a_cycle_among_others_is_a_stop() -> None:
    others = (locked("x", "v1.0.0", "a.io/org/y *"), locked("y", "v1.0.0", "a.io/org/x *"))
    tree = resolved(opened("a.io/org/c >=v1"), *others)
    assert tree.is_met is False
    assert tree.stop is not None
    assert "detected cycle on: a.io/org/" in tree.stop.says
    assert tree.stop.before == ("a.io/org/c",)


def test_a_host_that_does_not_answer_for_another_package_leaves_it_open() -> None:
    tree = resolved(opened("a.io/org/c >=v1"), locked("a", "v1.0.0", "a.io/org/away *"))
    assert (tree.is_met, tree.stop, tree.unread) == (None, None, "no route to host")


def test_a_lock_with_one_source_twice_resolves_nothing() -> None:
    twice = (locked("f", "v0.5.0"), locked("f", "v0.5.0", name="other-1"))
    for root in (opened("a.io/org/c >=v1"), opened()):
        tree = resolved(root, *twice)
        assert tree.is_met is False
        assert tree.stop is not None
        assert tree.stop.says == (
            "cannot initialize dependency graph from the packages in the lock: node a.io/org/f already exists"
        )


def test_a_lock_whose_entry_names_no_package_stops_crossplane() -> None:
    tree = resolved(opened("a.io/org/c >=v1"), locked("a", "v1.0.0", " *"))
    assert tree.is_met is False
    assert tree.stop is not None
    assert tree.stop.says.endswith("dependency package is not valid: could not parse reference: ")


def test_an_unreadable_version_in_the_lock_is_told_in_crossplanes_words() -> None:
    tree = resolved(opened("a.io/org/c >=v1"), locked("c", "newest"))
    assert tree.is_met is False
    assert tree.root is not None
    assert "nvalid" in tree.root.says


def test_of_many_that_do_not_answer_three_are_named_and_the_rest_is_counted() -> None:
    gone: dict[Question, Answer] = {
        TagsOf(repository=f"a.io/org/{name}"): TagsFound(fault=f"{name} is away.", is_unreachable=True)
        for name in "abcde"
    }
    tree = World(gone).resolve(opened(*(f"a.io/org/{name} >=v1" for name in "abcde")))
    assert tree.unread == "a is away; b is away; c is away and 2 more"
