"""The first bytes of programs.

file("bin/x", elf("arm64"), mode=0o755)
"""

import struct

_MACHINES = {"386": 3, "arm": 40, "amd64": 62, "arm64": 183, "ppc64le": 21, "s390x": 22}
_BIG = ("s390x",)


def elf(processor: str, *, system: int = 0, loader: str = "") -> bytes:
    """The header of an ELF file for a processor, as Go names it; `system` is its EI_OSABI.

    With a loader it has a program header that names it.
    """
    order, data = (">", 2) if processor in _BIG else ("<", 1)
    machine = _MACHINES[processor].to_bytes(2, "big" if order == ">" else "little")
    start = b"\x7fELF" + bytes((2, data, 1, system)) + bytes(10) + machine
    if not loader:
        return start + bytes(44)
    name = loader.encode() + b"\0"
    fields = struct.pack(f"{order}IQQQIHHHHHH", 1, 0, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    header = struct.pack(f"{order}IIQQQQQQ", 3, 4, 120, 0, 0, len(name), len(name), 1)
    return start + fields + header + name
