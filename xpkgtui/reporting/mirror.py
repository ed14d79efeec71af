"""A mirror: where each image of a list is put, and what is written so that it is copied and found there."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from xpkgtui.errors import Malformed, Usage, parsed
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole, RedirectedImage
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.reference import Reference, is_loopback
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

COPY = "skopeo copy --all --preserve-digests"
"""The command that keeps all of an image: every platform, annotations, digests."""
_NOT_IN_PATH = late(r"[^a-z0-9.]+")
_DIGITS = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class MirroredImage:
    """One image, and its place in the mirror."""

    image: NeededImage
    source: Reference
    """What is copied: by digest where that is known, since a tag may move until then."""
    target: Reference

    @property
    def command(self) -> str:
        """The command that copies it."""
        flags = "".join(
            f" --{side}-tls-verify=false"
            for side, one in (("src", self.source), ("dest", self.target))
            if is_loopback(one.registry)
        )
        return f"{COPY}{flags} {shlex.quote(f'docker://{self.source}')} {shlex.quote(f'docker://{self.target}')}"


class Mirror:
    """The places of images in a registry, below a prefix."""

    def __init__(self, to: str, images: Sequence[NeededImage]) -> None:
        """Raises `Usage` where `to` is not a registry, with or without a prefix."""
        try:
            place = Reference.parse(f"{to.rstrip('/')}/x")
        except Malformed as error:
            hint = "Write a host, such as mirror.example.com, or with a path, mirror.example.com/airgap."
            raise Usage(f"--to {to[:200]} is not a place in a registry: {error}", hint=hint) from error
        self._registry, self._prefix = place.registry, place.repository.rpartition("/")[0]
        self._known = [(one, _parsed(one.reference), _parsed(one.source)) for one in images]

    @cached_property
    def images(self) -> tuple[MirroredImage, ...]:
        """All images that can be copied, in their order; one that is in the mirror already is left out."""
        found = (self._mirrored(*known) for known in self._known)
        return tuple(one for one in found if one is not None)

    @property
    def left_out(self) -> tuple[NeededImage, ...]:
        """The images that cannot be copied: their version is not known, or what names them is not a reference."""
        return tuple(image for image, reference, source in self._known if reference is None or source is None)

    @property
    def packages(self) -> tuple[RedirectedImage, ...]:
        """The packages, by the references with which they are asked for."""
        return tuple(
            RedirectedImage(reference=one.image.spelled, target=one.target.name)
            for one in self.images
            if one.image.role is ImageRole.PACKAGE
        )

    def _mirrored(
        self, image: NeededImage, reference: Reference | None, source: Reference | None
    ) -> MirroredImage | None:
        if reference is None or source is None or self._has(source):
            return None
        digest = Digest.parse(image.digest) if image.digest else source.digest
        copied = Reference(
            registry=source.registry,
            repository=source.repository,
            tag=None if digest else source.tag,
            digest=digest,
        )
        return MirroredImage(image=image, source=copied, target=self._target(image, reference, digest))

    def _has(self, source: Reference) -> bool:
        """Whether an image is in the mirror already."""
        return source.registry == self._registry and f"{source.repository}/".startswith(
            f"{self._prefix}/" if self._prefix else ""
        )

    def _target(self, image: NeededImage, reference: Reference, digest: Digest | None) -> Reference:
        """The place of an image: its own path, behind its host where two hosts have that folder.

        What has no tag gets one, so that the mirror does not collect it as garbage. Such a tag must be neither a
        version, which Crossplane would choose, nor `sha256-…`, which names referrers.
        """
        host, folder = reference.registry, reference.repository.rpartition("/")[0]
        path = reference.repository
        if len(self._hosts[folder]) > 1:
            path = f"{_NOT_IN_PATH.sub('-', host.lower()).strip('-')}/{path}"
        found = Reference(registry=self._registry, repository="/".join(filter(None, (self._prefix, path))))
        if reference.tag is not None:
            return found.tagged(reference.tag)
        if digest is None or image.role is ImageRole.SIGNATURE:
            return found.pinned(digest) if digest else found
        return found.tagged(f"digest-{digest.hex[:_DIGITS]}")

    @cached_property
    def _hosts(self) -> dict[str, set[str]]:
        """The hosts that have images in each folder."""
        found: dict[str, set[str]] = {}
        for _, reference, _source in self._known:
            if reference is not None:
                found.setdefault(reference.repository.rpartition("/")[0], set()).add(reference.registry)
        return found


def mapping(images: Iterable[MirroredImage]) -> str:
    """A line for each image, as oc-mirror writes them: `SOURCE=TARGET`."""
    return "".join(f"{one.source}={one.target}\n" for one in images)


def commands(images: Sequence[MirroredImage]) -> str:
    """The commands that copy all images one after the other; a comment has the same as a loop over a mapping."""
    rows = [one.command for one in images]
    if rows:
        sources, targets = ({one.registry for one in side} for side in _sides(images))
        flags = "".join(
            f" --{side}-tls-verify=false"
            for side, hosts in (("src", sources), ("dest", targets))
            if all(map(is_loopback, hosts))
        )
        copy = f'{COPY}{flags} "docker://$from" "docker://$to" </dev/null'
        rows.append("# The same as a loop over what --format mapping prints:")
        rows.append(f"# while IFS== read -r from to; do {copy}; done < mapping.txt")
    return "".join(f"{row}\n" for row in rows)


def _sides(images: Iterable[MirroredImage]) -> tuple[list[Reference], list[Reference]]:
    pairs = [(one.source, one.target) for one in images]
    return [source for source, _ in pairs], [target for _, target in pairs]


def mirror_sets(images: Iterable[MirroredImage]) -> str:
    """The objects that make the nodes of OpenShift pull from the mirror: by digest, and by tag where that is used."""
    by_digest: dict[str, str] = {}
    by_tag: dict[str, str] = {}
    for one in images:
        if one.image.role is not ImageRole.SIGNATURE:
            wanted = by_digest if one.image.is_pinned else by_tag
            wanted[Reference.parse(one.image.reference).name] = one.target.name
    written = []
    if by_digest:
        written.append("\n".join(_mirror_set("ImageDigestMirrorSet", "imageDigestMirrors", by_digest)) + "\n")
    if by_tag:
        written.append("\n".join(_mirror_set("ImageTagMirrorSet", "imageTagMirrors", by_tag)) + "\n")
    return "---\n".join(written)


def _mirror_set(kind: str, key: str, places: dict[str, str]) -> Iterator[str]:
    yield "apiVersion: config.openshift.io/v1"
    yield f"kind: {kind}"
    yield "metadata:"
    yield "  name: xpkgtui-mirror"
    yield "spec:"
    yield f"  {key}:"
    for source, target in sorted(places.items()):
        yield f'  - source: "{source}"'
        yield "    mirrors:"
        yield f'    - "{target}"'


def _parsed(text: str) -> Reference | None:
    return parsed(Reference.parse, text) if text else None
