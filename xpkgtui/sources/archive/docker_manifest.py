"""The manifest.json of a Docker archive: its images, the choice of one, and the package in one in few words."""

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Self

from xpkgtui.errors import Corrupt, Malformed, NotFound, Usage, XpkgError
from xpkgtui.formats.format import Traces
from xpkgtui.formats.known import ASSUMED_SOURCES, recognize
from xpkgtui.limits import Limits
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST, as_object, as_text, as_texts, read_value
from xpkgtui.oci.reference import familiar
from xpkgtui.sources.archive.members import Members
from xpkgtui.sources.files import read_blob
from xpkgtui.values import dataclass

_FIELDS = {name.casefold(): name for name in ("Config", "Layers", "RepoTags", "LayerSources")}
"""The fields in lower case, because Go's decoder ignores case."""
_SHOWN = 50
_LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedImage:
    """One image of manifest.json."""

    config: str
    """The name of a member."""
    layers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: Mapping[str, Descriptor] = field(default_factory=dict)
    """Descriptors by diff_id (`LayerSources`): of foreign layers, and since Docker 25 of all layers."""

    @classmethod
    def parse(cls, value: object) -> Self:
        """Reads one element; raises Malformed."""
        found = as_object(value, "an image of manifest.json")
        fields = {_FIELDS.get(key.casefold(), key): each for key, each in found.items()}
        sources = fields.get("LayerSources")
        config = as_text(fields.get("Config"), "Config")
        if not config:
            raise Malformed("an image has no Config")
        return cls(
            config=config,
            layers=as_texts(fields.get("Layers"), "Layers"),
            tags=as_texts(fields.get("RepoTags"), "RepoTags"),
            sources={
                key: Descriptor.parse(each, f"LayerSources {key[:80]}")
                for key, each in as_object({} if sources is None else sources, "LayerSources").items()
            },
        )


def parse(data: bytes, name: str) -> tuple[ListedImage, ...]:
    """All images of a manifest.json; raises Corrupt where it cannot be read or lists none."""
    try:
        value = read_value(data)
        if not isinstance(value, list):
            raise Malformed("it is not a list of images")
        found = tuple(ListedImage.parse(each) for each in value)
    except Malformed as error:
        raise Corrupt(f"manifest.json of {name} cannot be read: {error}") from error
    if not found:
        raise Corrupt(f"manifest.json of {name} lists no image")
    return found


def choose(
    images: tuple[ListedImage, ...], wanted: str, name: str, describe: Callable[[ListedImage], str]
) -> ListedImage:
    """The image of a tag or a number from 1; raises Usage where there are several and none was chosen.

    `describe` makes a sentence for each choice.
    """
    if not wanted and len(images) == 1:
        return images[0]
    tags = (each.tags[0][:_LONGEST] if each.tags else number for number, each in enumerate(images[:_SHOWN], 1))
    choices = tuple(f"{name}#{tag}" for tag in tags)
    if not wanted:
        by = ASSUMED_SOURCES.notes.built_by([tag for each in images for tag in each.tags])
        raise Usage(
            f"{name} holds {len(images)} images{by}: choose one",
            hint=f"write {name}#TAG or {name}#NUMBER; {ASSUMED_SOURCES.names.several_images}",
            suggestions=choices,
            details=tuple(describe(each) for each in images[: len(choices)]),
        )
    found = [each for each in images if familiar(wanted) in map(familiar, each.tags)]
    found = found or [each for each in images if wanted in {tag.rpartition(":")[2] for tag in each.tags}]
    if not found and wanted.isdecimal() and len(wanted) < 7 and 0 < int(wanted) <= len(images):
        return images[int(wanted) - 1]
    if not found:
        raise NotFound(f"{name} holds no image {wanted!r}", suggestions=choices)
    if len(found) > 1:
        raise Usage(f"{len(found)} images of {name} are called {wanted!r}: write the whole name", suggestions=choices)
    return found[0]


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
    knowledge = recognize(Traces(config=config)).format.sources or ASSUMED_SOURCES
    package = knowledge.previews().of_image(config, image.layers, lambda name: members.open(members.require(name)))
    return package, "" if config.platform.is_empty else str(config.platform)


def summary(path: Path) -> str:
    """The package in a Docker archive, or the number of its images; empty where its first bytes do not say."""
    try:
        members = Members(path, str(path), _FEW)
        with members.open(members.require("manifest.json")) as blob:
            images = parse(read_blob(blob, LARGEST, "manifest.json"), str(path))
    except (XpkgError, OSError):
        return ""
    return package_of(members, images[0])[0] if len(images) == 1 else f"{len(images)} images"
