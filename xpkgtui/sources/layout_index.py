"""The index.json of an OCI layout or archive, and the choice of one of its images."""

from collections.abc import Callable

from xpkgtui.errors import Corrupt, Malformed, NotFound, Usage
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.reference import familiar
from xpkgtui.sources.source import ImageRoot

_REF_NAME = "org.opencontainers.image.ref.name"
"""The annotation that names an entry; its value is a tag, or a whole reference."""
_IMAGE_NAME = "io.containerd.image.name"
_KIND = "kind"
"""The annotation by which `cosign save` says what an entry is."""
_ATTACHED = tuple(f"dev.cosignproject.cosign/{one}" for one in ("sigs", "atts"))
_SHOWN = 50
_LONGEST = 300
_ReadManifest = Callable[[Descriptor], bytes]


def choose(data: bytes, wanted: str, name: str, mark: str, read: _ReadManifest) -> ImageRoot:
    """The root that `wanted` (a tag, `@digest`, a number from 1, or empty) chooses in the index.json `data`.

    `name` is the source as it was typed, `mark` the character between it and a choice. Raises Usage where there
    are several images and none was chosen, NotFound where none has this name.
    """
    try:
        index = Index.parse(data)
    except Malformed as error:
        raise Corrupt(f"index.json of {name} cannot be read: {error}") from error
    entries = index.manifests
    if wanted:
        entry = _named(entries, wanted, name, mark)
        reference = f"{name}{'' if wanted.startswith('@') else mark}{wanted}"
        return _beside(entries, entry, reference, read)
    images = _without_attached(entries)
    if images and len({entry.digest for entry in images}) == 1:
        title = _title(images[0]) if len(images) == 1 else ""
        return _beside(entries, images[0], f"{name}{mark}{title}" if title else name, read)
    if len({names for entry in images if any(names := _names(entry))}) > 1:
        raise Usage(
            f"{name} holds {len(images)} images: choose one",
            hint=f"write {name}{mark}TAG",
            suggestions=_choices(images, name, mark),
        )
    return ImageRoot(
        data=data,
        media_type=media_types.OCI_INDEX,
        digest=Digest.of(data),
        reference=name,
        beside=entries,
    )


def _beside(entries: tuple[Descriptor, ...], entry: Descriptor, reference: str, read: _ReadManifest) -> ImageRoot:
    """The root of one entry, with what else there is."""
    data = read(entry)
    if entry.digest.algorithm == "sha256" and Digest.of(data) != entry.digest:
        raise Corrupt(
            f"the manifest {entry.digest} does not have that digest",
            hint=f"its bytes have {Digest.of(data)}: the file was changed after it was written",
        )
    return ImageRoot(
        data=data,
        media_type=entry.media_type,
        digest=entry.digest,
        reference=reference,
        is_chosen=len(_without_attached(entries)) > 1,
        related=_related(entries, entry),
        beside=tuple(other for other in entries if other.digest != entry.digest),
    )


def _without_attached(entries: tuple[Descriptor, ...]) -> tuple[Descriptor, ...]:
    """The images: entries that are not signatures, attestations or SBOMs of another one, by name or by type."""
    from xpkgtui.versions.tags import companion_of

    known = {str(entry.digest) for entry in entries}
    has_names = any(any(_names(entry)) for entry in entries)

    def is_attached(entry: Descriptor) -> bool:
        companion = companion_of(tag_of(entry))
        is_artifact = has_names and bool(entry.artifact_type) and not any(_names(entry))
        is_companion = companion is not None and companion.digest in known
        return is_companion or is_artifact or entry.annotations.get(_KIND) in _ATTACHED

    return tuple(entry for entry in entries if not is_attached(entry)) or entries


def _named(entries: tuple[Descriptor, ...], wanted: str, name: str, mark: str) -> Descriptor:
    found = [entry for entry in entries if _is_called(entry, wanted)]
    if not found and wanted.isdecimal() and len(wanted) < 7 and 0 < int(wanted) <= len(entries):
        return entries[int(wanted) - 1]
    if not found:
        raise NotFound(
            f"{name} holds no image {wanted.removeprefix('@')!r}", suggestions=_choices(entries, name, mark)
        )
    if len({entry.digest for entry in found}) > 1:
        choices = tuple(f"{name}@{entry.digest}" for entry in found[:_SHOWN])
        raise Usage(f"{len(found)} images of {name} are called {wanted!r}: choose one", suggestions=choices)
    return found[0]


def _is_called(entry: Descriptor, wanted: str) -> bool:
    if wanted.startswith("@"):
        return str(entry.digest) == wanted[1:]
    return familiar(wanted) in map(familiar, _names(entry))


def _names(entry: Descriptor) -> tuple[str, str]:
    """The tag, and the whole name that Docker and containerd write in addition."""
    return entry.annotations.get(_REF_NAME, ""), entry.annotations.get(_IMAGE_NAME, "")


def tag_of(entry: Descriptor) -> str:
    """The name of an entry; empty where it has none."""
    return entry.annotations.get(_REF_NAME, "")


def _title(entry: Descriptor) -> str:
    tag, image = _names(entry)
    return tag or image


def _choices(entries: tuple[Descriptor, ...], name: str, mark: str) -> tuple[str, ...]:
    shared = len({_title(entry) for entry in entries}) < len(entries)
    titles = ((shared and _names(entry)[1]) or _title(entry) for entry in entries[:_SHOWN])
    texts = (f"{mark}{title}" if title else f"@{entry.digest}" for title, entry in zip(titles, entries, strict=False))
    return tuple(dict.fromkeys(f"{name}{text[:_LONGEST]}" for text in texts))


def _related(entries: tuple[Descriptor, ...], entry: Descriptor) -> tuple[str, ...]:
    """The names of the entries that cosign, or a registry without referrers, would give to what is about this one."""
    start = f"{entry.digest.algorithm}-{entry.digest.hex}"
    names = (_names(other)[0] for other in entries if other is not entry)
    return tuple(dict.fromkeys(name for name in names if name.partition(".")[0] == start))
