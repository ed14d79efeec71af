"""The built-in packages of the other formats: they open, and are judged as the tools of their formats judge them."""

import hashlib
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import answers as asked
from builders.inspection.inspections import opened
from builders.oracle import answers

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import Judge, ListFiles, View
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.service.local import LocalPort
from xpkgtui.sources.demo import built_in
from xpkgtui.sources.demo.built_in import examples, files_of, open_image
from xpkgtui.sources.demo.source import BlobsSource
from xpkgtui.sources.demos import DEMO_FORMATS, demo_source, is_demo
from xpkgtui.sources.source import ImageRoot

TOLD = answers("demos")
EXAMPLES = Path(str(examples()))
IMAGES = tuple(name for name in DEMO_FORMATS if name != "rukpak")
LARGE = 1 << 24
DIGESTS = {
    "bundle": "afff9659736d017e66367e0bf944ecc0a8a77d312c41d723d13e7e4adb2ebd51",
    "catalog": "52474c4c1758830d05d9662c122a09d82a97b56c9e4101e4b73deffe7310b2be",
    "stack": "c18f5663c01eb676655ee0f6741dc67c2fdfbe912dd01663631190153bc7012d",
    "plain": "891a7269933e0169f40ac3a64db13774e36c5130d36694d7c06d48c87f84c56f",
}
FORMATS = {
    "bundle": "registry+v1",
    "catalog": "catalog",
    "stack": "stack",
    "plain": "plain+v0",
    "rukpak": "rukpak",
}
VERDICTS = {
    "bundle": {"opm": True, "sdk": True, "olmv1": False, "rukpak": True},
    "catalog": {"opm": False},
    "stack": {"xp": True},
    "plain": {"rukpak": True},
    "rukpak": {"rukpak": True},
}
FINDINGS = {
    "bundle": [("OLM011", "metadata/annotations.yaml", 6)]
    + [("OLM025", "manifests/harbour-operator.clusterserviceversion.yaml", 82)]
    + [("OLM025", "metadata/dependencies.yaml", line) for line in (2, 4)],
    "catalog": [
        ("FBC006", "", 0),
        ("FBC025", "configs/lighthouse-operator/catalog.yaml", 18),
        *[("FBC050", "", 0)] * 2,
    ],
    "stack": [
        ("STK011", ".registry/app.yaml", 30),
        ("STK013", ".registry/app.yaml", 13),
        ("STK013", ".registry/resources/moorings/vessel.resource.yaml", 3),
        ("STK014", "", 0),
        ("STK020", ".registry/app.yaml", 1),
    ],
    "plain": [("PLN006", "manifests/04_berths.yaml", 6), ("PLN010", "manifests/04_berths.yaml", 1)],
    "rukpak": [("RPK008", "", 10)],
}
TOPS = [
    ("bundle", 3, ["manifests", "metadata", "tests"]),
    ("catalog", 2, ["bin", "configs", "etc"]),
    ("stack", 3, [".registry", "bin", "etc"]),
    ("plain", 1, ["manifests"]),
]
"""How many layers, and what is at the top of the flattened files."""


async def judged(port: LocalPort, format: str, profile: str = "") -> Inspection:
    """A built-in package, judged by its first profile or another."""
    state = await opened(port, demo_source(format))
    if profile:
        assert state.case is not None
        state = fold_all(state, await asked(port, Judge(case=replace(state.case, profile=profile))))
    return state


def source_of(format: str) -> BlobsSource:
    source = open_image(format)
    assert source is not None
    return source


def root_of(format: str) -> ImageRoot:
    return source_of(format).resolve()


def manifests_of(format: str) -> list[Manifest]:
    """Every manifest of an image."""
    source, root = source_of(format), root_of(format)
    if "index" not in root.media_type:
        return [Manifest.parse(root.data)]
    return [Manifest.parse(source.manifest(entry)) for entry in Index.parse(root.data).manifests]


@each_row("format", IMAGES)
def test_an_image_is_the_same_wherever_it_is_built(format: str) -> None:
    assert str(root_of(format).digest) == f"sha256:{DIGESTS[format]}"


@each_row("format", IMAGES)
def test_every_blob_has_its_digest_and_size(format: str) -> None:
    source = source_of(format)
    for manifest in manifests_of(format):
        assert manifest.config is not None
        for each in (manifest.config, *manifest.layers):
            data = source.blob(each).read(LARGE)
            assert (hashlib.sha256(data).hexdigest(), len(data)) == (each.digest.hex, each.size)


def test_the_files_of_a_layer_are_those_of_its_folder() -> None:
    found = files_of("stack/.registry")
    assert list(found)[:3] == [".registry/", ".registry/app.yaml", ".registry/icon.svg"]
    assert found[".registry/app.yaml"] == (EXAMPLES / "stack" / ".registry" / "app.yaml").read_bytes()
    assert found[".registry/resources/"] == b""


@pytest.mark.parametrize("format", DEMO_FORMATS)
async def test_it_opens_as_its_format(format: str, port: LocalPort) -> None:
    state = await judged(port, format)
    assert state.failure is None
    assert state.format.name == FORMATS[format]
    assert state.rows
    assert all(row.badge is not None for row in state.rows if row.role != "empty")


@pytest.mark.parametrize(
    ("format", "profile"), [(format, profile) for format, each in VERDICTS.items() for profile in each]
)
async def test_each_tool_judges_it_as_the_tool_itself_does(format: str, profile: str, port: LocalPort) -> None:
    state = await judged(port, format, profile)
    assert isinstance(state.verdict, Ready)
    accepted = state.verdict.value.acceptance is Acceptance.ACCEPTED
    assert accepted is VERDICTS[format][profile]
    says = TOLD[format].get(profile, TOLD[format].get("Cluster"))
    assert accepted is (says == [])
    errors = {one.says or "" for one in state.findings if one.severity is Severity.ERROR}
    assert all(any(text in said for said in errors) for text in says)


@pytest.mark.parametrize("format", DEMO_FORMATS)
async def test_its_findings_are_those_that_were_planted(format: str, port: LocalPort) -> None:
    state = await judged(port, format)
    found = sorted((one.rule, one.place.file or "", one.place.line or 0) for one in state.findings)
    assert found == FINDINGS[format]


@pytest.mark.parametrize("format", IMAGES)
async def test_its_folder_holds_the_same_objects(format: str, port: LocalPort) -> None:
    inner = {"catalog": "catalog/configs"}.get(format, format)
    packed = await judged(port, format)
    folder = await opened(port, EXAMPLES / inner)
    assert [(row.kind, row.name) for row in folder.rows] == [(row.kind, row.name) for row in packed.rows]


async def test_olm_v1_refuses_bundles_of_the_catalog_that_require_others(port: LocalPort) -> None:
    state = await judged(port, "catalog", "olmv1")
    assert [one.says for one in state.findings if one.rule == "FBC051"] == TOLD["catalog"]["olmv1"]


async def test_a_catalog_ignores_what_is_no_part_of_it(port: LocalPort) -> None:
    state = await judged(port, "catalog")
    read = {(row.file or "").removeprefix("configs/") for row in state.rows}
    assert read == set(TOLD["catalog"]["files"])
    assert {"catalog/configs/README.md", "catalog/configs/drafts/tide-operator.yaml"} <= {
        f"catalog/{name}" for name in files_of("catalog/configs")
    }


@pytest.mark.parametrize(("format", "layers", "top"), TOPS)
async def test_layers_and_files_have_something_to_show(
    format: str, layers: int, top: list[str], port: LocalPort
) -> None:
    state = await judged(port, format)
    assert len(state.layers) == layers
    assert isinstance(state.platforms, Ready)
    listed = await asked(port, ListFiles(view=View.FLATTENED))
    assert [row.path for event in listed if isinstance(event, FilesListed) for row in event.rows] == top


async def test_a_layer_that_only_metadata_comes_from_says_so(port: LocalPort) -> None:
    state = await judged(port, "bundle")
    said = [layer_sentence(row, state.wording, short=True) for row in state.layers]
    assert said == ["supplies manifests/", "supplies metadata/", "scorecard tests, not read by OLM"]


@pytest.mark.parametrize("format", IMAGES)
async def test_the_folder_of_the_package_is_not_taken_for_another_of_its_name(format: str, port: LocalPort) -> None:
    await judged(port, format)
    listed = await asked(port, ListFiles(view=View.FLATTENED))
    assert not any(row.decoy for event in listed if isinstance(event, FilesListed) for row in event.rows)


@each_row(
    ("source", "expected"),
    [
        ("demo", True),
        ("demo:bundle", True),
        ("demo:xpkg", False),
        ("bundle", False),
        ("demo:5000/bundle", False),
        ("./demo", False),
    ],
)
def test_a_built_in_package_is_named_exactly(source: str, expected: bool) -> None:
    assert is_demo(source) is expected


def test_no_file_of_them_names_a_real_company() -> None:
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob("*") if path.is_file()]
    assert texts
    hosts = {word for text in texts for word in text.split() if "://" in word}
    assert {word for word in hosts if ".example" not in word and "w3.org" not in word} == set()


def test_they_take_little_room_in_the_wheel() -> None:
    folder = Path(built_in.__file__).parent / "examples"
    assert sum(len(zlib.compress(path.read_bytes())) for path in folder.rglob("*") if path.is_file()) < 60_000
