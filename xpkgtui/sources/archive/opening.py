"""The opening of an archive: which kind of image archive a tar is."""

from pathlib import Path

from xpkgtui.errors import Malformed, NotAPackage
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.formats.known import folder_readers, other_text, source_knowledge
from xpkgtui.limits import Limits
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.sources.archive.members import SHOWN, Members
from xpkgtui.sources.source import Prefix, Source, of_another_form
from xpkgtui.visible import clip, few

_HEAD = 1 << 16


def open_archive(
    path: Path,
    *,
    name: str,
    prefix: Prefix | None,
    wanted: str,
    owned: bool,
    compression: Compression,
    limits: Limits,
) -> Source:
    """The source in this tar; an `owned` file is deleted on close, `compression` names the one around the tar.

    Raises NotAPackage that says what is in the tar where it holds no image.
    """
    members = Members(path, name, limits)
    owned_path = path if owned else None
    is_oci, is_docker = _lists_manifests(members), "manifest.json" in members
    if prefix in (None, Prefix.OCI_ARCHIVE) and "index.json" in members and (is_oci or not is_docker):
        from xpkgtui.sources.archive.docker import OciArchiveSource

        return OciArchiveSource(members, wanted, compression, owned_path)
    if prefix in (None, Prefix.DOCKER_ARCHIVE) and is_docker:
        from xpkgtui.sources.archive.docker import DockerArchiveSource

        return DockerArchiveSource(members, wanted, compression, owned_path)
    if not prefix or not (is_docker or "index.json" in members):
        members.require_whole()
    if not prefix and not wanted:
        from xpkgtui.sources.archive.folder_tar import FolderTarSource, holds_a_folder

        if holds_a_folder(path, name, limits):
            return FolderTarSource(path, name=name, compression=compression, owned=owned)
    raise _no_image(members, name, prefix, compression)


def _lists_manifests(members: Members) -> bool:
    """Whether index.json lists something; Docker 25 also writes one whose `manifests` is null."""
    member = members.find("index.json")
    if member is None or member.size > LARGEST:
        return False
    with members.open(member) as blob:
        data = blob.read(member.size)
    try:
        return bool(read_object(data).get("manifests"))
    except Malformed:
        return False


def _by_text(members: Members) -> tuple[str, str] | None:
    """What a tar with a file that only looks like a package is of, and what to do with it."""
    if (member := members.find(ASSUMED.wording.stream_file)) is None:
        return None
    with members.open(member) as blob:
        return other_text(blob.read(min(member.size, _HEAD)))


def _no_image(members: Members, name: str, prefix: Prefix | None, compression: Compression) -> NotAPackage:
    tar = {Compression.NONE: "tar", Compression.GZIP: "gzipped tar"}.get(compression, f"tar in {compression}")
    if prefix and ("manifest.json" in members or "index.json" in members):
        kind = "OCI archive" if "index.json" in members else "Docker archive"
        return of_another_form(name, prefix, f"an image archive ({kind})")
    names, folder = members.names, members.folder_of("manifest.json", "index.json")
    if "repositories" in members or (not folder and any(each.endswith("/layer.tar") for each in names)):
        return NotAPackage(
            f"{name} is an image archive of Docker older than 1.10, without manifest.json",
            hint="load and save it with a newer Docker",
        )
    if (known := _by_text(members)) is not None:
        return NotAPackage(f"{name} is a {tar} of {known[0]}", hint=f"unpack it, then {known[1]}")
    kinds = (one.lookalikes().of_tar(members) for one in source_knowledge())
    if known := next(filter(None, kinds), None):
        words, hint = known
        return NotAPackage(f"{name} is a {tar} {words}", hint=hint)
    shown = few(names, SHOWN, lambda each: clip(each, 80))
    marks = {mark for _, reader in folder_readers() for mark in reader.marks if not mark.endswith(".yaml")}
    inner = members.folder_with(marks)
    return NotAPackage(
        f"{name} is a {tar} without an image ({f'only {shown}' if shown else 'it is empty'})",
        hint="pass an .xpkg or an image archive, with manifest.json or index.json at its top"
        + (f": pack what is in {folder[:80]}" if folder else "")
        + (f"; or unpack it and open {inner[:80]} of it" if inner else ""),
    )
