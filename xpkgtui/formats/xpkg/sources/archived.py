"""A package in few words: what an archive's image holds, for the choice between several, and what a cache holds."""

import posixpath
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import ByteSource, InflateProblem
from xpkgtui.filesystem.tar import reader
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.formats.role import Role
from xpkgtui.formats.source_knowledge import CachedPackage
from xpkgtui.formats.xpkg.annotations.layers import BASE, labels_of
from xpkgtui.formats.xpkg.dependencies.references import dns_label
from xpkgtui.formats.xpkg.objects.identity import role_of
from xpkgtui.formats.xpkg.tools.facts import CACHED_BY_DIGEST
from xpkgtui.limits import LimitExceeded, Limits
from xpkgtui.oci.image import ImageConfig

_FOLDER = "/cache/xpkg"
_LONGEST_NAME, _LONGEST_HASH = 50, 12


def cached_package(repository: str, digest: str, version: str) -> CachedPackage:
    """The file of `repository@digest` for a version of Crossplane.

    With the pull policy Never, versions before 2.2 look for the text of `spec.package`; from 2.2 on the name is made
    of repository and digest. From then on a tag would be resolved by the registry: only a digest needs none.
    """
    package = f"{repository}@{digest}"
    name = friendly_id(repository, digest) if CACHED_BY_DIGEST.holds(version) else package
    return CachedPackage(
        file=_with_ending(name), folder=_FOLDER, spec=(("package", package), ("packagePullPolicy", "Never"))
    )


def friendly_id(name: str, digest: str) -> str:
    """A DNS label made of a name and a digest, as Crossplane's `FriendlyID` makes it."""
    return dns_label(f"{_cut(name, _LONGEST_NAME)}-{_cut(digest, _LONGEST_HASH)}")


def _cut(text: str, longest: int) -> str:
    return text.encode("utf-8", "surrogatepass")[:longest].decode("utf-8", "ignore")


def _with_ending(name: str) -> str:
    """The path with `.gz` in place of its ending, which in Go begins at the last dot of the last name."""
    folder, slash, last = name.rpartition("/")
    stem, dot, _ = last.rpartition(".")
    return f"{folder}{slash}{stem if dot else last}.gz"


_STREAM = "package.yaml"
_HEAD = 1 << 16
"""Bytes of package.yaml that are searched for the meta object; builds write it first."""
_LIMITS = Limits(layer=1 << 20, ratio=1000, entries=8)
_DIGITS = re.compile("[0-9a-f]{64}")
"""A digest anywhere in the name of a layer."""


def of_image(
    config: ImageConfig, layers: Sequence[str], open_layer: Callable[[str], AbstractContextManager[ByteSource]]
) -> str:
    """The package in an image, `Function acme-fn`; empty where its first bytes do not say."""
    marked = {digest.rpartition(":")[2] for digest, value in labels_of(config).items() if value == BASE}
    layer = next((name for name in layers if not marked.isdisjoint(_DIGITS.findall(name))), None)
    if layer is None:
        return "no layer is labeled base"
    try:
        with open_layer(layer) as blob:
            inflated = Inflated(blob, limits=_LIMITS)
            for entry, body in reader.entries(inflated, _LIMITS):
                if posixpath.basename(entry.name) == _STREAM:
                    return of_text(body.read(_HEAD))
    except (XpkgError, InflateProblem, LimitExceeded, TarProblem):
        pass
    return ""


def of_text(head: bytes) -> str:
    """The meta object in the first bytes of a stream, `Function acme-fn`; empty where there is none."""
    for chunk in split(head, Effort(0)).chunks:
        if role_of(chunk) is Role.META:
            return f"{chunk.kind} {chunk.name}" if chunk.name else f"{chunk.kind}"
    return ""
