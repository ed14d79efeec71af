"""Going to the place that a call named, once it is loaded; one that is not there is said, with the nearest."""

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from xpkgtui.app.state.keys import jumps
from xpkgtui.app.state.lists import file_views
from xpkgtui.app.state.outcomes import Move, Outcome, Scene, SearchDetail, ShowSchema, Tell
from xpkgtui.app.state.places import PlaceKind, ScreenPlace
from xpkgtui.app.state.selection import ListId, Subject, TabId, layer_key
from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.values import dataclass
from xpkgtui.visible import line

_SHORT = {
    "crd": "customresourcedefinition",
    "csv": "clusterserviceversion",
    "mrd": "managedresourcedefinition",
    "xrd": "compositeresourcedefinition",
}
_COMPARED = 5_000
"""Names among which the nearest is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What follows from a place at this moment."""

    outcomes: tuple[Outcome, ...] = ()
    is_over: bool = False
    """Whether nothing is waited for any more."""


_WAITING = Arrival()


def arrive(scene: Scene, place: ScreenPlace, read: Callable[[int, int], bytes] = lambda _start, _end: b"") -> Arrival:
    """Goes to a place, or waits for what is still being loaded; `read` gives a range of the stream."""
    if scene.inspection.failure is not None:
        return Arrival(is_over=True)
    match place.kind:
        case PlaceKind.LAYER:
            return _at_layer(scene, int(place.name))
        case PlaceKind.FINDING:
            return _at_finding(scene, place.name)
        case PlaceKind.FILE:
            return _at_file(scene, clean(place.name))
        case PlaceKind.OBJECT:
            return _at_object(scene, place, read)


def _at_layer(scene: Scene, number: int) -> Arrival:
    if not isinstance(scene.inspection.manifest, Ready):
        return _missing("There are no layers.") if _is_read(scene.inspection) else _WAITING
    rows = scene.inspection.layers
    row = next((row for row in rows if row.index == number), None)
    if row is None:
        there = f"the layers are 0 to {len(rows) - 1}" if rows else "there is none"
        return _missing(f"There is no layer {number}: {there}.")
    found = jumps.at_row(scene.selection, ListId.LAYERS, layer_key(row.index, row.digest))
    return Arrival(outcomes=(Move(found),), is_over=True)


def _at_finding(scene: Scene, rule: str) -> Arrival:
    inspection = scene.inspection
    found = next((one for one in inspection.findings if one.rule == rule), None)
    if not isinstance(inspection.verdict, Ready):
        return _WAITING
    if found is None:
        return _missing(f"There is no finding {line(rule)}", rule, (one.rule for one in inspection.findings))
    shown = jumps.manual(inspection, scene.selection, found)
    return Arrival(outcomes=(Move(shown),), is_over=True)


def _at_file(scene: Scene, path: str) -> Arrival:
    """The folders above are opened first; where one of them lacks the next name, that is said."""
    inspection, selection = scene.inspection, scene.selection
    if not isinstance(inspection.manifest, Ready) and not _is_read(inspection):
        return _WAITING
    shown = jumps.reveal(selection, path)
    moved = () if shown.folders <= selection.folders and selection.list_id is ListId.FILES else (Move(shown),)
    names = path.split("/")
    for count, name in enumerate(names):
        request = file_views.list_request(inspection, shown, "/".join(names[:count]))
        listed = scene.replies.of(request, FilesListed) if request else None
        if request is None and _is_read(inspection):
            return _missing("There are no files to show.")
        if listed is None or not listed.is_whole:
            return Arrival(outcomes=moved)
        if all(row.path.rpartition("/")[2] != name for row in listed.rows):
            return _missing(f"There is no file {line(path)}", path, (row.path for row in listed.rows))
    return Arrival(outcomes=(Move(shown),), is_over=True)


def _at_object(scene: Scene, place: ScreenPlace, read: Callable[[int, int], bytes]) -> Arrival:
    inspection = scene.inspection
    if not isinstance(inspection.objects, Ready):
        return _missing("There are no objects.") if _is_read(inspection) else _WAITING
    kind = _SHORT.get(place.object_kind, place.object_kind)
    rows = [row for row in inspection.rows if (row.kind or "").lower() == kind]
    # A name may have a colon itself, as those of roles have.
    for name, field in ((place.name, ""), tuple(place.name.split(":", 1)) if ":" in place.name else ("", "")):
        row = next((row for row in rows if name and name in _names(row)), None)
        if row is not None and place.version:
            shown = Move(jumps.show_document(inspection, scene.selection, row.document))
            schema = scene.selection.schema.at(row.document, place.version, place.field)
            return Arrival(outcomes=(shown, ShowSchema(schema)), is_over=True)
        if row is not None:
            return Arrival(outcomes=tuple(_to_object(scene, row, field, read)), is_over=True)
    others = (f"{(row.kind or '').lower()}/{row.name}" for row in inspection.rows if row.kind and row.name)
    known = (f"{place.object_kind}/{row.name}" for row in rows) if rows else others
    return _missing(f"There is no object {line(str(place))}", str(place), known)


def _to_object(scene: Scene, row: ObjectRow, field: str, read: Callable[[int, int], bytes]) -> Iterable[Outcome]:
    """An object; with a field, the line of its text that has it, or else a search for the last of its names."""
    shown = jumps.show_document(scene.inspection, scene.selection, row.document)
    if not field:
        return (Move(shown),)
    shown = shown.with_tab(Subject.OBJECT, TabId.YAML)
    found = field_line(read(row.start, row.end), field)
    if found is not None:
        number, path = found
        told = () if path == field else (Tell(f"{line(field)} was not found; {line(path)} is the nearest above."),)
        return Move(replace(shown, line=row.first_line + number)), *told
    name = field.rpartition(".")[2]
    return Move(shown), SearchDetail(f"{name}:", is_entered=True)


def _names(row: ObjectRow) -> tuple[str, ...]:
    """The name of an object, and what it defines: `buckets.example.org`, `buckets`, `Bucket`."""
    return tuple(filter(None, (row.name, row.plural, row.defines)))


def _is_read(inspection: Inspection) -> bool:
    """Whether reading has come to its end."""
    return isinstance(inspection.verdict, Ready)


def _missing(sentence: str, name: str = "", known: Iterable[str] = ()) -> Arrival:
    """The end of the way, with the nearest of what is there."""
    names = list(dict.fromkeys(known))[:_COMPARED]
    nearest = difflib.get_close_matches(name, names, 1, 0.4)
    told = f"{sentence.rstrip('.')}; the nearest is {line(nearest[0])}." if nearest else f"{sentence.rstrip('.')}."
    return Arrival(outcomes=(Tell(told),), is_over=True)


_SCHEMA = "openAPIV3Schema:"
_LONGEST = 8 << 20
"""Bytes of a definition that are looked through."""


def field_line(data: bytes, field: str) -> tuple[int, str] | None:
    """The line, from 0, and the path of a field such as `spec.region` in the first schema, or of the nearest above.

    None where there is no schema, or not even the first name.
    """
    lines = data[:_LONGEST].decode("utf-8", "replace").split("\n")
    schema = next((number for number, text in enumerate(lines) if text.strip() == _SCHEMA), None)
    if schema is None:
        return None
    found, names = schema, field.split(".")
    for count, name in enumerate(names):
        child = _child(lines, found, name.replace("[]", ""))
        if child is None:
            return (found, ".".join(names[:count])) if count else None
        found = child
    return found, field


def _child(lines: Sequence[str], parent: int, name: str) -> int | None:
    """The line of a property of what begins at the line `parent`."""
    properties = next((one for one in _block(lines, parent) if lines[one].strip() == "properties:"), None)
    if properties is None:
        return None
    inside = _block(lines, properties)
    keys = (f"{name}:", f'"{name}":', f"'{name}':")
    depth = _indent(lines[inside[0]]) if inside else 0
    return next((one for one in inside if _indent(lines[one]) == depth and lines[one].strip().startswith(keys)), None)


def _block(lines: Sequence[str], start: int) -> range:
    """The lines that are indented more than the one at `start`, behind it."""
    depth, end = _indent(lines[start]), start + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > depth):
        end += 1
    return range(start + 1, end)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
