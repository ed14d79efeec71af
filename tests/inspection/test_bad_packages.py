"""Bad packages end in a finding or an error that says what is wrong, and the rest can still be inspected."""

import json
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, inspect_source, opened
from builders.oci.images import BuiltImage, image, index, package, write_layout, xpkg
from builders.oci.layers import file, layer, layer_of, tar

from xpkgtui.errors import FailureKind
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.messages.replies import FilesListed, TextReady
from xpkgtui.inspection.messages.requests import ListFiles, ReadText, Text, View
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.rules.finding import Acceptance, Badge, Severity
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
XRD = """apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata:
  name: things.acme.example
spec:
  group: acme.example
  names: {kind: Thing, plural: things}
  versions:
  - {name: v1, served: true, referenceable: true, schema: {openAPIV3Schema: {type: object}}}
"""


def stream(*documents: str) -> str:
    return "---\n" + "---\n".join(documents) + "---\n"


def errors(state: Inspection) -> set[str]:
    return {finding.rule for finding in state.findings if finding.severity is Severity.ERROR}


def rules(state: Inspection) -> set[str]:
    return {finding.rule for finding in state.findings}


def acceptance(state: Inspection) -> Acceptance | None:
    assert isinstance(state.verdict, Ready), state.verdict
    return state.verdict.value.acceptance


async def layout(folder: Path, built: BuiltImage) -> Inspection:
    return await inspect_source(write_layout(folder / "layout", built))


async def test_a_good_package_is_accepted_and_says_which_layer_supplies_it(tmp_path: Path) -> None:
    state = await layout(tmp_path, package(stream(META, XRD)))
    assert acceptance(state) is Acceptance.ACCEPTED
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.reason == "package.yaml from layer 0 (annotated base)"
    assert [row.kind for row in state.rows] == ["Configuration", "CompositeResourceDefinition"]
    assert not errors(state)


async def test_an_xpkg_file_reads_the_same_as_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "acme.xpkg"
    path.write_bytes(xpkg(package(stream(META, XRD))))
    state = await inspect_source(path)
    assert acceptance(state) is Acceptance.ACCEPTED
    assert state.digest is None
    assert isinstance(state.manifest, Ready)
    assert [(row.annotation, row.derived, row.supplies) for row in state.manifest.value.layers] == [
        ("base", True, True)
    ]


async def test_a_base_layer_without_package_yaml_is_refused_and_says_what_it_holds(tmp_path: Path) -> None:
    state = await layout(tmp_path, image(layer(file("crossplane.yaml", META), base=True)))
    assert acceptance(state) is Acceptance.REFUSED
    assert "XPKG401" in errors(state)
    assert isinstance(state.manifest, Ready)
    assert layer_sentence(state.layers[0], WORDING) == "should supply package.yaml; holds crossplane.yaml"


async def test_two_package_yaml_in_one_layer_are_found(tmp_path: Path) -> None:
    state = await layout(
        tmp_path, image(layer(file("package.yaml", stream(META)), file("x/package.yaml", "a"), base=True))
    )
    assert acceptance(state) is Acceptance.ACCEPTED
    assert "XPKG404" in rules(state)


async def test_two_metas_are_refused(tmp_path: Path) -> None:
    state = await layout(tmp_path, package(stream(META, META.replace("acme", "other"))))
    assert acceptance(state) is Acceptance.REFUSED
    assert "XPKG601" in errors(state)


async def test_yaml_broken_in_document_three_leaves_the_other_four_standing(tmp_path: Path) -> None:
    others = [XRD.replace("things", f"things{n}").replace("Thing", f"Thing{n}") for n in range(3)]
    state = await layout(tmp_path, package(stream(META, others[0], "kind: [\n", others[1], others[2])))
    assert acceptance(state) is Acceptance.REFUSED
    broken = [finding for finding in state.findings if finding.rule == "XPKG501"]
    assert [finding.place.document for finding in broken] == [3]
    badges = {row.document: row.badge for row in state.rows if row.role != "empty"}
    assert badges[3] is Badge.ERROR
    assert {row.kind for row in state.rows if row.document in (2, 4, 5)} == {"CompositeResourceDefinition"}


@pytest.mark.parametrize(
    ("blob", "rule"),
    [(b"this is no tar" * 100, "XPKG304"), (b"\x1f\x8b\x08\x00broken", "XPKG302")],
    ids=["no tar", "broken gzip"],
)
async def test_a_base_layer_that_is_no_layer_is_refused(tmp_path: Path, blob: bytes, rule: str) -> None:
    state = await layout(tmp_path, image(layer_of(blob, base=True)))
    assert acceptance(state) is Acceptance.REFUSED
    assert rule in errors(state)


async def test_a_tampered_blob_is_never_shown(tmp_path: Path) -> None:
    built = package(stream(META))
    folder = write_layout(tmp_path / "layout", built)
    blob = folder / "blobs" / "sha256" / built.layers[0].digest.removeprefix("sha256:")
    data = bytearray(blob.read_bytes())
    data[-1] ^= 0xFF
    blob.write_bytes(data)
    state = await inspect_source(folder)
    assert acceptance(state) is None
    assert "XPKG301" in errors(state)
    assert state.rows == ()
    assert isinstance(state.manifest, Ready)
    assert "not shown" in layer_sentence(state.layers[0], WORDING)


async def test_an_empty_index_is_a_finding_beside_an_empty_list(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", index())
    state = await inspect_source(folder)
    assert state.failure is None
    assert acceptance(state) is Acceptance.REFUSED
    assert "XPKG101" in errors(state)


async def test_an_index_without_amd64_shows_the_other_platform_and_is_refused(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", index((package(stream(META)), "linux/arm64")))
    state = await inspect_source(folder)
    assert acceptance(state) is Acceptance.REFUSED
    assert errors(state) == {"XPKG103"}
    assert [row.kind for row in state.rows] == ["Configuration"]


async def test_a_cut_archive_says_where_it_ends(tmp_path: Path) -> None:
    whole = xpkg(package(stream(META, XRD)))
    path = tmp_path / "cut.xpkg"
    path.write_bytes(whole[:1500])
    state = await inspect_source(path)
    assert state.failure is not None
    assert state.failure.kind in ("corrupt", "not-a-package")


async def test_a_broken_config_is_a_finding_and_the_package_stays_readable(tmp_path: Path) -> None:
    built = package(stream(META))
    manifest = json.loads(built.manifest)
    broken = BuiltImage(
        manifest=json.dumps(manifest | {"config": manifest["config"] | {"size": 7}}).encode(),
        config=b"no json",
        layers=built.layers,
    )
    state = await layout(tmp_path, broken)
    assert "XPKG211" in rules(state)
    assert acceptance(state) is Acceptance.ACCEPTED


async def test_hostile_names_travel_as_they_are(tmp_path: Path) -> None:
    names = ["[/]", "a\x1b]0;owned\x07b", "[bold @click=app.quit]x", "\u202egnp.exe"]
    built = image(layer(file("package.yaml", stream(META)), *(file(name, "x") for name in names), base=True))
    port = LocalPort()
    await opened(port, write_layout(tmp_path / "layout", built))
    listed = [event for event in await answers(port, ListFiles(view=View.BASE)) if isinstance(event, FilesListed)]
    assert {row.path for row in listed[0].rows} >= {"[", "a\x1b]0;owned\x07b"}
    texts = await answers(port, ReadText(text=Text.FILE, path="[/]"))
    assert [Path(event.path).read_bytes() for event in texts if isinstance(event, TextReady)] == [b"x"]
    await port.close()


async def test_an_image_without_base_annotation_is_flattened(tmp_path: Path) -> None:
    built = image(layer(file("package.yaml", stream(META))), layer(file("bin/provider", "x" * 100)))
    state = await layout(tmp_path, built)
    assert acceptance(state) is Acceptance.ACCEPTED
    assert "XPKG205" in rules(state)
    assert isinstance(state.manifest, Ready)
    assert [row.supplies for row in state.manifest.value.layers] == [True, False]


async def test_tar_c_dot_without_annotation_is_refused_for_its_dot_entry(tmp_path: Path) -> None:
    from builders.oci.layers import folder

    built = image(layer(folder("./"), file("./package.yaml", stream(META))))
    state = await layout(tmp_path, built)
    assert acceptance(state) is Acceptance.REFUSED
    assert {"XPKG401", "XPKG413"} <= rules(state)


async def test_a_bare_stream_has_no_layers_and_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(stream(META, XRD))
    state = await inspect_source(path)
    assert acceptance(state) is Acceptance.ACCEPTED
    assert not isinstance(state.manifest, Failed)


async def test_a_plain_tar_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "image.tar"
    path.write_bytes(tar(file("README.md", "hello")))
    state = await inspect_source(path)
    assert state.failure is not None
    assert state.failure.kind is FailureKind.NOT_A_PACKAGE


async def test_files_of_an_index_without_images_are_answered_with_why(tmp_path: Path) -> None:
    port = LocalPort()
    await opened(port, write_layout(tmp_path / "layout", index()))
    (answer,) = await answers(port, ListFiles(view=View.BASE))
    assert isinstance(answer, PartFailed)
    assert "There is no image to list" in answer.failure.title
    await port.close()
