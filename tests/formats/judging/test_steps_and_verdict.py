"""The steps of Why end where the verdict says: on random packages, under every profile, at the same complaint."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from builders.packages.bundles import write as write_bundle
from builders.packages.judged_folders import Judged, judged_by, judged_text, stream_of
from differential.bundle_changes import files_of
from differential.bundles import BUNDLES
from differential.catalogs.subject import CATALOGS
from differential.catalogs.subject import write as write_catalog
from differential.folders.plain import PLAIN_BUNDLES
from differential.folders.rukpak import RUKPAK
from differential.folders.stacks import STACKS
from differential.folders.written import written
from differential.subject import Subject

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.format import Format
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.formats.stack.format import STACK
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.rules.finding import Acceptance
from xpkgtui.sources.folder.walk import OpenedFolder

SEEDS = range(2)
EACH = 8
"""Packages that a seed makes."""


@contextmanager
def bundle(case: Any) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield write_bundle(Path(folder), files_of(case))


@contextmanager
def catalog(case: Any) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        write_catalog(Path(folder), case)
        yield Path(folder)


FOLDERS: dict[str, tuple[Format, Subject, Callable[[Any], Any]]] = {
    "registry+v1": (REGISTRY_V1, BUNDLES, bundle),
    "catalog": (CATALOG, CATALOGS, catalog),
    "stack": (STACK, STACKS, lambda case: written(case, ".registry")),
    "plain+v0": (PLAIN, PLAIN_BUNDLES, written),
}


def reader_of(format: Format, profile: str) -> KnownReader:
    """The row of the matrix that speaks for a profile."""
    summary = format.summary
    rows: tuple[KnownReader, ...] = (
        *(format.images.readers().matrix if format.images else summary.readers.of_streams),
        *format.own_readers().values(),
    )
    return next(one for one in rows if one.name == summary.readers.judging.get(profile, summary.readers.deciding))


def unlike(
    format: Format, found: Mapping[str, Judged], steps: tuple[Step, ...]
) -> Iterator[tuple[str, str, tuple[Step, ...]]]:
    """The profiles of which the steps and the verdict say different things."""
    readers = {profile: reader_of(format, profile) for profile in found}
    one = next(iter(found.values()))
    assert one.case.reading is not None
    names = list(dict.fromkeys(reader.name for reader in readers.values()))
    verdicts = format.judge_stream(one.data, names, case=one.case, stop=lambda: False)
    # An opened stream was hashed.
    reading = replace(one.case.reading, steps=steps, sha256="0" * 64)
    for profile, judged in found.items():
        reader = readers[judged.verdict.by or profile]
        result = ReaderResult(reader=reader, reading=reading, verdict=verdicts[reader.name])
        if result.acceptance is not judged.verdict.acceptance or not ends(result, judged.verdict.reason):
            yield profile, judged.verdict.reason, result.steps


def ends(result: ReaderResult, reason: str) -> bool:
    """Whether the only step that fails is the last one and has this reason; none where nothing is refused."""
    failing = [step for step in result.steps if step.sign is Sign.BAD]
    if result.acceptance is not Acceptance.REFUSED:
        return not failing
    is_named = bool(failing) and failing[0].title in {phase.title for phase in result.reader.phases}
    return is_named and failing == [result.steps[-1]] and failing[0].evidence.startswith(reason)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", FOLDERS)
def test_steps_of_a_folder_end_with_the_reason_of_the_verdict(name: str, seed: int) -> None:
    format, subject, opened = FOLDERS[name]
    chance, folders = Random(seed), 0
    for _ in range(EACH):
        case = subject.generated(chance)
        with opened(case) as folder:
            if format.folder is None or not isinstance(format.folder.place(OpenedFolder(folder, str(folder))), str):
                continue
            folders += 1
            steps = tuple(one.step for one in stream_of(format, folder)[1].steps)
            assert list(unlike(format, judged_by(format, folder, format.summary.profiles), steps)) == []
    assert folders


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_of_a_stream_end_with_the_reason_of_the_verdict(seed: int) -> None:
    chance = Random(seed)
    for _ in range(EACH):
        text = RUKPAK.generated(chance)["text"]
        found = {profile: judged_text(RUKPAK_OBJECTS, text, profile) for profile in RUKPAK_OBJECTS.summary.profiles}
        assert list(unlike(RUKPAK_OBJECTS, found, ())) == []
