"""Of an image, the row of a version of Crossplane and a check for that version say the same.

Traps are compared for every version; of random images each for every other one, and each version with half of them.
An archive is refused by every version of Crossplane if it cannot be pushed, since none reads it before.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from builders.gate import IS_WHOLE, few
from builders.oci.archives import odd_archives
from builders.oci.images import BuiltImage, docker_archive, image, index, package, write_layout, xpkg
from builders.oci.layers import BuiltLayer, digest, file, gzip, layer_of, tar
from builders.packages.judgements import CRD, PROVIDER
from differential.images import layers
from differential.images.built import built
from differential.images.cases import TRAPS, random_image
from differential.images.subject import IMAGES, unpacked

from xpkgtui.formats.xpkg.tools.crossplane_versions import target_of
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.replies import ReadersCompared
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, Open, Options
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

VERSIONS = ("2.4", "2.3", "2.1", "1.20", "1.12", "1.6")
"""One of each way of reading."""
_KNOWN, _RANDOM = (15, 20) if IS_WHOLE else (8, 8)
_GOOD = f"---\n{PROVIDER}---\n{CRD}---\n".replace(">=v1.14.0", ">=v1.0.0").encode()
_DAMAGE = ("digest", 3, -3)
"""What a descriptor claims wrongly: the digest, or the size by so many bytes."""


def _images(chance: Random) -> Iterator[dict[str, Any]]:
    yield from chance.sample(TRAPS, _KNOWN)
    for _ in range(_RANDOM):
        case = random_image(chance)
        if chance.random() < 0.3 and case.get("layers"):
            chance.choice(case["layers"])["claims"] = [chance.choice(_DAMAGE)]
        yield case


async def _answers(
    port: LocalPort, source: Path, versions: tuple[str, ...], profile: str = "crossplane"
) -> list[tuple[Acceptance | None, Acceptance | None]]:
    """The verdict of the row and that of the check, for each of these versions."""
    found, rows = [], None
    for version in versions:
        options = Options(profile=profile, crossplane=version, reach=LayerScope.CHEAP, children=True)
        events = [event async for event in port.ask(Open(source=str(source), options=options))]
        (checked,) = [event.verdict.acceptance for event in events if isinstance(event, VerdictReached)]
        if rows is None:
            replies = [event async for event in port.ask(CompareReaders(reach=LayerScope.ALL))]
            (rows,) = [event.comparison for event in replies if isinstance(event, ReadersCompared)]
        row = rows.of(profile if profile == "spec" else target_of("crossplane", version).way.name)
        assert row is not None
        found.append((row.acceptance, checked))
    return found


@pytest.mark.parametrize("seed", range(2 if IS_WHOLE else 1))
async def test_matrix_and_check_say_the_same_of_an_image(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layers, "BODIES", (_GOOD, PROVIDER.encode(), *layers.BODIES[2:]))
    port, verdicts = LocalPort(), set[Acceptance | None]()
    try:
        for number, case in enumerate(_images(Random(seed))):
            layout = tmp_path / str(number)
            built(case).write(layout)
            (layout / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
            answers = await _answers(port, layout, VERSIONS if number < _KNOWN else VERSIONS[number % 2 :: 2])
            assert (case, [row for row, _ in answers]) == (case, [checked for _, checked in answers])
            verdicts.update(row for row, _ in answers)
    finally:
        await port.close()
    assert verdicts == {Acceptance.ACCEPTED, Acceptance.REFUSED, None}


async def test_a_reader_that_fails_at_a_layer_with_wrong_bytes_refuses_it(tmp_path: Path) -> None:
    chance, port = Random(20261121), LocalPort()
    cases = [random_image(chance) for _ in range(116)]
    try:
        for number in (3, 11, 28, 36, 115):
            layout = tmp_path / str(number)
            built(cases[number]).write(layout)
            (layout / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
            # The answers of the published libraries, to which `python -m differential images` holds these.
            stages = {name: answer[0] for name, answer in unpacked(IMAGES.ours(cases[number])).items()}
            [_ async for _ in port.ask(Open(source=str(layout), options=Options(reach=LayerScope.CHEAP)))]
            replies = [event async for event in port.ask(CompareReaders(reach=LayerScope.ALL))]
            (rows,) = [event.comparison for event in replies if isinstance(event, ReadersCompared)]
            failing = {row.reader.name: row.acceptance for row in rows.results if stages.get(row.reader.name)}
            assert failing, number
            assert (number, set(failing.values())) == (number, {Acceptance.REFUSED})
    finally:
        await port.close()


_FILES = gzip(tar(file("x", "y" * 5_000)))
_CUT, _FOLLOWED = (layer_of(blob, base=False) for blob in (_FILES[:-9], _FILES + b"and more"))


def _with(other: BuiltLayer, *, base: bool = True) -> BuiltImage:
    """A package, and a layer that nothing in it needs."""
    return package(_GOOD, other, base=base)


ARCHIVES = {
    "fine": xpkg(package(_GOOD)),
    "a config that is no JSON": docker_archive((package(_GOOD, config=b"{"), ())),
    "a layer that is cut": docker_archive((_with(_CUT), ())),
    "a layer that is cut, labeled": xpkg(_with(_CUT)),
    "a layer that is cut, flattened": docker_archive((_with(_CUT, base=False), ())),
    "a layer that is cut, below": docker_archive((image(_CUT, *package(_GOOD).layers), ())),
    "bytes after a layer": xpkg(_with(_FOLLOWED)),
    "one layer twice": odd_archives()["one layer twice"],
}


async def _without_stream(folder: Path, built: BuiltImage, profile: str) -> list[tuple[Acceptance | None, ...]]:
    """The answers about an image whose last layer is gone."""
    layout = write_layout(folder / "layout", built)
    (layout / "blobs" / digest(built.layers[-1].blob).replace(":", "/")).unlink()
    port = LocalPort()
    try:
        return list(await _answers(port, layout, VERSIONS, profile))
    finally:
        await port.close()


@pytest.mark.parametrize(("profile", "answer"), [("crossplane", Acceptance.REFUSED), ("spec", None)])
@pytest.mark.parametrize("base", [True, False])
async def test_a_layer_that_is_gone_is_refused_by_those_who_need_it(
    profile: str, answer: Acceptance | None, base: bool, tmp_path: Path
) -> None:
    assert await _without_stream(tmp_path, package(_GOOD, base=base), profile) == [(answer, answer)] * len(VERSIONS)


async def test_a_platform_that_is_changed_is_refused_by_the_specification(tmp_path: Path) -> None:
    first, second = package(_GOOD), package(_GOOD, platform="linux/arm64")
    layout = write_layout(tmp_path / "layout", index((first, "linux/amd64"), (second, "linux/arm64")))
    manifest = layout / "blobs" / second.digest.replace(":", "/")
    manifest.write_bytes(manifest.read_bytes().replace(b"schemaVersion", b"schemaversion"))
    port = LocalPort()
    try:
        answers = {profile: await _answers(port, layout, ("2.4",), profile) for profile in ("crossplane", "spec")}
    finally:
        await port.close()
    assert answers["crossplane"] == [(Acceptance.ACCEPTED, Acceptance.ACCEPTED)]
    assert answers["spec"] == [(Acceptance.REFUSED, Acceptance.REFUSED)]


@pytest.mark.parametrize("name", few(ARCHIVES, 4))
async def test_matrix_and_check_say_the_same_of_an_archive(name: str, tmp_path: Path) -> None:
    path = tmp_path / "image.tar"
    path.write_bytes(ARCHIVES[name])
    port = LocalPort()
    try:
        answers = await _answers(port, path, VERSIONS)
    finally:
        await port.close()
    assert [row for row, _ in answers] == [checked for _, checked in answers]
    assert (answers[0][0] is Acceptance.ACCEPTED) is (name == "fine")
