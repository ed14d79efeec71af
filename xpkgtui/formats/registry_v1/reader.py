"""The reading of bundles: manifests/ and metadata/ as one stream, the ClusterServiceVersion first."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import BinaryIO

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.lists import with_json_faults
from xpkgtui.formats.registry_v1.layout import (
    ANNOTATIONS,
    CSV,
    MANIFESTS,
    METADATA,
    METADATA_FILES,
    PREFIX,
    RANKED,
    is_csv,
    is_manifest,
    is_metadata,
    label_reasons,
    rank_of,
)
from xpkgtui.limits import LARGEST_STREAM
from xpkgtui.patterns import late
from xpkgtui.readers.assembly import Assembly, assemble
from xpkgtui.readers.folder import (
    NO_FILE,
    FolderReading,
    FolderStep,
    LeftOut,
    OmissionReason,
    SourceFile,
    SourceFolder,
)
from xpkgtui.readers.reader import FolderEntry, Sign, Step
from xpkgtui.visible import few, plural

_OTHERWISE = rb"[\\!\x00]"
"""Escapes, tags and UTF-16: without them a kind stands in a file as it is spelled."""
_MAY_BE_CSV = late(rb"%b|%b" % (CSV.encode(), _OTHERWISE))
_MAY_HAVE_RANK = late(rb"%b|%b" % (b"|".join(one.encode() for one in RANKED), _OTHERWISE))
_ALL = ("",)
"""Tools read every file of a bundle, whatever its name ends in."""
_SHOWN = 5
_KEPT = 16 << 20
"""Bytes of files that are kept from looking for their ranks until they are written."""


def read(folder: SourceFolder, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
    """Writes the objects by rank, then metadata/annotations.yaml, dependencies.yaml and properties.yaml."""
    manifests, metadata = (folder.walk(name, endings=_ALL) for name in (MANIFESTS, METADATA))
    kept = dict[str, bytes]()
    taken = _by_rank(folder, kept, [file for file in manifests.files if is_manifest(file.name)])
    described = sorted(
        (file for file in metadata.files if is_metadata(file.name)), key=lambda file: (_turn(file.name), file.name)
    )
    assembly = assemble(folder, (*taken, *described), sink, spool, is_csv, suspect=_MAY_BE_CSV, kept=kept)
    stopped = manifests.stopped or metadata.stopped
    deeper = [file.name for file in (*manifests.files, *metadata.files) if file.name.count("/") > 1]
    absent = [one for one in (MANIFESTS, METADATA) if not folder.has_folder(one) and not folder.is_link(one)]
    links = tuple(one for one in (*manifests.left_out, *metadata.left_out) if one.name not in absent)
    left_out = (*links, *assembly.left_out)
    entries = (_with_link(one, links) for one in _entries(folder))
    return FolderReading(
        origins=assembly.origins,
        steps=tuple(_steps(assembly, taken, described, deeper, left_out)),
        truncated=assembly.truncated,
        reached=(*assembly.reached, *((folder.limits.reached("folder"),) if stopped else ())),
        files=with_json_faults(folder, entries, taken, assembly.origins),
    )


def reasons_for(folder: SourceFolder) -> tuple[str, ...]:
    """The evidence that a folder is a bundle, the strongest first; empty where it is none."""
    reasons = label_reasons(folder.labels)
    if folder.has_folder(MANIFESTS):
        if folder.has_folder(METADATA):
            reasons += ("it has the folders manifests/ and metadata/",)
        if name := _first_csv(folder):
            reasons += (f"{name} has a {CSV}",)
    elif any(_is_named(folder, file) for file in folder.walk(METADATA, endings=_ALL).files):
        reasons += (f"{ANNOTATIONS} names a bundle",)
    return reasons


def _is_named(folder: SourceFolder, file: SourceFile) -> bool:
    return file.name == ANNOTATIONS and PREFIX.encode() in _bytes(folder, file)


def _first_csv(folder: SourceFolder) -> str:
    """The first file of manifests/ with a ClusterServiceVersion; empty where there is none."""
    files = [file for file in folder.walk(MANIFESTS, endings=_ALL).files if is_manifest(file.name)]
    effort = Effort(limits=folder.limits)
    for file in sorted(files, key=lambda one: "clusterserviceversion" not in one.name):
        if CSV in _kinds(folder, _bytes(folder, file), effort, _MAY_BE_CSV):
            return file.name
    return ""


def _by_rank(folder: SourceFolder, kept: dict[str, bytes], files: list[SourceFile]) -> list[SourceFile]:
    """The files by rank; the bytes of the first ones are kept, since they are written next."""
    effort, left, ranks = Effort(limits=folder.limits), _KEPT, dict[str, int]()
    for file in files:
        data = _bytes(folder, file)
        ranks[file.name] = min(map(rank_of, _kinds(folder, data, effort, _MAY_HAVE_RANK)), default=rank_of(None))
        left -= len(data)
        if left > 0:
            kept[file.name] = data
    return sorted(files, key=lambda file: (ranks[file.name], file.name))


def _bytes(folder: SourceFolder, file: SourceFile) -> bytes:
    try:
        return folder.read(file, LARGEST_STREAM)
    except XpkgError:
        return b""


def _kinds(folder: SourceFolder, data: bytes, effort: Effort, suspect: re.Pattern[bytes]) -> list[str]:
    """The kinds of the documents of a file, by their first lines; none where its bytes are not suspect."""
    if not suspect.search(data):
        return []
    effort.grow(len(data))
    chunks = split(data, effort, folder.limits).chunks
    return [chunk.kind or "" for chunk in chunks if not chunk.empty]


def _turn(name: str) -> int:
    return METADATA_FILES.index(name) if name in METADATA_FILES else len(METADATA_FILES)


def _with_link(entry: FolderEntry, left_out: Sequence[LeftOut]) -> FolderEntry:
    """The entry; a link that is not followed says why, in the words of a system that cannot follow it either."""
    found = next((one for one in left_out if one.name == entry.name), None)
    match found.reason if found else None:
        case OmissionReason.LINK_TO_NOTHING:
            assert found is not None
            return replace(entry, unread=found.detail or NO_FILE, lacks=entry.linkname, fails=True)
        case OmissionReason.LINK_TO_FOLDER:
            return replace(entry, unread="is a directory", lacks=entry.linkname, fails=True)
        case OmissionReason.LINK_OUTSIDE:
            return replace(entry, unread="leads out of the folder")
    return entry


def _entries(folder: SourceFolder) -> Iterable[FolderEntry]:
    """Both folders, and what is in them."""
    for name in (MANIFESTS, METADATA):
        if folder.has_folder(name):
            kind = EntryType.SYMLINK if folder.is_link(name) else EntryType.DIRECTORY
            yield FolderEntry(name=name, type=kind)
            yield from folder.entries(name)


def _steps(
    assembly: Assembly,
    taken: Sequence[SourceFile],
    described: Sequence[SourceFile],
    deeper: Sequence[str],
    left_out: Sequence[LeftOut],
) -> Iterable[FolderStep]:
    found = assembly.first
    first = Step(
        title=f"Looks for the {CSV}",
        evidence=found or f"no file of {MANIFESTS}/ has one",
        sign=Sign.OK if found else Sign.WARNING,
    )
    yield FolderStep(step=first)
    yield FolderStep(step=Step(title=f"Takes {MANIFESTS}/", evidence=plural(len(taken), "file")))
    names = few([file.name.partition("/")[2] for file in described], _SHOWN) or "no files"
    yield FolderStep(step=Step(title=f"Takes {METADATA}/", evidence=names))
    if all(file.name != ANNOTATIONS for file in described):
        yield FolderStep(step=Step(title="Looks for annotations", evidence=f"no {ANNOTATIONS}", sign=Sign.WARNING))
    if deeper:
        names = few(deeper, _SHOWN)
        sentence = f"Files in deeper folders are not part of a bundle: {names}"
        yield FolderStep(step=Step(title="Leaves out deeper folders", evidence=names), sentence=sentence)
    if left_out:
        names = few([one.name for one in left_out], _SHOWN)
        step = Step(title="Leaves out what cannot be read", evidence=names, sign=Sign.WARNING)
        yield FolderStep(step=step, sentence=f"Not read: {names}")
