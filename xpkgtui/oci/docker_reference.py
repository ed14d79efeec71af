"""References to images as the library of Docker reads them, normalized."""

import re

from xpkgtui.errors import Malformed
from xpkgtui.oci.reference import Reference

_COMPONENT = r"[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
_HOST = r"(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])"
_DOMAIN = rf"{_HOST}(?:\.{_HOST})*(?::[0-9]+)?"
_DIGEST = r"[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}"
_REFERENCE = re.compile(
    rf"(?P<name>{_DOMAIN}/{_COMPONENT}(?:/{_COMPONENT})*)(?::[A-Za-z0-9_][A-Za-z0-9_.-]{{0,127}})?(?:@(?P<digest>{_DIGEST}))?"
)
_IDENTIFIER = re.compile(r"[a-f0-9]{64}")
_ALGORITHMS = {"sha256": 64, "sha384": 96, "sha512": 128}
_LONGEST = 255
_LONGEST_TEXT = 1_000
_DOCKER = "docker.io"


def reference_fault(text: str) -> str:
    """The message about a reference; empty for a good one."""
    if _IDENTIFIER.fullmatch(text):
        return f"invalid repository name ({text}), cannot specify 64-byte hexadecimal strings"
    domain, rest = _split(text)
    name = rest.partition(":")[0]
    if name.lower() != name:
        return "invalid reference format: repository name must be lowercase"
    found = _REFERENCE.fullmatch(f"{domain}/{rest}")
    if found is None:
        return "invalid reference format"
    if len(found["name"]) > _LONGEST:
        return f"repository name must not be more than {_LONGEST} characters"
    algorithm, _, digits = (found["digest"] or "").partition(":")
    if not digits:
        return ""
    if algorithm not in _ALGORITHMS:
        return "unsupported digest algorithm"
    if len(digits) != _ALGORITHMS[algorithm]:
        return "invalid checksum digest length"
    return "" if digits == digits.lower() else "invalid checksum digest format"


def full_reference(text: str, *, is_open: bool = False) -> Reference:
    """The reference with what Docker adds: its registry and folder, and the tag `latest` unless it `is_open`.

    Raises `Malformed` with what is wrong with it.
    """
    if len(text) > _LONGEST_TEXT:
        raise Malformed("it is too long")
    if fault := reference_fault(text):
        raise Malformed(fault)
    found = Reference.parse("/".join(_split(text)))
    return found if found.tag or found.digest or is_open else found.tagged("latest")


def _split(text: str) -> tuple[str, str]:
    """The registry, and the rest below its folder."""
    domain, slash, rest = text.partition("/")
    if not slash or not (set(domain) & set(".:") or domain == "localhost"):
        domain, rest = _DOCKER, text
    domain = _DOCKER if domain == "index.docker.io" else domain
    return domain, f"library/{rest}" if domain == _DOCKER and "/" not in rest else rest
