"""ImageConfigs: which of them Crossplane chooses for an image, and where it is pulled from instead.

crossplane-runtime pkg/xpkg/config.go. For each purpose the longest prefix counts, among the configs that speak of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from xpkgtui.errors import Malformed, Usage
from xpkgtui.formats.dependencies.questions import ContentsOf, TagsOf
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, versioned
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

KIND = "ImageConfig"
_MOST = 1_000
"""Prefixes of one config."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterImageConfig:
    """One ImageConfig of a cluster."""

    name: str
    prefixes: tuple[str, ...]
    """The beginnings of images that it is for, as text: a prefix need not end with a part of a path."""
    rewrite: str | None = None
    """The prefix that takes the place of the one that matches; None if it rewrites nothing."""
    pull_secret: str = ""
    verification: Mapping[str, Any] | None = None


def limited(values: Sequence[Any], what: str, name: str, most: int) -> Sequence[Any]:
    """Returns the values; raises `Usage` where there are too many, because part of a policy is another policy."""
    if len(values) > most:
        raise Usage(f"The {KIND} {clip(name, 100)} has {len(values):,} {what}; at most {most:,} are read.")
    return values


def image_config(value: object) -> ClusterImageConfig | None:
    """The config of an object; None if it is of another kind. Raises `Usage` where it is too large."""
    if field(value, "kind") != KIND:
        return None
    spec = mapping(field(value, "spec"))
    name = text(field(value, "metadata", "name"))
    matches = limited(listing(spec.get("matchImages")), "prefixes", name, _MOST)
    rewrite, verification = (spec.get(key) for key in ("rewriteImage", "verification"))
    return ClusterImageConfig(
        name=name,
        prefixes=tuple(text(field(one, "prefix")) for one in matches),
        rewrite=None if rewrite is None else text(field(rewrite, "prefix")),
        pull_secret=text(field(spec, "registry", "authentication", "pullSecretRef", "name")),
        verification=None if verification is None else mapping(verification),
    )


def chosen(
    image: str, configs: Iterable[ClusterImageConfig], speaks: Callable[[ClusterImageConfig], bool]
) -> ClusterImageConfig | None:
    """The config with the longest prefix among those that speak of a purpose; of equal ones the first."""
    found, longest = None, 0
    for config in configs:
        if not speaks(config):
            continue
        for prefix in config.prefixes:
            if image.startswith(prefix) and len(prefix.encode()) > longest:
                found, longest = config, len(prefix.encode())
    return found


def rewritten(image: str, configs: Sequence[ClusterImageConfig]) -> tuple[str, str]:
    """The image that is pulled instead, and the name of the config that says so; the image and "" if none does.

    Raises `Malformed` with Crossplane's message where the config does not say what takes the prefix's place.
    """
    config = chosen(image, configs, lambda one: one.rewrite is not None)
    if config is None:
        return image, ""
    if not config.rewrite:
        raise Malformed("rewrite prefix is missing")
    prefix = max((one for one in config.prefixes if image.startswith(one)), key=lambda one: len(one.encode()))
    return config.rewrite + image.removeprefix(prefix), config.name


def verification(image: str, configs: Sequence[ClusterImageConfig]) -> ClusterImageConfig | None:
    """The config by which an image is verified; None if none does."""
    return chosen(image, configs, lambda one: one.verification is not None)


class Pulls:
    """Where packages are pulled from, after the rewriting of ImageConfigs."""

    def __init__(self, configs: tuple[ClusterImageConfig, ...], installed: Iterable[str] = ()) -> None:
        """`installed` are the sources of packages that are installed already."""
        self.configs = configs
        self._installed = frozenset(installed)

    def path(self, image: str) -> str:
        """The image that is asked for instead; raises `Malformed`."""
        return self._rewritten(image)[0]

    def tags(self, source: str) -> TagsOf:
        """The question for the tags of a repository; raises `Malformed` with Crossplane's message."""
        path, config = self._rewritten(source)
        try:
            is_given = bool(config) or source in self._installed
            return TagsOf(repository=PackageReference.parse(path).name, is_given=is_given)
        except Malformed as error:
            raise Malformed(f"cannot parse package source {path}: {error}") from error

    def package(self, reference: str) -> ContentsOf:
        """The question for what a package holds; raises `Malformed` with Crossplane's message."""
        path, config = self._rewritten(reference)
        try:
            parsed = PackageReference.parse(path)
        except Malformed as error:
            raise Malformed(f"cannot parse package reference {path}: {error}") from error
        is_given = bool(config) or parsed.source in self._installed
        return ContentsOf(reference=versioned(parsed.name, parsed.identifier), is_given=is_given)

    def _rewritten(self, image: str) -> tuple[str, str]:
        try:
            return rewritten(image, self.configs)
        except Malformed as error:
            raise Malformed(f"cannot get image rewrite config: {error}") from error
