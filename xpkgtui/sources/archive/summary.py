"""What an image of an archive is, told by a glance at its config and at the first kilobytes of its package.yaml."""

import posixpath
import re

from xpkgtui.documents.stream import Allowance, split
from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.limits import LimitExceeded, Limits
from xpkgtui.filesystem.tar import reader
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.formats.xpkg.annotations import labels_of
from xpkgtui.formats.xpkg.identity import role_of
from xpkgtui.oci.image import ImageConfig
from xpkgtui.sources.archive.docker_manifest import Listed
from xpkgtui.sources.archive.members import Members
from xpkgtui.sources.files import read_blob

_CONFIG = 1 << 18
_HEAD = 1 << 16
"""Bytes of package.yaml in which the meta object is looked for; builders write it first."""
_LIMITS = Limits(inflated=1 << 20, ratio=1000, entries=8)
_STREAM = "package.yaml"
_DIGITS = re.compile("[0-9a-f]{64}")
"""A digest in the name of a layer, whatever stands around it."""


def glance(members: Members, image: Listed) -> str:
    """`Function acme-fn, linux/arm64`; as much of it as is easily found, and nothing where nothing is."""
    try:
        with members.open(members.require(image.config)) as blob:
            config = ImageConfig.parse(read_blob(blob, _CONFIG, image.config))
    except (XpkgError, Malformed):
        return ""
    platform = "" if config.platform.is_empty else str(config.platform)
    marked = {digest.rpartition(":")[2] for digest, value in labels_of(config).items() if value == "base"}
    layer = next((name for name in image.layers if not marked.isdisjoint(_DIGITS.findall(name))), None)
    found = _meta(members, layer) if layer else "no layer is labelled base"
    return ", ".join(part for part in (found, platform) if part)


def _meta(members: Members, layer: str) -> str:
    """Kind and name of the meta object in a layer."""
    try:
        with members.open(members.require(layer)) as blob:
            inflated = Inflated(blob, limits=_LIMITS)
            for entry, body in reader.entries(inflated, _LIMITS):
                if posixpath.basename(entry.name) == _STREAM:
                    return _named(body.read(_HEAD))
    except (XpkgError, InflateProblem, LimitExceeded, TarProblem):
        pass
    return ""


def _named(head: bytes) -> str:
    for chunk in split(head, Allowance(0)).chunks:
        if role_of(chunk) == "meta":
            return f"{chunk.kind} {chunk.name}" if chunk.name else f"{chunk.kind}"
    return ""
