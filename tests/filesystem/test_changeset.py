"""A layer as a change set: what it adds, removes and hides, and where it ends early."""

import contextlib
import hashlib
import io
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.layers import file, folder, gzip, layer, opaque, raw_file, symlink, tar, whiteout
from builders.oci.programs import elf
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import HEAD, ChangeSet, PassingChanges, loader_of, program_of, read_changeset
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.limits import LIMITS, LimitExceeded, Limits


def test_a_change_set_lists_whiteouts_and_opaque_marks() -> None:
    found = changes(file("a"), whiteout("d/b"), opaque("e"), opaque())
    assert (found.whiteouts, found.opaque) == (("d/b",), ("e", ""))


def test_the_diff_id_is_that_of_the_whole_layer() -> None:
    data = tar(file("a", "1")) + b"trailing"
    found = read_changeset(io.BytesIO(gzip(data)))
    assert found.diff_id == "sha256:" + hashlib.sha256(data).hexdigest()


def test_a_damaged_layer_has_no_diff_id_and_keeps_its_entries() -> None:
    data = gzip(tar(file("a"), file("b")))[:-4]
    found = read_changeset(io.BytesIO(data))
    problem = f"its gzip data ends too early, after {len(data)} bytes"
    assert (len(found.entries), found.diff_id, found.inflate_problem) == (2, None, problem)


def test_a_tar_that_breaks_keeps_what_came_before() -> None:
    found = read_changeset(io.BytesIO(raw_file("a") + b"J" * 512))
    assert ([each.name for each in found.entries], bool(found.tar_problem), bool(found.diff_id)) == (
        ["a"],
        True,
        True,
    )


def test_a_limit_is_reported() -> None:
    assert read_changeset(io.BytesIO(raw_file("a") * 9), limits=Limits(entries=5)).problem


def test_reading_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        read_changeset(io.BytesIO(gzip(tar(file("a")))), stop=lambda: True)


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]


def passing(data: bytes, *, stop_at: int = 1) -> ChangeSet | None:
    """The changes noted by a reader that stops after so many entries."""
    changes = PassingChanges(io.BytesIO(data), hashlib.sha256(), LIMITS, never)
    with contextlib.suppress(TarProblem, InflateProblem, LimitExceeded):
        for number, (_, body) in enumerate(changes.entries(), 1):
            body.read(3)
            if number == stop_at:
                break
    return changes.rest()


ENTRIES = st.lists(
    st.sampled_from([file("a", "text"), file("package.yaml", "a: 1" * 300), folder("d"), symlink("l", "a")]),
    max_size=5,
)


@given(ENTRIES, st.integers(0, 6), st.integers(0, 3), st.booleans())
def test_changes_noted_by_the_way_are_those_of_a_reader_of_its_own(
    made: list[Any], stop_at: int, kind: int, is_cut: bool
) -> None:
    whole = gzip(tar(*made) + (b"", b"\0" * 700, b"more", b"")[kind])
    data = whole[: len(whole) - 9] if is_cut else whole + (b"", b"", b"", b"behind")[kind]
    found = passing(data, stop_at=stop_at)
    expected = read_changeset(io.BytesIO(data))
    if expected.problem or expected.notes:
        assert found is None
    else:
        assert found is not None
        assert (found.entries, found.diff_id, found.inflated) == (
            expected.entries,
            expected.diff_id,
            expected.inflated,
        )
        assert (found.compression, found.problem, found.notes) == (expected.compression, None, ())


def test_nothing_is_noted_of_a_layer_that_is_not_gzip() -> None:
    assert passing(tar(file("a"))) is None


PE = b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0"
MACH = b"\xcf\xfa\xed\xfe"


@each_row(
    ("head", "kind"),
    [
        (elf("amd64"), "linux/amd64"),
        (elf("arm64"), "linux/arm64"),
        (elf("s390x"), "linux/s390x"),
        (elf("ppc64le"), "linux/ppc64le"),
        (elf("amd64", system=9), "freebsd/amd64"),
        (elf("386"), "linux/386"),
        (elf("arm"), "linux/arm"),
        *(
            (b"\x7fELF\2\1" + bytes(12) + bytes((one % 256, one // 256)) + bytes(44), f"linux/{name}")
            for one, name in ((20, "ppc"), (243, "riscv64"), (258, "loong64"))
        ),
        (b"\x7fELF\2\2" + bytes(13) + b"\x15" + bytes(44), "linux/ppc64"),
        *(
            (elf("amd64", system=one), f"{name}/amd64")
            for one, name in ((2, "netbsd"), (6, "solaris"), (12, "openbsd"), (1, "linux"))
        ),
        *(
            (b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0" + machine, f"windows/{name}")
            for machine, name in (
                (b"\x4c\1", "386"),
                (b"\xc4\1", "arm"),
                (b"\x64\x86", "amd64"),
                (b"\x64\xaa", "arm64"),
                (b"\1\1", ""),
            )
        ),
        (b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\1\x4c\1", ""),
        *(
            (magic + kind + b"x", f"darwin/{name}")
            for magic in (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")
            for kind, name in (
                (b"\7\0\0\0", "386"),
                (b"\7\0\0\1", "amd64"),
                (b"\x0c\0\0\0", "arm"),
                (b"\x0c\0\0\1", "arm64"),
                (b"\1\0\0\0", ""),
            )
        ),
        (b"\xca\xfe\xba\xbe\0\0\0\x1d", "darwin/"),
        (b"\xca\xfe\xba\xbe\0\0\0\x1e", "?"),
        (b"\xca\xfe\xba\xbe\0\0\0\0", "?"),
        (b"#!/bin/sh -e\nexit", "#!/bin/sh -e"),
        (b"#! " + b"a" * 300, "#!" + "a" * 252),
        (b"#!\n/bin/sh", "?"),
        (elf("amd64")[:18], ""),
        (elf("amd64").replace(b"\x3e\0", b"\xfe\xfe"), ""),
        (PE + b"\x64\x86", "windows/amd64"),
        (PE + b"\x64\xaa", "windows/arm64"),
        (PE[:-1], ""),
        (b"MZ", ""),
        (MACH + b"\x0c\0\0\x01", "darwin/arm64"),
        (MACH, "darwin/"),
        (b"\xca\xfe\xba\xbe\0\0\0\x02", "darwin/"),
        (b"\xca\xfe\xba\xbe\0\0\0\x34", "?"),
        (b"#!/bin/sh\nexec x", "#!/bin/sh"),
        (b"#! /usr/bin/env python3\n", "#!/usr/bin/env python3"),
        (b"#!\n", "?"),
        (b"#!/bin/\xff", "#!/bin/\udcff"),
        (b"", "?"),
        (b"\x7fELF", ""),
        (b"text", "?"),
        (b"#!/bin/sh\r\nexec x", "#!/bin/sh\r"),
    ],
)
def test_the_first_bytes_say_what_a_program_is_for(head: bytes, kind: str) -> None:
    assert program_of(head) == kind


def test_an_endless_first_line_is_cut() -> None:
    assert len(program_of(b"#!" + b"a" * HEAD)) == 255


LOADED = elf("amd64", loader="/lib/ld.so")
NARROW = b"\x7fELF\1\1\1" + bytes(21) + b"\x34" + bytes(13) + b"\x20\0\1\0" + bytes(6)
"""The header of a program of 32 bits with one program header behind it."""
NAMED = b"\3\0\0\0\x54" + bytes(11) + b"\6" + bytes(15) + b"/ld.o\0"


@each_row(
    ("head", "loader"),
    [
        (LOADED, "/lib/ld.so"),
        (elf("s390x", loader="/lib/ld64.so.1"), "/lib/ld64.so.1"),
        (elf("amd64", loader="/" + "x" * (HEAD - 122)), "/" + "x" * (HEAD - 122)),
        (elf("amd64", loader="/" + "x" * (HEAD - 121))[:HEAD], ""),
        (NARROW + NAMED, "/ld.o"),
        (elf("amd64"), ""),
        (LOADED[:70], ""),
        (LOADED[:54] + b"\0\0\xff\xff" + LOADED[58:], ""),
        (LOADED[:32] + b"\xff" * 8 + LOADED[40:], ""),
        (b"#!/bin/sh", ""),
    ],
)
def test_the_loader_of_a_program_is_read_from_its_first_bytes(head: bytes, loader: str) -> None:
    assert loader_of(head) == loader
