"""Which versions the packages of a set may have, and who holds them back."""

import json
from dataclasses import replace

import jsonschema
from builders.cases import each_row
from builders.orchard import HOST
from builders.planned import opened, outdated

from xpkgtui.formats.sets.outdated import OutdatedMember, OutdatedSet
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.limits import NotRead
from xpkgtui.reporting.as_text.outdated import markdown
from xpkgtui.reporting.as_text.outdated import outdated as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.outdated import OutdatedPackages
from xpkgtui.reporting.documents.outdated import outdated as as_json
from xpkgtui.reporting.documents.schemas import schema_of

PLAIN, NEW = opened("Provider"), opened("Provider", crossplane=">=v2.0.0")
APPLE = {"v1.0.0": PLAIN, "v1.1.0": PLAIN, "v1.1.1": PLAIN, "v2.0.0": NEW, "v3.0.0-rc.1": PLAIN, "latest": NEW}
PACKAGES = {
    "apple": {**APPLE, "v1": PLAIN},
    "basket": {"v1.0.0": opened("Configuration", needs=(("Provider", "apple", "<v1.1.1"),))},
}


def package(name: str, version: str, kind: str = "Provider") -> str:
    """The manifest of a package object."""
    mark = "@" if version.startswith("sha256:") else ":"
    spec = f"{HOST}/{name}{mark}{version}"
    return (
        f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}\nmetadata:\n  name: {name}\nspec:\n  package: {spec}\n---\n"
    )


BASKET = package("basket", "v1.0.0", "Configuration")


def apple(text: str, crossplane: str = "2.4", dead: tuple[str, ...] = ()) -> OutdatedMember:
    """The versions of one provider of a set."""
    found = outdated(text, PACKAGES, PlanOptions(crossplane=crossplane), dead=dead)
    (member,) = [one for one in found.members if one.name == "apple"]
    return member


@each_row(
    ("text", "crossplane", "expected"),
    [
        (package("apple", "v2.0.0"), "2.4", ("v2.0.0", "v2.0.0", "current", None, [])),
        (package("apple", "v1.1.0"), "2.4", ("v2.0.0", "v2.0.0", "newer", "major", [])),
        (package("apple", "v1.1.0"), "1.20", ("v1.1.1", "v2.0.0", "held", "major", ["Crossplane"])),
        (package("apple", "v1.0.0") + BASKET, "2.4", ("v1.1.0", "v2.0.0", "held", "major", ["basket"])),
        (package("apple", "v2.0.0") + BASKET, "2.4", ("v1.1.0", "v2.0.0", "above", None, ["basket"])),
        (package("apple", "v3.0.0-rc.1"), "2.4", ("v3.0.0-rc.1", "v3.0.0-rc.1", "current", None, [])),
        (package("apple", "latest"), "2.4", ("", "", "unknown", None, [])),
        (package("apple", f"sha256:{'0' * 64}"), "2.4", ("", "", "unknown", None, [])),
    ],
    ids=[
        *("newest", "newer", "held by Crossplane", "held by another", "above", "a prerelease"),
        *("a branch", "a digest that no tag names"),
    ],
)
def test_a_package_has_the_versions_that_all_allow(
    text: str, crossplane: str, expected: tuple[str, str, str, str | None, list[str]]
) -> None:
    one = apple(text, crossplane)
    held = [each.package for each in one.held_by]
    assert (one.allowed, one.newest, one.state.value, one.behind and one.behind.value, held) == expected
    assert bool(one.why) == (expected[2] == "unknown")


def test_a_digest_is_the_version_whose_tag_names_it() -> None:
    digest = f"sha256:{sum(map(ord, f'{HOST}/applev1.1.1')):064x}"
    for manifest in (package("apple", digest), package("apple", f"v1.0.0@{digest}")):
        one = apple(manifest)
        assert (one.has.version, one.has.digest, one.state.value) == ("v1.1.1", digest, "newer")


def test_what_runs_is_listed_where_there_is_no_set() -> None:
    cluster = package("apple", "v1.0.0").removesuffix("---\n")
    found = outdated("", PACKAGES, PlanOptions(installed=cluster))
    (one,) = found.members
    assert (one.name, one.has.version, one.origin.value) == ("apple", "v1.0.0", "installed")


def test_a_registry_that_does_not_answer_leaves_its_row_unknown() -> None:
    found = outdated(package("apple", "v1.0.0") + BASKET, PACKAGES, dead=[f"{HOST}/apple"])
    states = {one.name: one.state.value for one in found.members}
    assert states == {"apple": "unknown", "basket": "current"}
    assert found.unread
    told = OutdatedPackages(sources=("set.yaml",), whole=found)
    assert told.sentence == "apple could not be looked up"
    assert told.answer.unread


def test_what_was_not_read_is_not_at_its_newest_version() -> None:
    unread = (NotRead(where="set.yaml", what="some of its documents", why="too many"),)
    told = [
        OutdatedPackages(sources=("set.yaml",), whole=replace(whole, unread=unread)).sentence
        for whole in (OutdatedSet(), outdated(BASKET, PACKAGES))
    ]
    assert told == ["no package was read", "every package that was read is at its newest version"]


def test_each_form_says_the_same() -> None:
    text = package("apple", "v1.0.0") + BASKET
    found = OutdatedPackages(sources=("set.yaml",), whole=outdated(text, PACKAGES), fails_where_newer=True)
    assert found.sentence == "1 of 2 packages has a newer version; it is held back"
    assert found.answer.is_refused
    rows = as_text(found, Paint()).splitlines()
    assert rows[3].split() == ["P", "apple", "v1.0.0", "v1.1.0", "v2.0.0", "basket", "asks", "for", "<v1.1.1"]
    assert rows[-1].split() == ["1", "is", "up", "to", "date", "--verbose"]
    assert "| P apple | v1.0.0 | v1.1.0 | v2.0.0 |  | basket asks for \\<v1.1.1 |" in markdown(found)
    document = json.loads(as_json(found, is_compared=False))
    jsonschema.validate(document, schema_of("outdated"))
    assert document["summary"] == {"packages": 2, "current": 1, "newer": 1, "held": 1, "unknown": 0}
    assert document["packages"][0]["held_by"] == [{"package": "basket", "constraint": "<v1.1.1"}]
    assert document["packages"][0]["location"]["line"] == 6
