"""The parts of the text of a SOURCE: a prefix, a path, and which image in it."""

import os
from itertools import islice
from pathlib import Path

from xpkgtui.errors import Malformed, NotFound, Usage, malformation
from xpkgtui.formats.known import ASSUMED_SOURCES
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference, is_tag, looks_like_host
from xpkgtui.sources.demos import DEMO, DEMOS
from xpkgtui.sources.source import Prefix
from xpkgtui.values import dataclass
from xpkgtui.visible import without_password

_SUFFIXES = (".xpkg", ".uppkg", ".tar", ".tgz", ".gz", ".zst", ".yaml", ".yml", ".json")
_PATHS = ("/", "./", "../", "~")
_LONGEST = 4096
_LOG_IN = "Log in with `docker login`, and leave out what stands before the @."
_STORES = {
    "docker-daemon:": ("Docker", "docker save {} -o image.tar"),
    "containers-storage:": ("podman", "podman save --format oci-archive -o image.tar {}"),
}
"""Places of images that skopeo reads: whose they are, and what copies one into a file."""
_NAMES = 2000
"""Names of a folder that are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalName:
    """The name of a local source, taken apart."""

    name: str
    """The path as it was typed, or `-`."""
    prefix: Prefix | None = None
    wanted: str = ""
    """A tag, `@digest` or number that chooses one of its images."""

    @property
    def path(self) -> Path:
        """The file or folder."""
        return Path(self.name)


def split_prefix(text: str) -> tuple[Prefix | None, str]:
    """The prefix and the rest; an existing file whose name begins like a prefix has none."""
    if not _exists(text):
        for prefix in Prefix:
            if text.startswith(prefix) and not text.startswith("oci://"):
                return prefix, text.removeprefix(prefix)
    return None, text


def is_installed(text: str) -> bool:
    """Whether a SOURCE is what is installed in a cluster."""
    return split_prefix(text)[0] is Prefix.CLUSTER


def find(text: str, prefix: Prefix | None) -> LocalName | None:
    """The existing path that `text` begins with, and the image that it chooses there."""
    if not text:
        return None
    if _exists(text):
        return LocalName(name=text, prefix=prefix)
    path, mark, wanted = text.rpartition("#")
    if mark and _exists(path):
        return LocalName(name=path, prefix=prefix, wanted=wanted)
    path, mark, wanted = text.rpartition("@")
    if mark and _exists(path):
        return LocalName(name=path, prefix=prefix, wanted=f"@{_digest(wanted)}")
    start = text.find(":")
    while 0 <= start <= _LONGEST:
        path, wanted = text[:start], text[start + 1 :]
        # Without a prefix a host with a port must not be taken for a folder of that name.
        if wanted and (prefix or is_tag(wanted)) and _exists(path):
            return LocalName(name=path, prefix=prefix, wanted=wanted)
        start = text.find(":", start + 1)
    return None


def looks_like_path(text: str) -> bool:
    """Whether a name that does not exist is probably a path."""
    path = text.rpartition("#")[0] or text
    return (
        _is_link(path) or path.startswith(_PATHS) or path in (".", "..") or path.lower().endswith((*_SUFFIXES, "/"))
    )


def missing(text: str) -> NotFound | Usage:
    """The error for a missing path, with similar names that exist."""
    if (error := _elsewhere(text)) is not None:
        return error
    path = text.rpartition("#")[0] or text
    if _is_link(path):
        return NotFound(f"{path} is a link to a file that does not exist", hint="Correct the link or the path.")
    is_path = path.startswith(_PATHS) or path in (".", "..")
    return NotFound(
        f"there is no file or folder {path}",
        suggestions=_similar(path),
        hint="Check the path." if is_path else "Check the path. A registry reference is written host/repository:tag.",
    )


def reference(text: str) -> Reference:
    """The registry reference in `text`; raises `NotFound` where no host is named, else `Usage`."""
    if (hidden := without_password(text)) != text or ":…@" in text:
        raise Usage(f"{hidden[:200]} has a password, and no SOURCE has one", hint=_LOG_IN)
    if (error := _elsewhere(text)) is not None:
        raise error
    scheme, separator, rest = text.partition("://")
    if separator:
        raise Usage(f"a SOURCE has no {scheme}://", hint=f"Write {rest}" if rest else "")
    try:
        return Reference.parse(text)
    except Malformed as error:
        raise _no_reference(text, str(error)) from error


def _elsewhere(text: str) -> Usage | None:
    """The error for what other programs call an image, and is no SOURCE."""
    if not text.startswith(("file:", *_STORES)):
        return None
    import shlex
    from urllib.parse import unquote

    if text.startswith("file:"):
        path = unquote(text.removeprefix("file:").removeprefix("//localhost"))
        path = path.removeprefix("//")
        return Usage(f"a SOURCE has no file:{'//' if '//' in text else ''}", hint=f"Write {path}" if path else "")
    store = next(one for one in _STORES if text.startswith(one))
    owner, copied = _STORES[store]
    copied = copied.format(shlex.quote(text.removeprefix(store) or "IMAGE"))
    return Usage(f"images in the store of {owner} are not read", hint=f"Run `{copied}`, then open image.tar.")


def _similar(path: str) -> tuple[str, ...]:
    """Similar names in the same folder, the most similar first."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as found:
            names = [entry.name for entry in islice(found, _NAMES)]
    except (OSError, ValueError):
        return ()
    import difflib

    return tuple(os.path.join(folder, near) for near in difflib.get_close_matches(name[:255], names, n=5))


def _no_reference(text: str, reason: str) -> Usage | NotFound:
    tried = (f"a file or folder {text[:200]}: there is none", f"a registry reference: {reason}")
    head = text.partition("/")[0]
    if not text:
        return Usage(
            "SOURCE is empty", hint=f"Name a file, a folder or a reference such as {ASSUMED_SOURCES.names.reference}"
        )
    if "/" not in text and text.startswith(f"{DEMO}:"):
        return NotFound(f"there is no demo {text.partition(':')[2]!r}", hint=f"The demos are {', '.join(DEMOS)}.")
    if "/" not in text:
        return NotFound(
            f"{text[:200]!r} is neither a file nor a registry reference",
            hint=f"Write registry, repository and tag, such as {ASSUMED_SOURCES.names.reference}",
            tried=tried,
            suggestions=_similar(text),
        )
    named = tuple(f"{registry}/{text}" for registry in ASSUMED_SOURCES.names.registries)
    if not looks_like_host(head):
        reason = malformation(Reference.parse, named[0]) or ""
    if reason:
        return Usage(f"{text[:200]!r} is not a registry reference: {reason}", tried=tried[:1])
    return NotFound(
        f"{text[:200]!r} has no registry",
        hint=ASSUMED_SOURCES.notes.registry_hint(text[:200]),
        tried=tried,
        suggestions=named,
    )


def _digest(text: str) -> Digest:
    try:
        return Digest.parse(text)
    except Malformed as error:
        raise Usage(f"{text[:140]!r} is not a digest: {error}") from error


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
