"""The facts of the Package record: what unpacking makes of a package, and what vanishes."""

from xpkgtui.formats.stack.facts import record_facts
from xpkgtui.formats.stack.record import Record, record_of

BOAT = {"spec": {"group": "sea.example.org", "version": "v1", "names": {"kind": "Boat", "plural": "boats"}}}
APP = {"dependsOn": [{"crd": "Net.fish.example.org/v1"}, {"package": "x"}]}


def told(record: Record) -> dict[str, list[str]]:
    """The facts, by label."""
    found: dict[str, list[str]] = {}
    for label, said in record_facts(record):
        found.setdefault(label, []).append(said)
    return found


def test_an_empty_package_makes_a_record_and_installs_nothing() -> None:
    found = told(record_of({}, []))
    assert found == {
        "makes": ["a Package and 0 definitions"],
        "controller": ["none: nothing answers to the definitions"],
        "may": ["everything with configmaps, events, secrets of the core group"],
    }


def test_a_behavior_makes_a_stack_definition_and_runs_templates() -> None:
    found = told(record_of({"behavior.yaml": {}, "app.yaml": {}}, ["app.yaml", "behavior.yaml"]))
    assert found["makes"] == ["a StackDefinition and 0 definitions"]
    assert found["controller"] == ["behavior.yaml: a controller that runs templates"]


def test_of_two_definitions_of_one_kind_the_first_vanishes() -> None:
    found = told(record_of({"a.crd.yaml": BOAT, "b.crd.yaml": BOAT}, ["a.crd.yaml", "b.crd.yaml", "icon.svg"]))
    assert found["makes"] == ["a Package and 1 definition"]
    assert found["definition"] == [
        "Boat of sea.example.org in a.crd.yaml: lost, another file defines the same",
        "Boat of sea.example.org with icon.svg",
    ]
    assert found["icons"] == ["icon.svg"]


def test_dependencies_are_permitted_and_packages_are_not() -> None:
    found = told(record_of({"app.yaml": APP, "boat.crd.yaml": BOAT}, ["app.yaml", "boat.crd.yaml"]))
    assert found["may"][1:] == [
        "everything with boats, boats/finalizers of sea.example.org",
        "everything with Net of fish.example.org",
    ]


def test_files_that_vanish_are_told_with_the_reason_and_others_as_not_read() -> None:
    files = ["app.yaml", "boat.crd.yaml", "m/icon.svg", "resource.yaml", "README.md", "install.yaml"]
    found = told(record_of({"boat.crd.yaml": BOAT, "install.yaml": {"kind": "Job"}}, files))
    assert found["unbound"] == [
        "resource.yaml: it has no id",
        "m/icon.svg: there is no definition in its folder or below",
    ]
    assert found["not read"] == ["README.md"]
    assert found["controller"] == ["none: nothing answers to the definitions"]
