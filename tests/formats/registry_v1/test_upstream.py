"""The tables of upstream's own tests about bundles: what opm, operator-framework/api, operator-sdk and OLM v1 say."""

from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.gate import few
from builders.oci.images import image, write_layout
from builders.oci.layers import layer
from builders.oracle import answers
from builders.packages.bundles import LABELS, members, write
from builders.packages.judged_folders import judged
from builders.program.headless import headless
from builders.upstream.bundles import API, OPM, RELATED_IMAGES, Files
from builders.upstream.hub_bundles import LABELS as FOUND
from builders.upstream.hub_bundles import OBJECTS, OPTIONAL
from builders.upstream.olm_v1_bundles import CHECKS, SOURCES
from builders.upstream.tables import differs, told
from differential.bundle_excuses import COLLECTS, STOPS

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

ALONE = answers("upstream")["api alone"]
"""What operator-framework/api 0.45 says where no program asks it."""
ELSEWHERE = ("custom single-depth location", "custom multi-depth location", "first path wins")
"""operator-sdk finds annotations anywhere, to refuse them in opm's words; xpkgtui looks into metadata/ alone."""
NO_BUNDLES = {"bundle missing manifests directory"}


def are(said: list[str], pieces: tuple[str, ...]) -> bool:
    """Whether there is a message for each piece, and no more."""
    return len(said) == len(pieces) and all(any(piece in one for one in said) for piece in pieces)


def same(table: str, name: str) -> bool:
    """Whether xpkgtui says what all of the tools say; one that ends says no more."""
    return differs(table, name) in (None, STOPS, COLLECTS)


@each_row("name", OPM)
def test_opm(name: str) -> None:
    assert are(told("opm", name)["opm"], OPM[name][1])
    assert same("opm", name)


@pytest.mark.parametrize("name", few(API, 9))
def test_the_api_of_operators(name: str) -> None:
    _, tool, pieces = API[name]
    assert are(told("api", name)[tool], pieces)
    assert same("api", name)


@each_row("name", OPTIONAL)
def test_optional_validators(name: str) -> None:
    _, tool, pieces = OPTIONAL[name]
    assert are(told("optional", name)[tool], pieces)
    assert same("optional", name)


def findings(files: Files, rule: str, folder: Path) -> list[Any]:
    """The findings of a rule, where all optional validators are asked."""
    return judged(REGISTRY_V1, write(folder, files), "hub").of(rule)


@each_row("name", RELATED_IMAGES)
def test_related_images(name: str, tmp_path: Path) -> None:
    files, count = RELATED_IMAGES[name]
    assert len(ALONE[name]) == count
    assert len(findings(files, "OLM043", tmp_path)) == count
    assert same("related images", name)


@each_row("name", OBJECTS)
def test_objects(name: str, tmp_path: Path) -> None:
    files, count = OBJECTS[name]
    assert len(ALONE[name]) == count
    assert len(findings(files, "OLM086", tmp_path)) == count
    assert same("objects", name)


@each_row("name", FOUND)
def test_where_annotations_are_found(name: str) -> None:
    begins = tuple(FOUND[name][1].replace("FOLDER", ".").split("|"))
    said = told("labels", name)["sdk"]
    if name in ELSEWHERE:
        assert said == ["Unable to locate metadata directory"]
    else:
        assert bool(said) is bool(FOUND[name][1])
        assert all(one.removeprefix("ends: ").startswith(begins) for one in said)
        assert same("labels", name)


@each_row("name", ELSEWHERE)
def test_annotations_elsewhere_are_refused_in_other_words(name: str, tmp_path: Path) -> None:
    assert [one.says for one in findings(FOUND[name][0], "OLM002", tmp_path)] == ["metadata not found in ."]


@each_row("name", few(CHECKS, 15))
def test_a_check_of_olm_v1(name: str) -> None:
    assert len(told("olm v1", name)["olmv1"]) == CHECKS[name][1]
    assert same("olm v1", name)


@each_row("name", SOURCES)
def test_what_olm_v1_loads(name: str) -> None:
    assert are(told("sources", name)["olmv1"], SOURCES[name][1])
    if name not in NO_BUNDLES:
        assert same("sources", name)


def test_what_olm_v1_loads_without_manifests(tmp_path: Path) -> None:
    files = SOURCES["bundle missing manifests directory"][0]
    write_layout(tmp_path / "image", image(layer(*members(files)), labels=LABELS), tags=("v1",))
    result = headless("check", tmp_path / "image", "--profile", "olmv1").result
    assert result["verdict"] == "refused"
    assert "OLM001" in [one["rule"] for one in result["findings"]]
