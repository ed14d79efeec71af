"""The offers of what is looked at: values first, then those with control characters as they are, then commands."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from xpkgtui import visible
from xpkgtui.app.copy import headless, source_names
from xpkgtui.app.copy.clipboard import read
from xpkgtui.app.copy.offer import Offer, Offers, command, lines, part, value
from xpkgtui.app.drawing import failure
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.state.lists import chosen, file_views
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId
from xpkgtui.commands import quoted
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.forms import AskedForm
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import ReadText, Text, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.reporting.as_text.why import markdown
from xpkgtui.reporting.words import kind_and_name
from xpkgtui.rules.finding import Finding
from xpkgtui.sources.source import SourceForm


def of_manifest(inspection: Inspection, digest: str | None) -> Iterator[Offer]:
    """The raw manifest of an index or image."""
    name = source_names.pinned(inspection, digest)
    if name:
        asked = inspection.asked
        yield from command("c", "crane", asked.line("crane", "manifest", name))
        yield from command("o", "oras", asked.line("oras", "manifest", "fetch", name))
        yield from command("s", "skopeo", asked.line("skopeo", "inspect", "--raw", f"docker://{name}"))
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
        lead = inspection.asked.line("crane", "export", name, "-")
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
        yield from _filled(inspection, format.extract.of_image, name)
    elif (
        source_names.form(inspection) is SourceForm.DOCKER_ARCHIVE
        and _archive(inspection)
        and not _is_gzipped(inspection)
    ):
        path = _operand(source_names.path(inspection))
        yield from _filled(inspection, format.extract.of_archive, path)


def _filled(inspection: Inspection, words: tuple[str, ...], source: str) -> Iterator[Offer]:
    """The command with the name of the source in it; nothing where the format has none."""
    if words:
        filled = (source if word == "{source}" else word for word in words)
        yield from command("e", words[0], inspection.asked.line(*filled))


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
        yield "c", "crane", inspection.asked.line("crane", "blob", name)
        yield "o", "oras", inspection.asked.line("oras", "blob", "fetch", "--output", "-", name)


def _blob_path(inspection: Inspection, digest: str) -> str | None:
    """Where a blob lies on this disk."""
    algorithm, _, encoded = digest.partition(":")
    form = source_names.form(inspection)
    folder = source_names.folder(inspection) if form in (SourceForm.OCI_LAYOUT, SourceForm.DIR) else None
    inside = ("blobs", algorithm, encoded) if form is SourceForm.OCI_LAYOUT else (encoded,)
    found = os.path.join(folder, *inside) if folder else None
    return found if found and os.path.isfile(found) else None


def _archive(inspection: Inspection) -> str | None:
    """An archive of one image, as skopeo names it."""
    form, path = source_names.form(inspection), source_names.path(inspection)
    is_chosen = inspection.case is not None and inspection.case.source.is_chosen
    if form not in (SourceForm.DOCKER_ARCHIVE, SourceForm.OCI_ARCHIVE) or ":" in path or is_chosen:
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


_INSTEAD = "the command below prints it."
_FINDINGS = 100
"""Findings of one thing that are copied as text."""
_REPAIR_KEYS = "123456789"


def offers(inspection: Inspection, selection: Selection, replies: Replies, page: Page) -> Offers:
    """The offers of what the cursor, or the page, is on."""
    if page.tab is TabId.SCHEMA and selection.in_detail and not selection.verdict:
        from xpkgtui.app.copy.schemas import offers_of_tab  # the rules of schemas are read for them alone

        if (found := offers_of_tab(inspection, selection, replies)) is not None:
            return found
    title, items = _titled_offers(inspection, selection, replies, page)
    return Offers(title=title, items=_with_raw(tuple(items)))


def line_reference(inspection: Inspection, line: int | None, file: str | None = None) -> str | None:
    """`package.yaml:123`, as editors jump to; a stream is named by its own file, a source file by its path."""
    if line is None:
        return None
    resolved = inspection.resolved
    if resolved and resolved.is_assembled and file:
        return f"{os.path.join(inspection.source, file)}:{line}"
    if resolved and resolved.is_bare_stream and inspection.source != "-":
        return f"{inspection.source}:{line}"
    taken = inspection.reading.entry if inspection.reading else None
    return f"{file or taken or inspection.wording.stream_file}:{line}"


def _titled_offers(
    inspection: Inspection, selection: Selection, replies: Replies, page: Page
) -> tuple[str, Iterator[Offer] | tuple[Offer, ...]]:
    if inspection.failure:
        report = failure.report(inspection.failure)
        return "the error", (*lines("r", "report", report), *value("S", "source", inspection.source))
    if selection.verdict:
        if page.findings and page.tab is not TabId.WHY:
            return page.findings[0].rule, _finding(inspection, page.findings[0])
        return "the verdict", _of_why(inspection, page)
    match selection.list_id:
        case ListId.PLATFORMS if row := chosen.platform_row(inspection, selection):
            return f"platform {row.name}", _platform(inspection, row)
        case ListId.LAYERS if layer := chosen.layer_row(inspection, selection):
            return f"layer {layer.index}", _layer(inspection, layer, page)
        case ListId.FILES if file := file_views.file_row(inspection, selection, replies):
            return file.path, _file(inspection, selection, file, page)
        case ListId.OBJECTS if found := chosen.object_row(inspection, selection):
            return " ".join(kind_and_name(found)), _object(inspection, selection, found, page)
        case ListId.OBJECTS if page.copied:
            return page.copied, (
                *value("n", "group", page.copied),
                *image_names(inspection),
                *headless.show(inspection),
            )
    return inspection.source, (*image_names(inspection), *headless.show(inspection))


def _platform(inspection: Inspection, row: PlatformRow) -> Iterator[Offer]:
    yield from value("d", "digest", row.digest)
    if row.digest != inspection.digest:
        yield from value("b", "reference by digest", source_names.pinned(inspection, row.digest))
    yield from value("n", "platform", row.name if row.platform else None)
    if row.digest:
        platform = {"os": row.platform.os, "architecture": row.platform.architecture} if row.platform else {}
        extra = {"platform": platform} if platform else {}
        yield _descriptor(row.media_type, row.digest, row.size, dict(row.annotations), **extra)
    yield from image_names(inspection)
    yield from of_manifest(inspection, row.digest)
    if row.selected:
        yield from of_package(inspection)
        yield from headless.show(inspection)


def _layer(inspection: Inspection, row: LayerRow, page: Page) -> Iterator[Offer]:
    yield from value("d", "digest", row.digest)
    yield from value("i", "diff ID", row.diff_id)
    yield from value("b", "reference by digest", source_names.pinned(inspection, row.digest))
    yield _descriptor(row.media_type, row.digest, row.size, dict(row.annotations))
    yield from _findings(page.findings)
    yield from image_names(inspection)
    yield from of_layer(inspection, row)
    if row.supplies:
        yield from of_package(inspection)
    yield from headless.layer(inspection, row.index)


def _file(inspection: Inspection, selection: Selection, row: FileRow, page: Page) -> Iterator[Offer]:
    view = file_views.view_of(inspection, selection)
    yield from value("a", "path", row.path)
    yield from value("n", "name", row.path.rpartition("/")[2])
    yield from value("m", "link target", row.linkname)
    if page.text and page.subject is Subject.FILE:
        yield part("v", "content", page.text, _INSTEAD)
    yield from _findings(page.findings)
    yield from image_names(inspection)
    yield from of_file(inspection, view, row)
    if row.taken:
        yield from of_package(inspection)
    layer = file_views.layer_of_view(inspection, selection)
    yield from headless.file(inspection, view, layer, row)


def _object(inspection: Inspection, selection: Selection, row: ObjectRow, page: Page) -> Iterator[Offer]:
    yield from value("n", "name", kind_and_name(row)[1])
    parts = (row.api_version, row.kind, row.name)
    yield from value("v", "apiVersion/kind/name", "/".join(map(str, parts)) if all(parts) else None)
    if inspection.stream is not None:
        text = TextRange(path=inspection.stream.path, start=row.start, end=row.end, language="yaml")
        yield part("y", "YAML", text, _INSTEAD)
        if row.role is not Role.BROKEN:
            yield Offer(key="J", label="JSON", request=ReadText(text=Text.DOCUMENT_JSON, document=row.document))
        for form in inspection.format.forms_of(row.kind):
            asked = AskedForm(name=form.name, document=row.document)
            yield Offer(key=form.key, label=form.title, request=ReadText(text=Text.FORM, form=asked))
    line = selection.line if selection.line is not None else row.line
    yield from value("L", "line reference", line_reference(inspection, line, row.file))
    found = tuple(each for each in inspection.findings if each.place.document == row.document)
    yield from _findings(page.findings or found)
    yield from image_names(inspection)
    yield from of_package(inspection)
    yield from headless.document(inspection, row)


def _finding(inspection: Inspection, found: Finding) -> Iterator[Offer]:
    yield from lines("f", "finding", finding_detail.plain(found))
    yield from value("r", "rule", found.rule)
    yield from value("L", "line reference", line_reference(inspection, found.place.line, found.place.file))
    yield from value("n", "object", str(found.object) if found.object else None)
    yield from value("m", "repair", found.fix)
    yield from value("s", f"{inspection.wording.program} prints", found.says)
    yield from image_names(inspection)
    yield from headless.finding(inspection, found)


def _findings(found: tuple[Finding, ...]) -> tuple[Offer, ...]:
    """As text; of very many the first, which is said."""
    texts = [finding_detail.plain(each) for each in found[:_FINDINGS]]
    if len(found) > _FINDINGS:
        texts.append(f"and {len(found) - _FINDINGS:,} more")
    return lines("f", "finding" if len(found) == 1 else f"{len(found):,} findings", "\n\n".join(texts))


def _descriptor(
    media_type: str, digest: str, size: int, annotations: dict[str, str], **more: dict[str, str]
) -> Offer:
    """As an index or manifest holds it, of what this program knows."""
    found = {"mediaType": media_type, "digest": digest, "size": size, **more}
    text = json.dumps({**found, **({"annotations": annotations} if annotations else {})}, indent=2)
    return Offer(key="J", label="descriptor as JSON", text=text)


def _of_why(inspection: Inspection, page: Page) -> Iterator[Offer]:
    """The commands of each repair first, then the matrix for an issue, and the names of the image."""
    comparison = inspection.comparison
    repairs = comparison.repairs if comparison else ()
    commands = [one.line for repair in repairs for one in repair.commands]
    for key, text in zip(_REPAIR_KEYS, dict.fromkeys(commands), strict=False):
        yield from command(key, "repair", text)
    if page.copied not in commands:
        yield from lines("w", "repairs" if commands else "why", page.copied)
    if comparison is not None and comparison.results:
        yield from lines("m", "readers as Markdown", markdown([replace(inspection, comparison=comparison)]))
    yield from image_names(inspection)
    yield from headless.why(inspection)


def _with_raw(items: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """The offers, and after the values those that hold control characters, with a digit each."""
    values = tuple(offer for offer in items if not offer.is_command)
    return (*values, *_raw(values), *(offer for offer in items if offer.is_command))


def _raw(values: tuple[Offer, ...]) -> Iterator[Offer]:
    digits = count(1)
    for offer in values:
        controls = _controls(offer)
        if controls:
            label = f"{offer.label}, raw"
            text = offer.raw or offer.text
            yield replace(offer, key=str(next(digits)), label=label, text=text, raw="", controls=controls)


def _controls(offer: Offer) -> int:
    """How many characters of the offer are copied in a visible form."""
    if offer.raw:
        return sum(visible.line(character) != character for character in offer.raw)
    return visible.controls(read(offer.part)) if offer.part and not offer.refusal else 0


def image_names(inspection: Inspection) -> Iterator[Offer]:
    """The names of the image: by digest, and by tag."""
    digest, found = inspection.digest, source_names.reference(inspection)
    yield from value("p", "pinned reference", source_names.pinned(inspection, digest))
    yield from value("P", "pinned, with its tag", source_names.pinned(inspection, digest, tagged=True))
    yield from value("t", "tag reference", str(found.tagged(found.tag)) if found and found.tag else None)
    if found is None:
        yield from value("p", "image digest", digest)
        yield from value("S", "source", inspection.source if inspection.source != "-" else None)
