"""`crossplane resource validate`: pieces of raw bytes, labels, and files in folders called crds."""

import io

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image, labeled
from builders.oci.layers import file, folder, layer, symlink
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.reader.readers import read_all, reader
from xpkgtui.formats.xpkg.reader.validate import BadSeparator, Cutting
from xpkgtui.limits import Limits
from xpkgtui.readers.reader import Reading, ReadStage

STREAM = "---\nkind: Provider\n---\nkind: A\n---\nkind: B\n---\n"


def read(made: BuiltImage) -> tuple[Reading, list[bytes]]:
    """The reading, and the bytes of its pieces."""
    sink = io.BytesIO()
    found = reader("validate").read(made.parsed(), made.open_layer, sink)
    return found, [sink.getvalue()[piece.offset : piece.offset + piece.size] for piece in found.pieces]


def test_the_pieces_between_the_first_and_the_last_are_its_objects() -> None:
    found, pieces = read(labeled(image(layer(file("package.yaml", STREAM), base=True))))
    assert pieces == [b"kind: A\n", b"kind: B\n"]
    assert (found.sha256, found.size, found.annotated, found.layer) == (None, 16, True, 0)


def test_without_the_last_separator_the_last_object_is_lost() -> None:
    _, pieces = read(labeled(image(layer(file("package.yaml", STREAM[:-4]), base=True))))
    assert pieces == [b"kind: A\n"]


def test_a_package_of_one_piece_is_a_panic() -> None:
    found, _ = read(labeled(image(layer(file("package.yaml", "kind: A\n"), base=True))))
    assert found.message == "panic: runtime error: slice bounds out of range [1:0]"


def test_several_labels_have_no_message_as_one_is_taken_at_random() -> None:
    made = image(layer(file("package.yaml", STREAM)), labels={"a:b": "base", "c:d": "base"})
    found, _ = read(made)
    assert (found.stage, found.message) == (ReadStage.SELECT, None)
    assert "a:b, c:d" in found.steps[-1].evidence


def test_without_a_label_of_that_value_it_takes_files_in_folders_called_crds() -> None:
    lower = layer(folder("p"), file("p/crds/b.yaml", "kind: B\n"), file("crds/a.yaml", "kind: A\n"), file("x.yaml"))
    upper = layer(file("p/crds/b.yaml", "kind: C\n"), symlink("crds/c.yaml", "a.yaml"), file("crds/.wh.a.yaml"))
    made = image(lower, upper, labels={"a": "b"})
    found, pieces = read(made)
    # A whiteout is a file like others: it ends in .yaml, too.
    assert pieces == [b"", b"kind: A\n", b"kind: C\n"]
    assert (found.stage, found.annotated) == (None, False)
    assert "validate" in read_all(made.parsed(), made.open_layer, io.BytesIO).sinks


def test_without_labels_it_stops() -> None:
    assert read(image(layer(file("package.yaml", STREAM))))[0].message == "cannot get image labels"


class Pieces:
    """A source that gives what was drawn."""

    def __init__(self, parts: list[bytes]) -> None:
        self._parts = [part for part in parts if part][::-1]

    def read(self, size: int, /) -> bytes:
        return self._parts.pop() if self._parts else b""


LINES = st.sampled_from(
    [
        b"a: 1\n",
        b"---\n",
        b"---  # c\n",
        b"\n",
        b"...\n",
        b"\0\0a\n",
        b"x---\n",
        b"--\n",
        b"b\r\n",
        b"---\r\n",
        b"\r\n",
        b"c",
    ]
)


@given(st.lists(st.lists(LINES, max_size=5).map(b"".join), max_size=5))
def test_it_cuts_as_a_stream_is_split_wherever_reads_end(parts: list[bytes]) -> None:
    sink = io.BytesIO()
    cutting = Cutting(sink, Limits(), bool)
    whole = b"".join(parts).replace(b"\r\n", b"\n")
    whole += b"" if not whole or whole.endswith(b"\n") else b"\n"
    expected = split(whole)
    if expected.problem is not None:
        with pytest.raises(BadSeparator, match="invalid Yaml document separator"):
            cutting.run(Pieces(parts))
        return
    cutting.run(Pieces(parts))
    texts = [whole[chunk.start : chunk.end] for chunk in expected.chunks]
    assert [piece.size for piece in cutting.pieces] == [len(text) for text in texts]
    assert sink.getvalue() == b"".join(texts[1:])


@each_row(("late", "size", "count"), [(True, 4096, 1), (True, 4095, 2), (False, 4096, 2)])
def test_a_last_line_that_fills_the_buffer_is_lost_where_the_end_is_learned_late(
    late: bool, size: int, count: int
) -> None:
    cutting = Cutting(io.BytesIO(), Limits(), bool)
    cutting.run(Pieces([b"a: 1\n---\n", b"x" * size]), lambda: late)
    assert len(cutting.pieces) == count
