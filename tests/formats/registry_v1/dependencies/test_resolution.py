"""The dependencies of a bundle: what it declares, and who provides that in catalogs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden, lines_of
from builders.packages.bundles import (
    ANNOTATIONS_FILE,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    PROPERTIES_FILE,
    SOUND,
    write,
)
from builders.packages.case_facts import case_about
from builders.packages.edited import differences
from builders.packages.operators import bundle, channel, package, sole, wants_api, write_catalog
from builders.packages.whole import METADATA, SERVICE_VERSION, objects_of_values, parsed, stream
from builders.program.headless import Answer, headless, run

from xpkgtui.documents.origins import Origins
from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.questions import (
    CatalogFound,
    PackageContents,
    PackageOpened,
    ResolveOptions,
    RootPackage,
)
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.readers.reader import Reading

PACKAGE = {"type": "olm.package", "value": {"packageName": "moon", "version": ">=1.0.0"}}
GVK = {"type": "olm.gvk", "value": {"group": "g", "version": "v1", "kind": "Star"}}
STAR = ("olm.gvk", GVK["value"])
BERTH = ("olm.gvk", {"group": "tides.example.com", "version": "v1", "kind": "Berth"})


def folder(tmp_path: Path, *dependencies: Any, **files: str) -> str:
    """A bundle with these dependencies."""
    text = json.dumps({"dependencies": dependencies})
    place = tmp_path / "bundle"
    place.mkdir()
    return str(write(place, {**SOUND, DEPENDENCIES_FILE: text, **files}))


def packages(found: Answer) -> list[tuple[str, str, str]]:
    """Kind, name and state of everything below the bundle."""
    return [(one["kind"], one["package"], one["state"]) for one in found.document["packages"][1:]]


def test_what_a_bundle_declares_needs_no_catalog(tmp_path: Path) -> None:
    found = headless("deps", folder(tmp_path, PACKAGE, GVK))
    assert (found.code, found.document["resolved"], found.document["met"]) == (0, False, None)
    assert packages(found) == [("API", "Star.v1.g", "unknown"), ("Package", "moon", "unknown")]
    assert [one["constraint"] for one in found.document["edges"]] == ["", ">=1.0.0"]
    assert found.document["sentence"] == ("it asks for 1 package and 1 API; --catalog SOURCE finds who provides that")


def test_the_bundle_goes_by_the_name_of_its_source(tmp_path: Path) -> None:
    source = folder(tmp_path)
    root = headless("deps", source).document["packages"][0]
    assert (root["package"], root["kind"], root["version"]) == (source, "Bundle", "1.2.0")


def test_apis_that_the_service_version_requires_count(tmp_path: Path) -> None:
    required = """
    required:
    - {name: stars.g.io, version: v1, kind: Star}
  apiservicedefinitions:
    required:
    - {group: sky.io, version: v2, kind: Cloud}
  install:"""
    source = folder(tmp_path, **{CSV_FILE: CSV.replace("\n  install:", required, 1)})
    assert [name for _, name, _ in packages(headless("deps", source))] == ["Star.v1.g.io", "Cloud.v2.sky.io"]


def test_properties_count(tmp_path: Path) -> None:
    value = {"packageName": "moon", "versionRange": "1.0.0"}
    text = json.dumps({"properties": [{"type": "olm.package.required", "value": value}]})
    assert packages(headless("deps", folder(tmp_path, **{PROPERTIES_FILE: text}))) == [("Package", "moon", "unknown")]


def test_compound_constraints_are_told_in_words(tmp_path: Path) -> None:
    inner = {"any": {"constraints": [{"gvk": GVK["value"]}, {"cel": {"rule": "true"}}]}}
    found = headless("deps", folder(tmp_path, {"type": "olm.constraint", "value": inner}))
    assert packages(found) == [("Constraint", "any of (API Star.v1.g; CEL true)", "unknown")]


def test_a_label_is_no_dependency(tmp_path: Path) -> None:
    found = headless("deps", folder(tmp_path, {"type": "olm.label", "value": {"label": "blue"}}))
    assert packages(found) == []
    assert found.document["remarks"][0]["message"].startswith("the dependency olm.label is lost")


def test_olm_v1_names_the_first_property_as_opm_writes_them(tmp_path: Path) -> None:
    (remark,) = headless("deps", folder(tmp_path, PACKAGE, GVK)).document["remarks"]
    assert remark["message"] == (
        'OLM v1 does not install it: bundle "tides.v1.2.0" has a dependency declared via property '
        '"olm.gvk.required" which is currently not supported'
    )


def test_who_provides_it_is_found_in_a_catalog(tmp_path: Path) -> None:
    catalog = write_catalog(tmp_path / "catalog", *sole("moon"), *sole("sky", STAR))
    found = headless("deps", folder(tmp_path, PACKAGE, GVK), "--catalog", catalog)
    assert (found.code, found.document["met"]) == (0, True)
    assert packages(found) == [("API", "Star.v1.g", "met"), ("Package", "sky", "met"), ("Package", "moon", "met")]


def test_what_a_provider_requires_is_part_of_the_tree(tmp_path: Path) -> None:
    catalog = write_catalog(tmp_path / "catalog", *sole("moon", wants_api("Star")), *sole("sky", STAR))
    found = headless("deps", folder(tmp_path, PACKAGE), "--catalog", catalog)
    steps = [(one["from"], one["to"]) for one in found.document["edges"][1:]]
    assert steps == [("moon", "Star.v1.g"), ("Star.v1.g", "sky")]


def test_what_nobody_provides_is_missing(tmp_path: Path) -> None:
    catalog = write_catalog(tmp_path / "catalog", *sole("moon"))
    found = headless("deps", folder(tmp_path, PACKAGE, GVK), "--catalog", catalog)
    assert (found.code, found.document["met"]) == (1, False)
    assert packages(found) == [("API", "Star.v1.g", "missing"), ("Package", "moon", "met")]


def test_the_first_catalog_is_preferred(tmp_path: Path) -> None:
    newer = [package("moon"), channel("moon", "moon.v2.0.0"), bundle("moon", "2.0.0")]
    one, two = write_catalog(tmp_path / "z", *sole("moon")), write_catalog(tmp_path / "a", *newer)
    found = headless("deps", folder(tmp_path, PACKAGE), "--catalog", one, "--catalog", two)
    assert found.document["packages"][1]["version"] == "1.0.0"


def test_a_bundle_may_require_what_it_provides(tmp_path: Path) -> None:
    own = {"type": "olm.gvk", "value": BERTH[1]}
    catalog = write_catalog(tmp_path / "catalog", *sole("moon"))
    found = headless("deps", folder(tmp_path, own), "--catalog", catalog)
    (one,) = found.document["packages"][1:]
    assert (one["state"], one["outcome"]) == ("met", "it provides it itself")


def test_what_has_an_api_of_the_bundle_cannot_stand_beside_it(tmp_path: Path) -> None:
    catalog = write_catalog(tmp_path / "catalog", *sole("moon", BERTH))
    found = headless("deps", folder(tmp_path, PACKAGE), "--catalog", catalog)
    assert (found.code, found.document["packages"][1]["state"]) == (1, "missing")
    assert found.document["packages"][1]["outcome"] == (
        "What satisfies it cannot be installed beside tides.v1.2.0: moon.v1.0.0."
    )


def test_a_catalog_that_is_not_there_leaves_it_unknown(tmp_path: Path) -> None:
    found = headless("deps", folder(tmp_path, PACKAGE), "--catalog", str(tmp_path / "gone"))
    assert (found.code, found.document["met"]) == (3, None)
    assert packages(found) == [("Package", "moon", "unknown")]


def test_a_bundle_is_no_catalog(tmp_path: Path) -> None:
    source = folder(tmp_path, PACKAGE)
    found = headless("deps", source, "--catalog", source)
    assert found.code == 3
    assert "it is not a catalog of operators" in found.said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--resolve",), "Name one with --catalog SOURCE, or what is installed"),
        (("--package", "moon"), "--package is for catalogs"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    ended = run("deps", folder(tmp_path, PACKAGE), *options)
    assert ended.exit_code == 2
    assert says in ended.stderr


def test_a_broken_service_version_leaves_the_rest(tmp_path: Path) -> None:
    found = headless("deps", folder(tmp_path, PACKAGE, **{CSV_FILE: "kind: ClusterServiceVersion\nspec: [\n"}))
    assert (found.code, packages(found)) == (3, [("Package", "moon", "unknown")])
    assert "no ClusterServiceVersion that tools find and read" in found.document["unread"][0]["why"]


FILES = ("manifests/a.yaml", ANNOTATIONS_FILE, DEPENDENCIES_FILE, PROPERTIES_FILE)


def test_what_is_needed_by_edited_bundles(golden: Golden) -> None:
    known = REGISTRY_V1.dependencies()
    assert known is not None
    service_version, *metadata = parsed(f"{SERVICE_VERSION}---\n{METADATA}")
    spec, names = service_version["spec"], ("version", "customresourcedefinitions", "apiservicedefinitions")
    service_version["spec"] = {name: spec[name] for name in names}
    noted = [
        {"Type": "olm.package.required", "value": {"packageName": "sun", "versionRange": "1.0.0"}},
        {"type": "x"},
    ]
    service_version["metadata"] = {"name": "tides.v1", "annotations": {"olm.properties": json.dumps(noted)}}

    def needed(values: Mapping[str, Any]) -> list[str]:
        objects, data = objects_of_values(REGISTRY_V1, [*values.values()], [*values]), stream([*values.values()])
        starts = tuple(one.line for one in objects.heads)
        at = range(len(starts))
        origins = Origins(files=tuple(values), starts=starts, owners=tuple(at), lines=len(starts) * (1,))
        reading = Reading(reader="opm", size=len(data), origins=origins)
        contents = PackageContents(
            case=case_about("x", is_assembled=True, reading=reading), data=data, objects=objects
        )
        opened = PackageOpened(holds=known.holds(contents))
        tree = known.direct(RootPackage(source="sea", opened=opened))
        return [*lines_of(opened.holds), *lines_of(tree)]

    whole = dict(zip(FILES, (service_version, *metadata), strict=True))
    opened = PackageOpened(), PackageOpened(fault="it is gone")
    told = [known.direct(RootPackage(source="sea", opened=one)).unread for one in opened]
    golden("dependencies_registry_v1", "\n".join((*told, differences({"": whole}, needed))))


def test_nothing_is_resolved_without_a_catalog() -> None:
    known = REGISTRY_V1.dependencies()
    assert known is not None
    root = RootPackage(source="sea", opened=PackageOpened())
    with pytest.raises(Usage) as error:
        next(known.resolve(root, ResolveOptions()))
    assert (str(error.value), error.value.hint) == (
        "OLM finds dependencies in catalogs",
        "Name one with --catalog SOURCE, or what is installed with --installed FILE.",
    )
    asking = known.resolve(
        RootPackage(source="sea", opened=PackageOpened(fault="gone")), ResolveOptions(catalogs=("a",))
    )
    (question,) = next(asking)
    with pytest.raises(StopIteration) as ended:
        asking.send({question: CatalogFound(fault="it is away")})
    assert ended.value.value.unread == "gone"
