"""The dependencies of the packages of a catalog, within it and with others."""

from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden, lines_of, once
from builders.packages.case_facts import case_about
from builders.packages.edited import differences
from builders.packages.operators import Document, api, bundle, channel, package, sole, wants, wants_api, write_catalog
from builders.packages.used import objects_in
from builders.packages.whole import CATALOG as WHOLE
from builders.packages.whole import objects_of_values, parsed, stream
from builders.program.headless import Answer, headless, run

from xpkgtui.errors import NotFound
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.dependencies.questions import PackageContents, PackageOpened, RootPackage
from xpkgtui.readers.reader import Reading

TIDE = [*sole("tide", wants("moon", ">=1.0.0 <2.0.0"), wants_api("Star")), *sole("moon"), *sole("sky", api("Star"))]


def answer(folder: Path, documents: list[Document], *options: str) -> Answer:
    """What `deps` says of a catalog."""
    return headless("deps", write_catalog(folder / "catalog", *documents), *options)


def states(found: Answer) -> dict[str, tuple[str, str | None]]:
    """State and version of each package and requirement."""
    return {one["package"]: (one["state"], one["version"]) for one in found.document["packages"]}


def edges(found: Answer) -> list[tuple[str, str, str, bool | None]]:
    """Who requires what."""
    return [(one["from"], one["to"], one["constraint"], one["met"]) for one in found.document["edges"]]


def only(found: Answer, name: str) -> Any:
    """One package of the answer."""
    return next(one for one in found.document["packages"] if one["package"] == name)


def test_a_package_is_resolved_in_its_catalog_without_a_question(tmp_path: Path) -> None:
    found = answer(tmp_path, TIDE, "--package", "tide")
    assert (found.code, found.document["met"], found.document["resolver"]) == (0, True, "OLM v0")
    assert states(found) == {
        "tide": ("met", "1.0.0"),
        "moon": ("met", "1.0.0"),
        "Star.v1.g": ("met", None),
        "sky": ("met", "1.0.0"),
    }
    assert edges(found) == [
        ("tide", "moon", ">=1.0.0 <2.0.0", True),
        ("tide", "Star.v1.g", "", True),
        ("Star.v1.g", "sky", "", True),
    ]


def test_olm_v1_says_why_it_does_not_install_it(tmp_path: Path) -> None:
    (remark,) = answer(tmp_path, TIDE, "--package", "tide").document["remarks"]
    assert remark["message"] == (
        'OLM v1 does not install it: bundle "tide.v1.0.0" has a dependency declared via property '
        '"olm.package.required" which is currently not supported'
    )


def test_without_a_package_those_that_require_something_are_a_forest(tmp_path: Path) -> None:
    found = answer(tmp_path, [*TIDE, *sole("sun", wants("gone"))])
    root = found.document["packages"][0]
    assert (root["kind"], found.code) == ("Catalog", 1)
    assert [one[1] for one in edges(found) if one[0] == root["package"]] == ["sun", "tide"]
    assert {name for name, (state, _) in states(found).items() if state == "missing"} == {"gone"}


def test_a_catalog_in_which_nothing_is_required_says_so(tmp_path: Path) -> None:
    found = answer(tmp_path, sole("moon"))
    assert (found.code, found.document["sentence"]) == (0, "no package in it requires anything")


def test_a_missing_package_has_the_message_of_olm(tmp_path: Path) -> None:
    found = answer(tmp_path, sole("tide", wants("moon")), "--package", "tide")
    assert (found.code, only(found, "moon")["state"]) == (1, "missing")
    assert only(found, "moon")["says"] == (
        "bundle tide.v1.0.0 requires an operator with package: moon and with version in range: >=1.0.0"
    )


def test_versions_outside_of_the_range_are_named(tmp_path: Path) -> None:
    found = answer(tmp_path, [*sole("tide", wants("moon", ">=3.0.0")), *sole("moon")], "--package", "tide")
    assert "there are 1.0.0 in stable" in only(found, "moon")["outcome"]


def test_all_providers_are_listed_the_chosen_one_first(tmp_path: Path) -> None:
    documents = [*sole("tide", wants_api("Star")), *sole("sun", api("Star")), *sole("moon", api("Star"))]
    found = answer(tmp_path, documents, "--package", "tide")
    assert only(found, "Star.v1.g")["serves"] == ["moon 1.0.0", "sun 1.0.0"]
    assert "sun" not in states(found)


def test_two_requirements_that_cannot_meet_are_a_conflict(tmp_path: Path) -> None:
    moon = [package("moon"), channel("moon", "moon.v1.0.0", "moon.v2.0.0"), bundle("moon", "1.0.0")]
    tide = sole("tide", wants("moon", "<2.0.0"), wants("moon", ">=2.0.0"))
    found = answer(tmp_path, [*tide, *moon, bundle("moon", "2.0.0")], "--package", "tide")
    assert (found.code, found.document["met"], only(found, "moon")["state"]) == (1, False, "conflict")
    assert only(found, "moon")["outcome"] == "It cannot be met beside package moon >=2.0.0."


def test_a_conflict_that_no_two_requirements_make_is_a_refusal(tmp_path: Path) -> None:
    """Any two of three can be met, all three cannot: of two packages each provides two of the APIs."""
    documents = sole("tide", wants_api("A"), wants_api("B"), wants_api("C"))
    for name, kinds in (("ab", "AB"), ("bc", "BC"), ("ac", "AC")):
        documents += sole(name, *map(api, kinds))
    found = answer(tmp_path, documents, "--package", "tide")
    assert (found.code, found.document["met"]) == (1, False)


def test_a_provider_without_what_it_requires_is_named(tmp_path: Path) -> None:
    found = answer(tmp_path, [*sole("tide", wants("moon")), *sole("moon", wants("gone"))], "--package", "tide")
    assert only(found, "moon")["outcome"].endswith("because its own requirements cannot be met: moon.v1.0.0.")


def test_packages_that_require_each_other_are_told_once(tmp_path: Path) -> None:
    found = answer(tmp_path, [*sole("tide", wants("moon")), *sole("moon", wants("tide"))], "--package", "tide")
    messages = [one["message"] for one in found.document["remarks"]]
    assert (found.code, found.document["met"]) == (0, True)
    assert messages[1:] == ["they require each other, which OLM v0 allows: tide -> moon -> tide"]


def test_a_cel_constraint_that_hangs_on_what_is_not_read_is_not_known(tmp_path: Path) -> None:
    rule = "properties.size() == 2"
    found = answer(tmp_path, sole("tide", ("olm.constraint", {"cel": {"rule": rule}})), "--package", "tide")
    assert (found.code, found.document["met"]) == (3, None)
    assert only(found, f"CEL {rule}")["state"] == "unknown"


def test_a_cel_constraint_is_met_by_a_bundle_with_such_a_property(tmp_path: Path) -> None:
    rule = "properties.exists(p, p.type == 'olm.package' && p.value.packageName == 'moon')"
    documents = [*sole("tide", ("olm.constraint", {"cel": {"rule": rule}})), *sole("moon")]
    found = answer(tmp_path, documents, "--package", "tide")
    assert (found.code, found.document["met"]) == (0, True)


def test_a_cel_constraint_that_no_bundle_meets_is_not_met(tmp_path: Path) -> None:
    rule = "properties.exists(p, p.type == 'olm.package' && p.value.packageName == 'gone')"
    found = answer(tmp_path, sole("tide", ("olm.constraint", {"cel": {"rule": rule}})), "--package", "tide")
    assert (found.code, found.document["met"]) == (1, False)


def test_a_version_can_be_named(tmp_path: Path) -> None:
    tide = [package("tide"), channel("tide", "tide.v1.0.0", "tide.v2.0.0"), bundle("tide", "1.0.0")]
    documents = [*tide, bundle("tide", "2.0.0", wants("gone"))]
    assert answer(tmp_path, documents, "--package", "tide", "--version", "1.0.0").code == 0
    newest = answer(tmp_path, documents, "--package", "tide")
    assert newest.code == 1
    assert newest.document["remarks"][1]["message"].startswith("OLM v0 installs tide.v1.0.0 instead")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--package", "tides"), "The catalog has no package tides"),
        (("--package", "tide", "--version", "9.0.0"), "The package tide has no version 9.0.0"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    found = answer(tmp_path, TIDE, *options)
    assert found.code == 3
    assert says in found.said
    assert "It has " in found.said


def test_another_catalog_has_what_the_own_one_lacks(tmp_path: Path) -> None:
    other = write_catalog(tmp_path / "other", *sole("moon"))
    found = answer(tmp_path, sole("tide", wants("moon")), "--package", "tide", "--catalog", other)
    assert (found.code, only(found, "moon")["state"]) == (0, "met")
    assert only(found, "moon")["outcome"].endswith(f"in {other}")


def test_what_a_broken_catalog_lacks_is_not_known(tmp_path: Path) -> None:
    folder = Path(write_catalog(tmp_path / "catalog", *sole("tide", wants("moon"))))
    (folder / "more.yaml").write_text("schema: olm.package\nname: [\n")
    found = headless("deps", str(folder), "--package", "tide")
    assert (found.code, only(found, "moon")["state"]) == (3, "unknown")


def test_who_asks_is_shown_upwards(tmp_path: Path) -> None:
    catalog = write_catalog(tmp_path / "catalog", *TIDE)
    lines = run("deps", catalog, "--package", "tide", "--why", "sky").stdout.splitlines()
    assert lines[0] == "1 API asks for it"
    assert [name for name, line in zip(("sky", "Star.v1.g", "tide"), lines[2:], strict=True) if name in line] == [
        "sky",
        "Star.v1.g",
        "tide",
    ]


def test_yaml_says_the_same_as_json(tmp_path: Path) -> None:
    found = answer(tmp_path, TIDE, "--package", "tide")
    folder = tmp_path / "yaml"
    folder.mkdir()
    (folder / "catalog.yaml").write_text(YAML)
    assert headless("deps", str(folder), "--package", "tide").document["edges"] == found.document["edges"]


YAML = """---
schema: olm.package
name: tide
defaultChannel: stable
---
schema: olm.channel
package: tide
name: stable
entries:
- name: tide.v1.0.0
---
schema: olm.bundle
package: tide
name: tide.v1.0.0
image: example.com/a:v1
properties:
- type: olm.package
  value:
    packageName: tide
    version: 1.0.0
- type: olm.package.required
  value:
    packageName: moon
    versionRange: '>=1.0.0 <2.0.0'
- type: olm.gvk.required
  value:
    group: g
    kind: Star
    version: v1
- type: olm.csv.metadata
  value:
    annotations:
      type: x
---
schema: olm.package
name: moon
defaultChannel: stable
---
schema: olm.channel
package: moon
name: stable
entries: [{name: moon.v1.0.0}]
---
schema: olm.bundle
package: moon
name: moon.v1.0.0
image: example.com/a:v1
properties: [{type: olm.package, value: {packageName: moon, version: 1.0.0}}]
---
schema: olm.package
name: sky
defaultChannel: stable
---
schema: olm.channel
package: sky
name: stable
entries:
- name: sky.v1.0.0
---
schema: olm.bundle
package: sky
name: sky.v1.0.0
image: example.com/a:v1
properties:
- type: olm.package
  value:
    packageName: sky
    version: 1.0.0
- type: olm.gvk
  value:
    group: g
    kind: Star
    version: v1
"""


VALUES = parsed(WHOLE)


def needed(values: list[Any], **asked: str) -> list[str]:
    """What a catalog answers about its dependencies, in lines."""
    known, objects = CATALOG.dependencies(), objects_of_values(CATALOG, values)
    assert known is not None
    contents = PackageContents(case=case_about("sea"), data=b"", objects=objects)
    opened = PackageOpened(holds=known.holds(contents))
    try:
        return lines_of(known.direct(RootPackage(source="sea", opened=opened, **asked)))
    except NotFound as error:
        return [f"{error} {error.hint}"]


def test_what_is_needed_in_edited_catalogs(golden: Golden) -> None:
    rest = VALUES[8:]
    told = [differences({"": VALUES[:5]}, lambda values: [*needed([*values, *rest], package="tide")])]
    told.append(differences({"": rest}, lambda values: [*needed([*VALUES[:5], *values])]))
    golden("dependencies_catalog", "\n".join(told))


def test_what_is_said_of_packages_that_are_not_there(golden: Golden) -> None:
    more = [{"schema": "olm.channel", "package": "tide", "name": f"c{at}", "entries": []} for at in range(8)]
    many = [{"schema": "olm.channel", "package": f"p{at}", "name": "a", "entries": []} for at in range(9)]
    names = [f"tide.v0.{at}.0" for at in range(9)]
    entries = [{"name": one, "replaces": before} for one, before in zip(names, ["", *names], strict=False)]
    older = {"schema": "olm.channel", "package": "tide", "name": "old", "entries": entries}
    told = []
    for values in (VALUES, [*VALUES, *more[:6]], [*VALUES, *more], many, [], [*VALUES, older, *map(_bundle, names)]):
        for asked in (
            {"package": "tid"},
            {"package": "tides"},
            {"package": "x"},
            {"package": "tide", "channel": "none"},
            {"package": "tide", "version": "9.9.9"},
            {"package": "tide", "version": "9.9.9", "channel": "stable"},
            {"package": "tide", "version": "1.4.1", "channel": "stable"},
            {"package": "tide", "channel": "fast"},
            {"package": "tide", "channel": "old"},
            {"package": "wind"},
            {"package": "p1"},
        ):
            told += [f"{' '.join(asked.values())}: {' | '.join(needed(values, **asked)[:3])}"]
    golden("dependencies_not_there", once("\n".join(told)))


def _bundle(name: str) -> Document:
    value = {"packageName": "tide", "version": name.removeprefix("tide.v")}
    return {
        "schema": "olm.bundle",
        "package": "tide",
        "name": name,
        "properties": [{"type": "olm.package", "value": value}],
    }


def test_what_was_not_read_is_said(golden: Golden) -> None:
    known = CATALOG.dependencies()
    assert known is not None
    told = []
    for text in (stream(VALUES), stream(VALUES).replace(b'"gone"', b"*gone"), b"schema: olm.channel\nname: a\n"):
        objects = objects_in(CATALOG, text.decode())
        for case in (
            case_about("sea"),
            case_about("sea", reached="documents"),
            case_about("sea", reading=Reading(reader="opm", truncated=True)),
            case_about("sea", reading=Reading(reader="opm")),
        ):
            found = known.holds(PackageContents(case=case, data=b"", objects=objects))
            tree = known.direct(RootPackage(source="sea", opened=PackageOpened(holds=found)))
            told.append(f"{tree.unread}")
    opened = PackageOpened(), PackageOpened(fault="it is gone")
    told += [known.direct(RootPackage(source="sea", opened=one)).unread for one in opened]
    golden("dependencies_unread", "\n".join(told))
