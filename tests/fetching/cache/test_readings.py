"""Readings are found for the same image, reader, limits and modules."""

from dataclasses import replace
from pathlib import Path

import pytest

from xpkgtui.documents.origins import Origins
from xpkgtui.fetching.cache.readings import Readings
from xpkgtui.limits import LIMITS
from xpkgtui.oci.digest import Digest
from xpkgtui.readers.reader import Part, Piece, Reading, ReadStage, Sign, Step

IMAGE = Digest.of(b"manifest and config")
READING = Reading(
    reader="manager-2.4",
    layer=1,
    parts=(Part(name="package\udcff.yaml", layer=1),),
    origins=Origins(files=("a.yaml",), starts=(1,), owners=(0,), lines=(3,), lead=4),
    size=2 << 20,
    sha256="aa",
    pieces=(Piece(offset=0, size=3, sha256="bb"),),
    layers_read=(1,),
    steps=(Step(title="Takes it", evidence="layer 1", sign=Sign.WARNING),),
)


def test_one_comes_back_as_it_was(tmp_path: Path) -> None:
    Readings(str(tmp_path)).keep(IMAGE, LIMITS, READING)
    assert Readings(str(tmp_path)).find(IMAGE, "manager-2.4", LIMITS) == READING


def test_other_images_readers_limits_and_modules_have_others(tmp_path: Path) -> None:
    readings = Readings(str(tmp_path), lambda: "1")
    readings.keep(IMAGE, LIMITS, READING)
    assert readings.find(IMAGE, "manager-2.4", LIMITS)
    assert readings.find(Digest.of(b"other"), "manager-2.4", LIMITS) is None
    assert readings.find(IMAGE, "manager-2.2", LIMITS) is None
    assert readings.find(IMAGE, "manager-2.4", replace(LIMITS, documents=5)) is None
    assert Readings(str(tmp_path), lambda: "2").find(IMAGE, "manager-2.4", LIMITS) is None


@pytest.mark.parametrize("one", [replace(READING, size=1000), replace(READING, stage=ReadStage.SELECT)])
def test_nothing_is_written_of_a_small_stream_or_of_none(tmp_path: Path, one: Reading) -> None:
    Readings(str(tmp_path)).keep(IMAGE, LIMITS, one)
    Readings(None).keep(IMAGE, LIMITS, READING)
    assert not list(tmp_path.iterdir())
