"""Entries of nested indexes, and what attestations state."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, index, package, write_layout
from builders.oci.layers import BuiltLayer, digest

from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.index.opened_index import MOST_ROWS, ReadManifests, entry_rows, first_image, is_nested
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import LookInto, OpenPlatform, Request
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import PREDICATE, REFERENCE_DIGEST, Descriptor, Digest, Platform
from xpkgtui.oci.manifest import Index
from xpkgtui.reporting.words import platform_sentence
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


def statement(kind: str) -> BuiltLayer:
    return BuiltLayer(
        blob=kind.encode(),
        media_type="application/vnd.in-toto+json",
        annotations={PREDICATE: kind},
        diff_id=digest(kind.encode()),
    )


async def rows(folder: Path, *requests: str) -> list[PlatformRow]:
    """The platforms of an index with a nested one and an attestation, after entries of these names were asked for."""
    arm, other = package(META, platform="linux/arm64"), package(META, platform="linux/s390x")
    inner = index((arm, "linux/arm64"), (other, "linux/s390x"))
    states = image(statement("https://slsa.dev/provenance/v1"), statement("https://spdx.dev/Document"))
    built = index((package(META), "linux/amd64"), (inner, "linux/ppc64le"), (states, "unknown/unknown"))
    port = LocalPort()
    try:
        state = await opened(port, write_layout(folder / "layout", built, tags=["v1"]))
        for name in requests:
            wanted = next(row.digest or "" for row in listed(state) if row.name == name)
            request: Request = LookInto(digest=wanted) if name == "attestation" else OpenPlatform(digest=wanted)
            state = fold_all(state, await answers(port, request))
    finally:
        await port.close()
    return listed(state)


def listed(state: Inspection) -> list[PlatformRow]:
    assert isinstance(state.platforms, Ready)
    return list(state.platforms.value)


async def test_entries_of_a_nested_index_stand_below_it(tmp_path: Path) -> None:
    found = await rows(tmp_path)
    assert [(row.name, row.depth) for row in found] == [
        ("linux/amd64", 0),
        ("linux/ppc64le", 0),
        ("linux/arm64", 1),
        ("linux/s390x", 1),
        ("attestation", 0),
    ]
    assert found[2].parent == found[1].digest


async def test_an_entry_of_a_nested_index_opens(tmp_path: Path) -> None:
    found = await rows(tmp_path, "linux/arm64")
    assert [row.name for row in found if row.selected] == ["linux/arm64"]


async def test_an_attestation_states_its_predicates_once_it_is_looked_into(tmp_path: Path) -> None:
    before, after = (await rows(tmp_path / "a"))[-1], (await rows(tmp_path / "b", "attestation"))[-1]
    assert (before.predicates, before.looked) == ((), False)
    assert after.predicates == ("https://slsa.dev/provenance/v1", "https://spdx.dev/Document")


def many() -> tuple[PlatformRow, ...]:
    """Rows of an index that lists itself, forty times."""
    entry = (
        '{"mediaType": "application/vnd.oci.image.index.v1+json", "digest": "sha256:' + "ab" * 32 + '", "size": 1}'
    )
    parsed = Index.parse(f'{{"schemaVersion": 2, "manifests": [{", ".join([entry] * 40)}]}}'.encode())
    return entry_rows(
        parsed, ReadManifests(images=ASSUMED_IMAGES, nested={"sha256:" + "ab" * 32: parsed}), chosen=None
    )


def test_indexes_that_list_each_other_end() -> None:
    assert len(many()) == MOST_ROWS


def test_entries_that_are_not_shown_are_counted() -> None:
    assert "more entries are in the index" in platform_sentence(many()[-1], WORDING)


async def about(folder: Path, annotations: Mapping[str, str]) -> str:
    """What an attestation is said to be about, whose subject is the image for linux/arm64."""
    first, second = package(META), package(META, platform="linux/arm64")
    states = image(statement("https://slsa.dev/provenance/v1"), subject=second.descriptor())
    built = index((first, "linux/amd64"), (second, "linux/arm64"), (states, "unknown/unknown"))
    fields = json.loads(built.manifest)
    fields["manifests"][2]["annotations"] = annotations
    layout = write_layout(
        folder / "layout", replace(built, manifest=json.dumps(fields).encode(), entries=built.entries)
    )
    port = LocalPort()
    try:
        state = await opened(port, layout)
        wanted = listed(state)[2].digest or ""
        return platform_sentence(listed(fold_all(state, await answers(port, LookInto(digest=wanted))))[2], WORDING)
    finally:
        await port.close()


async def test_the_subject_of_its_manifest_says_what_an_attestation_is_about(tmp_path: Path) -> None:
    assert await about(tmp_path, {}) == "how linux/arm64 was built"


async def test_an_annotation_counts_more_than_the_subject(tmp_path: Path) -> None:
    annotations = {REFERENCE_DIGEST: package(META).digest}
    assert await about(tmp_path, annotations) == "how linux/amd64 was built"


async def test_an_attestation_is_not_judged_and_the_index_still_is(tmp_path: Path) -> None:
    states = image(statement("https://slsa.dev/provenance/v1"))
    built = index((package(META), "linux/amd64"), (states, "unknown/unknown"))
    port = LocalPort()
    try:
        state = await opened(port, write_layout(tmp_path / "layout", built))
        wanted = listed(state)[1].digest or ""
        state = fold_all(state, await answers(port, OpenPlatform(digest=wanted)))
    finally:
        await port.close()
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is None
    assert "attestation" in state.verdict.value.reason
    assert {finding.rule for finding in state.findings} <= {"XPKG102", "XPKG104", "XPKG106"}
    assert any(finding.rule == "XPKG106" for finding in state.findings)


async def test_an_entry_that_is_not_listed_there_does_not_open(tmp_path: Path) -> None:
    port = LocalPort()
    try:
        built = index((package(META), "linux/amd64"))
        state = await opened(port, write_layout(tmp_path / "layout", built))
        wanted = listed(state)[0].digest or ""
        (event,) = await answers(port, OpenPlatform(digest=wanted, place="7.7"))
    finally:
        await port.close()
    assert isinstance(event, PartFailed)


LINUX, ARM = Platform(os="linux", architecture="amd64"), Platform(os="linux", architecture="arm64")
NOWHERE = Platform(os="", architecture="")


def entry(
    platform: Platform | None = None, media_type: str = media_types.OCI_MANIFEST, text: str = "a"
) -> Descriptor:
    return Descriptor(media_type=media_type, digest=Digest.of(text.encode()), size=1, platform=platform)


def all_rows(
    *entries: Descriptor, chosen: int | None = None, learned: ReadManifests | None = None
) -> tuple[PlatformRow, ...]:
    index = Index(media_type=media_types.OCI_INDEX, manifests=entries)
    return entry_rows(index, learned or ReadManifests(images=ASSUMED_IMAGES), chosen=chosen)


@each_row(
    ("platform", "is_chosen", "use"),
    [
        (LINUX, True, PlatformUse.DEFAULT),
        (None, True, PlatformUse.UNSPECIFIED),
        (LINUX, False, PlatformUse.SECOND),
        (None, False, PlatformUse.SECOND),
        (NOWHERE, False, PlatformUse.EMPTY),
        (ARM, False, PlatformUse.IGNORED),
    ],
)
def test_an_entry_says_why_it_is_read_or_not(platform: Platform | None, is_chosen: bool, use: PlatformUse) -> None:
    (row,) = all_rows(entry(platform), chosen=0 if is_chosen else None)
    assert (row.use, row.chosen, row.place) == (use, is_chosen, "0")


@each_row(
    ("media_type", "role"),
    [
        (media_types.OCI_MANIFEST, PlatformRole.IMAGE),
        ("", PlatformRole.IMAGE),
        (media_types.OCI_INDEX, PlatformRole.INDEX),
        ("application/octet-stream", PlatformRole.OTHER),
    ],
)
def test_an_entry_is_what_its_media_type_says(media_type: str, role: PlatformRole) -> None:
    one = entry(media_type=media_type)
    assert all_rows(one)[0].role is role
    assert is_nested(one, ASSUMED_IMAGES) is (role is PlatformRole.INDEX)


def test_the_first_image_is_looked_for_behind_what_is_none() -> None:
    other, nested = entry(media_type="text/plain"), entry(media_type=media_types.OCI_INDEX)
    found = [
        first_image(Index(media_type="", manifests=all_entries), ASSUMED_IMAGES)
        for all_entries in ((other, nested, entry()), (other,))
    ]
    assert found == [2, None]


def test_indexes_are_followed_eight_deep() -> None:
    nested = entry(media_type=media_types.OCI_INDEX)
    itself = Index(media_type=media_types.OCI_INDEX, manifests=(nested,))
    found = all_rows(nested, learned=ReadManifests(images=ASSUMED_IMAGES, nested={str(nested.digest): itself}))
    assert [row.depth for row in found] == list(range(9))


@pytest.mark.parametrize(("count", "unlisted"), [(MOST_ROWS, 0), (MOST_ROWS + 3, 3)])
def test_rows_beyond_the_limit_are_counted(count: int, unlisted: int) -> None:
    found = all_rows(*[entry(text=str(number)) for number in range(count)])
    assert (len(found), found[-1].unlisted) == (MOST_ROWS, unlisted)
