"""The tar reader: as the standard library where that is sane, as Go where they differ, and never without end."""

import base64
import contextlib
import io
import tarfile
from collections.abc import Iterator

import pytest
from builders.cases import each_row
from builders.oci.layer_cases import sparse_tars
from builders.oci.layers import (
    END,
    block,
    file,
    folder,
    gnu_long,
    hardlink,
    header,
    octal,
    pax,
    raw_file,
    symlink,
    tar,
)
from builders.oci.odd_tars import odd_tars
from builders.oracle import answers
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries
from xpkgtui.limits import LIMITS, LimitExceeded, Limits

NAMES = st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1, max_size=300)
MEMBERS = st.lists(
    st.one_of(
        st.builds(file, NAMES, st.binary(max_size=1200), mode=st.integers(0, 0o7777)),
        st.builds(folder, NAMES),
        st.builds(symlink, NAMES, NAMES),
        st.builds(hardlink, NAMES, NAMES),
    ),
    max_size=6,
)


@given(MEMBERS, st.sampled_from([tarfile.PAX_FORMAT, tarfile.GNU_FORMAT]))
def test_it_reads_what_tarfile_writes(members: list[tuple[tarfile.TarInfo, bytes]], form: int) -> None:
    data = tar(*members, form=form)
    with tarfile.open(fileobj=io.BytesIO(data), encoding="utf-8") as archive:
        wanted = []
        for info in archive:
            body = archive.extractfile(info) if info.isreg() else None
            wanted.append((info.name, info.linkname, info.mode, body.read() if body else b""))
    found = [(each.name.rstrip("/"), each.linkname, each.mode, body) for each, body in read(data)]
    assert found == [(name.rstrip("/"), *rest) for name, *rest in wanted]


@given(st.binary(max_size=2000))
def test_arbitrary_bytes_end_in_entries_or_a_problem(data: bytes) -> None:
    with contextlib.suppress(TarProblem):
        assert isinstance(read(data), list)


def answer(data: bytes) -> Iterator[list[object]]:
    """What is read in a tar, in the form of the answers of Go."""

    def encoded(one: str | bytes) -> str:
        return base64.b64encode(one.encode("utf-8", "surrogateescape") if isinstance(one, str) else one).decode()

    try:
        for each, body in entries(io.BytesIO(data), with_globals=True):
            found, fault = b"", ""
            try:
                while len(found) < 5_000 and (more := body.read(5_000 - len(found))):
                    found += more
            except TarProblem as problem:
                fault = problem.upstream
            numbers = each.size, each.mode, each.uid, each.gid, each.devmajor, each.devminor
            yield [encoded(each.name), encoded(each.linkname), each.flag, *numbers, encoded(found), fault]
            if fault:
                return
    except TarProblem as problem:
        yield [problem.upstream]


TARS, ANSWERS = odd_tars(), answers("tars")


@each_row("case", TARS)
def test_it_reads_what_go_reads(case: str) -> None:
    assert list(answer(TARS[case])) == ANSWERS[case]


@each_row(
    ("case", "message"),
    [
        ("uid wrong", "a number in a header is not a number"),
        ("size too large", "a number in a header is too large"),
        ("sum letters", "a header has a checksum that is not a number"),
        ("sum off", "a header has a wrong checksum"),
        ("pax uid bad", "an extended header has a number that is not a number"),
        ("pax time bad", "an extended header has a time that is not valid"),
        ("record no length", "an extended header has a record without length"),
        ("record long", "an extended header has a record of wrong length"),
        ("record no equals", "an extended header has a record that is not valid"),
        ("0.0 disorder", "an extended header has its sparse records in disorder"),
        ("0.1 count", "a sparse file has a map of wrong length"),
        ("1.0 neg", "a sparse file has a map of wrong length"),
        ("1.0 endless", "a sparse file has too long a map"),
        ("old ustar", "a sparse file is not in GNU's form"),
        ("old overlap", "a sparse file has an impossible map"),
        ("old real neg", "a sparse file has a negative size"),
        ("old ext cut", "the map of a sparse file ends too early"),
        ("old missing data", "a sparse file has less data than its map"),
        ("old more data", "a sparse file has more data than its map"),
        ("1.0 link", "an entry that is not a file claims to be sparse"),
        ("zero then header", "a single empty block is between entries"),
        ("cut header", "it ends within a header"),
        ("cut body", "it ends within a file"),
    ],
)
def test_what_is_wrong_is_said_in_words(case: str, message: str) -> None:
    with pytest.raises(TarProblem) as raised:
        read(TARS[case])
    assert raised.value.message == message


def test_the_prefix_of_ustar_comes_before_the_name() -> None:
    star = header("b", fields={345: b"a" * 131, 476: b"7" * 24, 500: b"x", 508: b"tar\0"})
    found = names(header("b", prefix=b"a" * 155, fields={500: b"x"}) + star + END)
    assert found == [f"{'a' * 155}/b", f"{'a' * 131}/b"]


def test_times_of_gnu_are_no_prefix() -> None:
    gnu = b"ustar  \0"
    times = {345: b"7" * 12, 357: b"7" * 12, 369: b"x"}
    assert names(header("b", magic=gnu, fields=times) + END) == ["b"]
    assert names(header("b", magic=gnu, fields={**times, 357: b"\x80" + bytes(11)}) + END) == ["b"]
    for wrong in (b"7" * 11 + b"x", b"x" + b"7" * 11):
        found = names(header("b", magic=gnu, fields={**times, 357: wrong}) + END)
        assert found == [f"{'7' * 12}{wrong.decode()}x/b"]


def test_pax_names_win_over_the_header() -> None:
    assert names(pax("path=é/x") + raw_file("y") + END) == ["é/x"]


def test_gnu_names_win_over_pax() -> None:
    assert names(pax("path=a") + gnu_long("L", b"b") + raw_file("c") + END) == ["b"]


def test_a_global_header_changes_nothing_that_follows() -> None:
    assert names(pax("path=a", kind=b"g") + raw_file("b") + END) == ["b"]


def test_an_empty_pax_value_keeps_the_header() -> None:
    assert names(pax("path=") + raw_file("b") + END) == ["b"]


def test_a_pax_size_counts() -> None:
    assert [body for _, body in read(pax("size=3") + header("a") + block(b"abc") + END)] == [b"abc"]


def test_a_base_256_size_counts() -> None:
    size = bytes([0x80]) + bytes(10) + bytes([3])
    assert [body for _, body in read(header("a", size=size) + block(b"abc") + END)] == [b"abc"]


def test_a_folder_has_no_body_whatever_size_it_claims() -> None:
    assert names(header("d/", size=700, kind=b"5") + raw_file("a") + END) == ["d/", "a"]


def test_the_oldest_form_marks_folders_by_their_slash() -> None:
    found = [entry.type for entry, _ in read(header("d/", kind=b"\0") + header("f", kind=b"\0") + END)]
    assert found == ["directory", "file"]


def test_names_that_are_no_utf8_survive() -> None:
    (found, _), *_ = read(header(b"bad\xff", kind=b"2", fields={157: b"to\xff"}) + END)
    assert (found.name, found.linkname) == ("bad\udcff", "to\udcff")
    assert [one.name for one, _ in entries(io.BytesIO(header(b"\xff", kind=b"g")), with_globals=True)] == ["\udcff"]


def test_numbers_fill_their_fields() -> None:
    full = {100: b"700000016000000250000003", 136: b"777777777777", 329: b"7000000460000005"}
    (found, _), *_ = read(header("a", kind=b"3", fields=full) + END)
    assert (found.mode, found.uid, found.gid) == (0o70000001, 0o60000002, 0o50000003)
    assert (found.devmajor, found.devminor) == (0o70000004, 0o60000005)
    for time in (b"x00000000000", b"00000000000x"):
        with pytest.raises(TarProblem, match="not a number"):
            read(header("a", fields={136: time}) + END)


def test_a_signed_checksum_is_a_checksum() -> None:
    raw = header(b"\xff")
    signed = sum(raw[:148] + b" " * 8 + raw[156:]) - 256
    assert names(header(b"\xff", checksum=b"%06o\0 " % signed) + END) == ["\udcff"]


@each_row("form", ["gnu", "0.0", "0.1", "1.0"])
def test_holes_are_filled_with_zeros(form: str) -> None:
    found = read(sparse_tars("f", b"abc", 2000)[form])
    assert [(entry.name, body) for entry, body in found] == [("f", b"abc" + bytes(1997))]


@each_row("form", ["gnu", "0.0", "0.1", "1.0"])
def test_a_sparse_bomb_costs_nothing_until_it_is_read(form: str) -> None:
    found = [entry.size for entry, _ in entries(io.BytesIO(sparse_tars("f", b"abc", 1 << 30)[form]))]
    assert found == [1 << 30]


@each_row("form", ["gnu", "0.0", "0.1", "1.0"])
def test_a_sparse_body_comes_in_pieces(form: str) -> None:
    for _, body in entries(io.BytesIO(sparse_tars("f", b"abc", 1 << 30)[form])):
        assert len(body.read(1 << 30)) <= 1 << 20


def test_missing_end_blocks_are_no_problem() -> None:
    assert names(raw_file("a", b"x")) == ["a"]


def test_missing_padding_is_no_problem() -> None:
    assert names(raw_file("a", b"x")[:513]) == ["a"]


@each_row(
    ("data", "message"),
    [
        (header("a")[:300], "unexpected EOF"),
        (header("a", size=900) + b"x" * 600, "unexpected EOF"),
        (header("a", checksum=b"0000001\0"), "archive/tar: invalid tar header"),
        (header("a", size=b"99999999999\0"), "archive/tar: invalid tar header"),
        (header("a", size=octal(-5, 12)), "archive/tar: invalid tar header"),
        (bytes(512) + header("a"), "archive/tar: invalid tar header"),
        (pax("size=-1536") + raw_file("a") + END, "archive/tar: invalid tar header"),
        (pax("size=" + "9" * 1_000_000) + raw_file("a") + END, "archive/tar: invalid tar header"),
        (header("x", size=5, kind=b"x") + block(b"9 a=b") + END, "archive/tar: invalid tar header"),
        (header("x", size=9, kind=b"x") + block(b"999999999 ") + END, "archive/tar: invalid tar header"),
        (header("x", size=2 << 20, kind=b"x") + bytes(2 << 20), "archive/tar: header field too long"),
        (header("x", size=2 << 20, kind=b"L") + bytes(2 << 20), "archive/tar: header field too long"),
        (pax("GNU.sparse.numbytes=1", "GNU.sparse.offset=1") + raw_file("a"), "archive/tar: invalid tar header"),
        (
            pax("GNU.sparse.map=5,5,0,5", "GNU.sparse.numblocks=2", "GNU.sparse.size=9") + raw_file("a"),
            "archive/tar: invalid tar header",
        ),
        (
            header("a", kind=b"S", magic=b"ustar  \0", fields={482: b"\1", 386: b"1" * 96})
            + (b"1" * 504 + b"\1" * 8) * 3000,
            "archive/tar: sparse map too long",
        ),
    ],
)
def test_what_go_refuses_is_a_problem(data: bytes, message: str) -> None:
    with pytest.raises(TarProblem) as raised:
        read(data)
    assert raised.value.upstream == message


class Dripping(io.BytesIO):
    """A stream that gives one byte at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 0, 1))


def test_a_stream_that_drips_is_read_whole() -> None:
    data = pax("path=b") + raw_file("a", b"abc") + END
    assert [entry.name for entry, _ in entries(Dripping(data))] == ["b"]


def test_too_many_entries_are_not_read() -> None:
    assert len(read(raw_file("a") * 10, Limits(entries=10))) == 10
    assert len(read((pax("a=b") + raw_file("a")) * 10, Limits(entries=10))) == 10
    with pytest.raises(LimitExceeded):
        read(raw_file("a") * 20, Limits(entries=10))


@pytest.mark.parametrize("kind", [b"x", b"g"])
def test_too_many_records_of_pax_headers_are_not_read(kind: bytes) -> None:
    with pytest.raises(LimitExceeded, match="at most 500 PAX records"):
        read(pax(*["a=b"] * 100, kind=kind) * 6 + raw_file("a"), Limits(records=500))


def test_too_many_headers_that_only_extend_are_not_read() -> None:
    assert read(pax("a=b") * 20, Limits(entries=10)) == []
    with pytest.raises(LimitExceeded):
        read(pax("a=b") * 21, Limits(entries=10))


def test_a_name_of_half_a_million_folders_is_not_walked() -> None:
    with pytest.raises(LimitExceeded):
        read(pax("path=" + "a/" * 500_000) + raw_file("a") + END)


@pytest.mark.parametrize("key", ["path", "linkpath"])
def test_names_and_link_targets_that_take_too_much_memory_are_not_read(key: str) -> None:
    long = pax(f"{key}={'a' * 1_000}") + raw_file("a")
    assert len(read(long * 5, Limits(names=5_500))) == 5
    with pytest.raises(LimitExceeded, match="names and link targets"):
        read(long * 6, Limits(names=5_500))


def test_it_can_be_stopped() -> None:
    assert len(read(raw_file("a") * 600)) == 600
    with pytest.raises(Cancelled):
        list(entries(io.BytesIO(raw_file("a") * 600), stop=lambda: True))


def read(data: bytes, limits: Limits = LIMITS) -> list[tuple[Entry, bytes]]:
    """All entries with their bodies."""
    return [
        (entry, b"".join(iter(lambda body=body: body.read(1 << 16), b"")))  # type: ignore[misc]
        for entry, body in entries(io.BytesIO(data), limits)
    ]


def names(data: bytes) -> list[str]:
    """All names."""
    return [entry.name for entry, _ in entries(io.BytesIO(data))]


@given(MEMBERS)
def test_an_entry_knows_where_its_header_lies(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    data = tar(*members)
    found = [entry.at for entry, _ in entries(io.BytesIO(data))]
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        # The library counts from the first extended header on.
        assert all(mine >= theirs.offset for mine, theirs in zip(found, archive, strict=True))
    assert all(data[at + 257 : at + 262] == b"ustar" for at in found)
