"""What the text of a SOURCE names: a prefix, a path, and which image in it."""

import difflib
import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from xpkgtui.errors import Malformed, NotFound, Usage
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.reference import Reference, is_tag

PREFIXES = ("docker://", "oci:", "oci-archive:", "docker-archive:", "dir:")
"""What settles doubt, as skopeo spells it."""
_SUFFIXES = (".xpkg", ".uppkg", ".tar", ".tgz", ".gz", ".zst", ".yaml", ".yml", ".json")
_LONGEST = 4096
_NEIGHBOURS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Something that exists on this machine."""

    name: str
    """The path as it was typed."""
    wanted: str = ""
    """A tag, `@digest` or number that chooses one of its images."""

    @property
    def path(self) -> Path:
        """The same as a path."""
        return Path(self.name)


def split_prefix(text: str) -> tuple[str, str]:
    """The prefix and the rest; a file that is called like a prefix is that file."""
    if not _exists(text):
        for prefix in PREFIXES:
            if text.startswith(prefix) and not text.startswith("oci://"):
                return prefix, text.removeprefix(prefix)
    return "", text


def find(text: str, prefix: str = "") -> Place | None:
    """The existing path that `text` begins with, and what it chooses there."""
    if not text:
        return None
    if _exists(text):
        return Place(name=text)
    path, mark, wanted = text.rpartition("#")
    if mark and _exists(path):
        return Place(name=path, wanted=wanted)
    path, mark, wanted = text.rpartition("@")
    if mark and _exists(path):
        return Place(name=path, wanted=f"@{_digest(wanted)}")
    start = text.find(":")
    while 0 <= start <= _LONGEST:
        path, wanted = text[:start], text[start + 1 :]
        # Without a prefix a host with a port must not be taken for a folder of that name.
        if wanted and (prefix or is_tag(wanted)) and _exists(path):
            return Place(name=path, wanted=wanted)
        start = text.find(":", start + 1)
    return None


def looks_like_path(text: str) -> bool:
    """Whether a name that does not exist was probably meant as a path."""
    path = text.rpartition("#")[0] or text
    return (
        _is_link(path)
        or path.startswith(("/", "./", "../", "~"))
        or path in (".", "..")
        or path.lower().endswith(_SUFFIXES)
    )


def missing(text: str) -> NotFound:
    """The error for a path that is not there, with what is called nearly so."""
    path = text.rpartition("#")[0] or text
    broken = " (a link to nothing)" if _is_link(path) else ""
    return NotFound(
        f"there is no file or folder {path}{broken}",
        suggestions=neighbours(path),
        hint="a registry reference is written host/repository:tag",
    )


def reference(text: str) -> Reference:
    """`text` as a registry reference; raises Usage that says what it lacks."""
    scheme, separator, rest = text.partition("://")
    if separator:
        raise Usage(f"{scheme}:// is no source", hint=f"write {rest}" if rest else "")
    try:
        return Reference.parse(text)
    except Malformed as error:
        raise _no_reference(text, str(error)) from error


def neighbours(path: str) -> tuple[str, ...]:
    """Names in the same folder that are spelt nearly so, nearest first."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as found:
            names = [entry.name for entry in islice(found, _NEIGHBOURS)]
    except (OSError, ValueError):
        return ()
    return tuple(os.path.join(folder, near) for near in difflib.get_close_matches(name[:255], names, n=5))


def _no_reference(text: str, reason: str) -> Usage:
    tried = (f"a file or folder {text[:200]}: there is none", f"a registry reference: {reason}")
    head = text.partition("/")[0]
    if "/" not in text:
        return Usage(
            f"{text[:200]!r} is neither a file nor a registry reference",
            hint="write the registry out, as in xpkg.crossplane.io/crossplane-contrib/provider-nop:v0.4.0",
            tried=tried,
            suggestions=neighbours(text),
        )
    if "." in head or ":" in head or head == "localhost":
        return Usage(f"{text[:200]!r} is no registry reference: {reason}", tried=tried)
    return Usage(
        f"{text[:200]!r} names no registry",
        hint=f"Crossplane 1.20 would have read xpkg.crossplane.io/{text[:200]}, 1.15 to 1.19 xpkg.upbound.io, "
        "up to 1.14 index.docker.io; 2.0 and later want the registry written out",
        tried=tried,
        suggestions=(f"xpkg.crossplane.io/{text}", f"xpkg.upbound.io/{text}", f"./{text}"),
    )


def _digest(text: str) -> Digest:
    try:
        return Digest.parse(text)
    except Malformed as error:
        raise Usage(f"{text[:140]!r} is no digest: {error}") from error


def _exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:  # a name with NUL in it
        return False


def _is_link(path: str) -> bool:
    try:
        return os.path.islink(path)
    except ValueError:
        return False
