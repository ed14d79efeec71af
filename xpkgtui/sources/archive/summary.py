"""The package in an image of a Docker archive, in few words and from few bytes."""

from pathlib import Path

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.formats.format import Traces
from xpkgtui.formats.known import ASSUMED_SOURCES, recognise
from xpkgtui.limits import Limits
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.sources.archive import docker_manifest
from xpkgtui.sources.archive.docker_manifest import ListedImage
from xpkgtui.sources.archive.members import Members
from xpkgtui.sources.files import read_blob

_SMALL_CONFIG = 1 << 18
"""Bytes of a config that are read for a summary."""
_FEW = Limits(entries=200)
"""Members of an archive that is only to be named."""


def package_of(members: Members, image: ListedImage) -> tuple[str, str]:
    """Package and platform, `Function acme-fn` and `linux/arm64`; empty where the config cannot be read."""
    try:
        with members.open(members.require(image.config)) as blob:
            config = ImageConfig.parse(read_blob(blob, _SMALL_CONFIG, image.config))
    except (XpkgError, Malformed):
        return "", ""
    knowledge = recognise(Traces(config=config)).format.sources or ASSUMED_SOURCES
    package = knowledge.previews.of_image(config, image.layers, lambda name: members.open(members.require(name)))
    return package, "" if config.platform.is_empty else str(config.platform)


def summary(path: Path) -> str:
    """The package in a Docker archive, or the number of its images; empty where its first bytes do not say."""
    try:
        members = Members(path, str(path), _FEW)
        with members.open(members.require("manifest.json")) as blob:
            images = docker_manifest.parse(read_blob(blob, LARGEST, "manifest.json"), str(path))
    except (XpkgError, OSError):
        return ""
    return package_of(members, images[0])[0] if len(images) == 1 else f"{len(images)} images"
