"""A mirror: where each image of a list is put, and what is written so that it is copied and found there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xpkgtui.commands import PrintedCommand, quoted
from xpkgtui.errors import Malformed, Usage, parsed
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole, RedirectedImage
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import CompanionKind, companion_of

COPY = ("skopeo", "copy", "--all", "--preserve-digests")
"""The command that keeps all of an image: every platform, annotations, digests."""
COPY_LIST = ("regctl", "image", "copy", "--referrers", "--digest-tags")
"""The command that copies a tag that lists referrers, with what it lists; skopeo 1.9 refuses such a list."""
_COPY_LIST_WITH_FILE = ("oras", "copy", "-r")
"""The one for credentials in any file; oras 1.3 stops where a manifest speaks of an image that is gone."""
_PLAIN_HOST = late(r"([a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*)(?::([0-9]+))?")
"""Hosts that are one component of a path as they stand, but for the colon before a port."""
_LISTS = ":sha256-[0-9a-f]{64}="
"""What the lines of a mapping have in which lists of referrers are copied."""
_LONGEST_TAG = 128


@dataclass(frozen=True, kw_only=True, slots=True)
class MirroredImage:
    """One image, and its place in the mirror."""

    image: NeededImage
    source: Reference
    """What is copied: by digest where that is known, since a tag may move until then."""
    target: Reference
    asked: AskedRegistries = AS_USUAL

    @property
    def is_list(self) -> bool:
        """Whether it is the tag under which referrers are listed where a registry has no API for them."""
        companion = companion_of(self.source.tag or "")
        return companion is not None and companion.kind is CompanionKind.REFERRERS

    @property
    def command(self) -> PrintedCommand:
        """The command that copies it."""
        if self.is_list:
            names = str(self.source), str(self.target)
            copy = COPY_LIST if self.asked.words(*COPY_LIST, *names) else _COPY_LIST_WITH_FILE
            return self.asked.command(*copy, *names)
        return self.asked.command(*COPY, f"docker://{self.source}", f"docker://{self.target}")


class Mirror:
    """The places of images in a registry, below a prefix: no two images share one."""

    def __init__(self, to: str, images: Sequence[NeededImage], asked: AskedRegistries = AS_USUAL) -> None:
        """Raises `Usage` where `to` is not a registry, with or without a prefix, or cannot keep two images apart."""
        try:
            place = Reference.parse(f"{to.rstrip('/')}/x")
        except Malformed as error:
            hint = "Write a host, such as mirror.example.com, or with a path, mirror.example.com/airgap."
            raise Usage(f"--to {to[:200]} is not a place in a registry: {error}", hint=hint) from error
        self._registry, self._prefix = place.registry, place.repository.rpartition("/")[0]
        known = [(image, _parsed(image.reference), _parsed(image.source)) for image in images]
        self.left_out = tuple(image for image, reference, source in known if reference is None or source is None)
        """The images that cannot be copied: their version is not known, or what names them is not a reference."""
        rows = [(image, reference, source) for image, reference, source in known if reference and source]
        places = _Places((source, reference) for _, reference, source in rows if self._has(source))
        mirrored: dict[int, MirroredImage] = {}
        for number, (image, reference, source) in sorted(enumerate(rows), key=lambda row: row[1][0].is_pinned):
            if not self._has(source):
                copied = _copied(image, source)
                target = places.take(self._target(image, reference, copied.digest), reference, copied.digest)
                mirrored[number] = MirroredImage(image=image, source=copied, target=target, asked=asked)
        self.images = tuple(mirrored[number] for number in sorted(mirrored))
        """All images that can be copied, in their order; one that is in the mirror already is left out."""

    @property
    def packages(self) -> tuple[RedirectedImage, ...]:
        """The packages, by the references with which they are asked for."""
        return tuple(
            RedirectedImage(reference=image.image.spelled, target=image.target.name)
            for image in self.images
            if image.image.role is ImageRole.PACKAGE
        )

    def _has(self, source: Reference) -> bool:
        """Whether an image is in the mirror already."""
        return source.registry == self._registry and f"{source.repository}/".startswith(
            f"{self._prefix}/" if self._prefix else ""
        )

    def _target(self, image: NeededImage, reference: Reference, digest: Digest | None) -> Reference:
        """The place of an image: its own path behind its host, so that no path imitates the host of another.

        What has no tag gets one, so that the mirror does not collect it as garbage. Such a tag must be neither a
        version, which Crossplane would choose, nor `sha256-…`, which names referrers.
        """
        path = "/".join(filter(None, (self._prefix, _host_folder(reference.registry), reference.repository)))
        place = Reference(registry=self._registry, repository=path, tag=reference.tag)
        if reference.tag is not None or digest is None:
            return place
        if image.role is ImageRole.SIGNATURE:
            return place.pinned(digest)
        return place.tagged(f"digest-{digest.hex}"[:_LONGEST_TAG])


class _Places:
    """The places that are taken, each by the name of the image that took it."""

    def __init__(self, present: Iterable[tuple[Reference, Reference]]) -> None:
        self._images = {str(place): _canonical(reference) for place, reference in present}

    def take(self, target: Reference, reference: Reference, digest: Digest | None) -> Reference:
        """The place itself; where another image has it, the same with a longer tag for an image that has a digest.

        A tag without a digest is how an image is asked for, and stays. Raises `Usage` where no tag is left.
        """
        name = _canonical(reference)
        is_free = reference.tag is None or reference.digest is not None
        while (owner := self._images.setdefault(str(target), name)) != name:
            longer = f"{target.tag}-{digest.hex}"[:_LONGEST_TAG] if is_free and digest and target.tag else target.tag
            if longer is None or longer == target.tag:
                title = f"{owner} and {name} would both be {target} in the mirror, and one would replace the other."
                raise Usage(title, hint="Mirror them with two calls that have different places after --to.")
            target = target.tagged(longer)
        return target


def _canonical(reference: Reference) -> str:
    """The name of an image; hosts that differ in capital letters only are one host."""
    return str(replace(reference, registry=reference.registry.lower()))


def _copied(image: NeededImage, source: Reference) -> Reference:
    """What is copied: by digest where that is known."""
    digest = Digest.parse(image.digest) if image.digest else source.digest
    return replace(source, tag=None if digest else source.tag, digest=digest)


def _host_folder(registry: str) -> str:
    """The folder that stands for a host, another one for each host; one that cannot be a folder is in hexadecimal."""
    host = registry.lower()
    if plain := _PLAIN_HOST.fullmatch(host):
        return "_".join(filter(None, plain.groups()))
    return f"host__{host.encode().hex()}"


def mapping(images: Iterable[MirroredImage]) -> str:
    """A line for each image, as oc-mirror writes them: `SOURCE=TARGET`."""
    return "".join(f"{image.source}={image.target}\n" for image in images)


def commands(images: Sequence[MirroredImage]) -> str:
    """The commands that copy all images one after the other; a comment has the same as a loop over a mapping
    where all have the same flags.

    Lists of referrers are copied last, by another program: what skopeo copies is there where that one is not.
    """
    lists = [image for image in images if image.is_list]
    copies = [image.command for image in images if not image.is_list]
    rows = [copy.line for copy in copies]
    leads = {copy.words[:-2] for copy in copies}
    if len(leads) == 1:
        copy = f'{quoted(*leads.pop())} "docker://$from" "docker://$to" </dev/null'
        loop = f"while IFS== read -r from to; do {copy}; done"
        rows.append("# The same as a loop over what --format mapping prints:")
        rows.append(f"# grep -Ev '{_LISTS}' mapping.txt | {loop}" if lists else f"# {loop} < mapping.txt")
    if lists:
        rows.append("# Lists of referrers, as cosign 3 writes them, which skopeo 1.9 cannot copy:")
        rows += [image.command.line for image in lists]
    return "".join(f"{row}\n" for row in rows)


def mirror_sets(images: Iterable[MirroredImage]) -> str:
    """The objects that make the nodes of OpenShift pull from the mirror: by digest, and by tag where that is used."""
    by_digest: dict[str, str] = {}
    by_tag: dict[str, str] = {}
    for image in images:
        if image.image.role is not ImageRole.SIGNATURE:
            wanted = by_digest if image.image.is_pinned else by_tag
            wanted[Reference.parse(image.image.reference).name] = image.target.name
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
