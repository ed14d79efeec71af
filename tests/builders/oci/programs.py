"""The first bytes of programs.

file("bin/x", elf("arm64"), mode=0o755)
"""

_MACHINES = {"386": 3, "arm": 40, "amd64": 62, "arm64": 183, "ppc64le": 21, "s390x": 22}
_BIG = ("s390x",)


def elf(processor: str, *, system: int = 0) -> bytes:
    """The header of an ELF file for a processor, as Go names it; `system` is its EI_OSABI."""
    order, data = (">", 2) if processor in _BIG else ("<", 1)
    machine = _MACHINES[processor].to_bytes(2, "big" if order == ">" else "little")
    return b"\x7fELF" + bytes((2, data, 1, system)) + bytes(10) + machine + bytes(44)
