"""What a file that can be executed is, by its first bytes: for which system and processor, or whose script."""

HEAD = 512
"""Bytes from the beginning of a file that are looked at."""
SCRIPT = "#!"
"""What the word for a script begins with; the path of its interpreter follows."""
_LONGEST = 255
"""Bytes of the first line of a script that Linux reads."""
_MOST_SLICES = 30
"""Programs in one file of macOS; a class of Java begins with the same bytes, and a number of 45 or more."""
_ELF_SYSTEMS = {2: "netbsd", 6: "solaris", 9: "freebsd", 12: "openbsd"}
_ELF = {
    3: "386",
    20: "ppc",
    21: "ppc64",
    22: "s390x",
    40: "arm",
    62: "amd64",
    183: "arm64",
    243: "riscv64",
    258: "loong64",
}
_PE = {0x14C: "386", 0x1C4: "arm", 0x8664: "amd64", 0xAA64: "arm64"}
_MACH = {7: "386", 0x01000007: "amd64", 12: "arm", 0x0100000C: "arm64"}
_MACH_MAGIC = {b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"}


def program_of(head: bytes) -> str:
    """`linux/arm64`, as Go names them, or `#!/bin/sh`; empty for what is neither, or for another processor.

    `head` has the first `HEAD` bytes. A program of macOS for several processors is `darwin/`. ELF names no system for
    most of its programs, which are then taken for those of Linux.
    """
    if head.startswith(b"\x7fELF"):
        return _elf(head)
    if head[:4] in _MACH_MAGIC:
        return f"darwin/{_MACH.get(int.from_bytes(head[4:8], 'little'), '')}"
    if head.startswith(b"\xca\xfe\xba\xbe") and 0 < int.from_bytes(head[4:8], "big") < _MOST_SLICES:
        return "darwin/"
    if head.startswith(b"MZ"):
        return _pe(head)
    if head.startswith(SCRIPT.encode()):
        interpreter = head[2:_LONGEST].split(b"\n")[0].split()
        return SCRIPT + interpreter[0].decode("utf-8", "surrogateescape") if interpreter else ""
    return ""


def _elf(head: bytes) -> str:
    is_little = head[5:6] == b"\x01"
    number = head[18:20][:: -1 if is_little else 1]
    machine = _ELF.get(int.from_bytes(number, "big"), "") if len(number) == 2 else ""
    if not machine:
        return ""
    if machine == "ppc64" and is_little:
        machine = "ppc64le"
    return f"{_ELF_SYSTEMS.get(head[7], 'linux')}/{machine}"


def _pe(head: bytes) -> str:
    at = int.from_bytes(head[60:64], "little")
    if head[at : at + 4] != b"PE\0\0":
        return ""
    return f"windows/{_PE.get(int.from_bytes(head[at + 4 : at + 6], 'little'), '')}"
