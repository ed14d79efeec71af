"""Commands of crane, oras, skopeo, tar and crossplane that get the same; only those that really work are offered.

Their syntax was tried with crane 0.21 and skopeo 1.9; oras is as its documentation of 1.2 has it.
"""

import os
from collections.abc import Iterator

from xpkgtui.app.copy import source_names
from xpkgtui.app.copy.offer import Offer, command
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.reporting.quoting import quoted
from xpkgtui.sources.source import Form


def of_manifest(inspection: Inspection, digest: str | None) -> Iterator[Offer]:
    """The raw manifest of an index or image."""
    name = source_names.pinned(inspection, digest)
    if name:
        yield from command("c", "crane", quoted("crane", "manifest", name))
        plain = source_names.is_plain(inspection)
        fetch = ("oras", "manifest", "fetch", *(["--plain-http"] if plain else []), name)
        raw = ("skopeo", "inspect", "--raw", *(["--tls-verify=false"] if plain else []), f"docker://{name}")
        yield from command("o", "oras", quoted(*fetch))
        yield from command("s", "skopeo", quoted(*raw))
    elif digest and (blob := _blob_path(inspection, digest)):
        yield from command("c", "cat", quoted("cat", blob))
    elif digest == inspection.digest and (image := _archive(inspection)):
        yield from command("s", "skopeo", quoted("skopeo", "inspect", "--raw", image))


def of_layer(inspection: Inspection, row: LayerRow) -> Iterator[Offer]:
    """The files of a layer."""
    for key, label, lead in _blobs(inspection, row.digest):
        yield from command(key, label, f"{lead} | tar -t{_inflating(row)}vf -")
    if blob := _blob_path(inspection, row.digest):
        yield from command("c", "tar", f"tar -tvf {quoted(_operand(blob))}")


def of_file(inspection: Inspection, view: View, row: FileRow) -> Iterator[Offer]:
    """The bytes of one file."""
    digest = source_names.image_digest(inspection)
    name = source_names.pinned(inspection, digest)
    if row.type is not EntryType.FILE or row.whiteout:
        return
    if view is View.FLATTENED and name:
        lead = quoted("crane", "export", name, "-")
        yield from command("c", "crane", f"{lead} | {_taken_out('', '-', row.path)}")
        return
    layer = next((each for each in inspection.layers if each.index == row.layer), None)
    if layer is None:
        return
    stored = _stored(inspection, row)
    for key, label, lead in _blobs(inspection, layer.digest):
        yield from command(key, label, f"{lead} | {_taken_out(_inflating(layer), '-', stored)}")
    if blob := _blob_path(inspection, layer.digest):
        yield from command("c", "tar", _taken_out("", blob, stored))


def of_package(inspection: Inspection) -> Iterator[Offer]:
    """The command that writes the stream, as the format's own tool reads it."""
    if inspection.stream is None:
        return
    format = inspection.format
    if name := source_names.pinned(inspection, inspection.digest):
        yield from _filled(format.extract.of_image, name)
    elif (
        source_names.form(inspection) is Form.DOCKER_ARCHIVE and _archive(inspection) and not _is_gzipped(inspection)
    ):
        path = _operand(source_names.path(inspection))
        yield from _filled(format.extract.of_archive, path)


def _filled(words: tuple[str, ...], source: str) -> Iterator[Offer]:
    """The command with the name of the source in it; nothing where the format has none."""
    if words:
        yield from command("e", words[0], quoted(*(source if word == "{source}" else word for word in words)))


def _stored(inspection: Inspection, row: FileRow) -> str:
    """The entry's name as the layer spells it: where package.yaml begins with `./`, all begin so."""
    reading = inspection.reading
    if reading is None or not reading.entry or reading.layer != row.layer:
        return row.path
    if row.taken:
        return reading.entry
    return f"./{row.path}" if reading.entry.startswith("./") else row.path


def _blobs(inspection: Inspection, digest: str) -> Iterator[tuple[str, str, str]]:
    name = source_names.pinned(inspection, digest)
    if name:
        yield "c", "crane", quoted("crane", "blob", name)
        plain = ["--plain-http"] if source_names.is_plain(inspection) else []
        yield "o", "oras", quoted("oras", "blob", "fetch", *plain, "--output", "-", name)


def _blob_path(inspection: Inspection, digest: str) -> str | None:
    """Where a blob lies on this disk."""
    algorithm, _, encoded = digest.partition(":")
    form = source_names.form(inspection)
    folder = source_names.folder(inspection) if form in (Form.OCI_LAYOUT, Form.DIR) else None
    inside = ("blobs", algorithm, encoded) if form is Form.OCI_LAYOUT else (encoded,)
    found = os.path.join(folder, *inside) if folder else None
    return found if found and os.path.isfile(found) else None


def _archive(inspection: Inspection) -> str | None:
    """An archive of one image, as skopeo names it."""
    form, path = source_names.form(inspection), source_names.path(inspection)
    is_chosen = inspection.case is not None and inspection.case.source.is_chosen
    if form not in (Form.DOCKER_ARCHIVE, Form.OCI_ARCHIVE) or ":" in path or is_chosen:
        return None
    return f"{form}:{path}" if os.path.isfile(path) else None


def _is_gzipped(inspection: Inspection) -> bool:
    """Whether the archive itself is, which the crossplane CLI does not read."""
    return inspection.case is None or inspection.case.source.is_compressed


def _inflating(row: LayerRow) -> str:
    """tar's letter for how the layer is packed, as its media type says; of a file tar finds out by itself."""
    if row.media_type.endswith("zstd"):
        return " --zstd -"
    return "z" if row.media_type.endswith("gzip") else ""


def _taken_out(inflating: str, archive: str, name: str) -> str:
    """One file to standard output; the path is an operand even where it begins with a dash."""
    end = "-- " if name.startswith("-") else ""
    return f"tar -x{inflating}Of {quoted(_operand(archive) if archive != '-' else archive)} {end}{quoted(name)}"


def _operand(path: str) -> str:
    """A path that is taken neither for an option nor, by tar, for a file of the host before its colon."""
    return f"./{path}" if path.startswith("-") or ":" in path.partition("/")[0] else path
