"""What a program is by its first bytes."""

import pytest
from builders.oci.programs import elf

from xpkgtui.filesystem.programs import HEAD, program_of

PE = b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0"
MACH = b"\xcf\xfa\xed\xfe"


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (elf("amd64"), "linux/amd64"),
        (elf("arm64"), "linux/arm64"),
        (elf("s390x"), "linux/s390x"),
        (elf("ppc64le"), "linux/ppc64le"),
        (elf("amd64", system=9), "freebsd/amd64"),
        (elf("amd64")[:18], ""),
        (elf("amd64").replace(b"\x3e\0", b"\xfe\xfe"), ""),
        (PE + b"\x64\x86", "windows/amd64"),
        (PE + b"\x64\xaa", "windows/arm64"),
        (PE[:-1], ""),
        (b"MZ", ""),
        (MACH + b"\x0c\0\0\x01", "darwin/arm64"),
        (MACH, "darwin/"),
        (b"\xca\xfe\xba\xbe\0\0\0\x02", "darwin/"),
        (b"\xca\xfe\xba\xbe\0\0\0\x34", ""),
        (b"#!/bin/sh\nexec x", "#!/bin/sh"),
        (b"#! /usr/bin/env python3\n", "#!/usr/bin/env"),
        (b"#!\n", ""),
        (b"#!/bin/\xff", "#!/bin/\udcff"),
        (b"", ""),
        (b"\x7fELF", ""),
        (b"text", ""),
    ],
)
def test_the_first_bytes_say_what_a_program_is_for(head: bytes, kind: str) -> None:
    assert program_of(head) == kind


def test_an_endless_first_line_is_cut() -> None:
    assert len(program_of(b"#!" + b"a" * HEAD)) == 255
