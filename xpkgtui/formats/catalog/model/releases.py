"""Releases beside a version: parts between dots, as prereleases have them."""

import re

from xpkgtui.go_quoting import quoted

_LONGEST = 20
_LETTERS = re.compile(r"[0-9A-Za-z-]+")


def release_fault(text: str) -> str:
    """The message about a release; empty for a good one."""
    if len(text.encode()) > _LONGEST:
        return f"invalid release {quoted(text)}: exceeds maximum length of {_LONGEST} characters"
    faults = [f"segment {number}: {fault}" for number, part in enumerate(text.split(".")) if (fault := _fault(part))]
    return f"invalid release {quoted(text)}: " + "\n".join(faults) if faults else ""


def _fault(part: str) -> str:
    if not part:
        return "Prerelease is empty"
    if part.isascii() and part.isdigit():
        is_padded = len(part) > 1 and part.startswith("0")
        return f"Numeric PreRelease version must not contain leading zeroes {quoted(part)}" if is_padded else ""
    return "" if _LETTERS.fullmatch(part) else f"Invalid character(s) found in prerelease {quoted(part)}"
