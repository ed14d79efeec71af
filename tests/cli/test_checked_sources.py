"""The lines that findings point at, in streams and in the files of folders."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.inspection import ports

from xpkgtui.cli.checked_sources import excerpts_of, with_examples
from xpkgtui.documents.origins import Origins
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.readers.reader import Reading
from xpkgtui.reporting.as_text.check import Excerpt
from xpkgtui.rules.case import StreamFile


def opened(tmp_path: Path, text: bytes, origins: Origins | None = None) -> Inspection:
    path = tmp_path / "stream"
    path.write_bytes(text)
    state = ports.inspection(*ports.package())
    assert state.reading is not None
    reading: Reading = replace(state.reading, origins=origins) if origins else state.reading
    return replace(state, reading=reading, stream=StreamFile(path=str(path), size=len(text), sha256=""))


def read(state: Inspection, **place: Any) -> Excerpt | None:
    key = (place.get("file"), place["line"])
    return excerpts_of(state, [ports.finding(**place)]).get(key)


def test_two_lines_stand_before_the_one_that_is_meant(tmp_path: Path) -> None:
    state = opened(tmp_path, b"a\nb\nc\nd\ne\n")
    assert read(state, line=4) == Excerpt(2, ("b", "c", "d"))
    assert read(state, line=1) == Excerpt(1, ("a",))
    assert read(state, line=6) is None


def test_a_line_of_a_file_is_found_where_the_stream_has_it(tmp_path: Path) -> None:
    origins = Origins(files=("x.yaml", "y.yaml"), starts=(1, 4), owners=(0, 1), lines=(1, 10))
    state = opened(tmp_path, b"x1\nx2\nx3\ny10\ny11\n", origins)
    assert read(state, file="x.yaml", line=3) == Excerpt(1, ("x1", "x2", "x3"))
    assert read(state, file="y.yaml", line=11) == Excerpt(10, ("y10", "y11"))
    assert read(state, file="y.yaml", line=9) is None
    assert read(state, file="z.yaml", line=1) is None


def test_bytes_that_are_no_text_are_spelled_out(tmp_path: Path) -> None:
    assert read(opened(tmp_path, b"a\xff\r\n"), line=1) == Excerpt(1, ("a\\xff",))


def test_a_very_long_line_is_one_line(tmp_path: Path) -> None:
    found = read(opened(tmp_path, b"x" * 200_000 + b"\nb\n"), line=2)
    assert found is not None
    assert (len(found.rows), found.rows[-1]) == (2, "b")


async def test_examples_of_what_was_not_read_are_not_asked_for() -> None:
    port, state = ports.FakePort(lambda _: ()), ports.inspection(*ports.package())
    for one in (state, replace(state, failure=Failure(kind=FailureKind.NETWORK, title="away"))):
        assert await with_examples(port, one) is one
    assert port.asked == []


def test_a_stream_that_is_gone_has_no_lines(tmp_path: Path) -> None:
    assert excerpts_of(ports.inspection(), [ports.finding(line=1)]) == {}
    state = opened(tmp_path, b"a\n")
    (tmp_path / "stream").unlink()
    assert excerpts_of(state, [ports.finding(line=1)]) == {}
