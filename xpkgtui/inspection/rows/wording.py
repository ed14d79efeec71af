"""Sentences about rows, the same on screen and in text, and what a cluster says of a package, as facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from xpkgtui.formats.fact import Fact, heading
from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.inspection.rows.files import Gap, GapKind
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse, Unread, UnreadReason
from xpkgtui.inspection.rows.objects import ListStop
from xpkgtui.inspection.rows.platforms import PlatformRow, PlatformUse
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.rules.likeness import ComparedStream, Likeness
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import few, line, plural, size

if TYPE_CHECKING:
    from xpkgtui.sources.installed import ClusterCondition, ClusterState

_MOST_NAMES = 4
"""Platforms that a sentence names."""
_LAYERS: dict[LayerUse, str] = {
    LayerUse.SUPPLIES: "supplies {file}",
    LayerUse.EXPECTED: "to supply {file}",
    LayerUse.LACKS: "should supply {file}{holds}",
    LayerUse.SECOND: "also annotated {annotation}; {program} takes the first",
    LayerUse.STATEMENT: "states {statement}",
    LayerUse.IGNORED: "{what}not read by {program}",
    LayerUse.HOLDS: "holds {file}, not read by {program}",
    LayerUse.FLATTENED: "read by {program} while it flattens",
    LayerUse.NEXT: "not fetched yet; {program} reads it next",
    LayerUse.PASSED: "{what}read by {program}, holds no {file}",
    LayerUse.UNREAD_EXTRA: "{what}not read by {program}",
    LayerUse.UNREACHED: "{what}below; {program} does not reach it",
    LayerUse.UNREAD: "not read",
}
_SHORT_LAYERS: Mapping[LayerUse, str] = _LAYERS | {
    LayerUse.IGNORED: "{what}not read",
    LayerUse.HOLDS: "holds {file}, not read",
    LayerUse.FLATTENED: "read while flattening",
    LayerUse.NEXT: "not fetched yet, read next",
    LayerUse.PASSED: "{what}read, holds no {file}",
    LayerUse.UNREACHED: "{what}below, not reached",
}
"""The words for each use of a layer in a narrow column; the verdict names the program."""
_DAMAGES: Mapping[DamageKind, str] = {
    DamageKind.UNAVAILABLE: "not shown: {reason}",
    DamageKind.UNDECODABLE: "does not decompress: {reason}",
    DamageKind.LIMIT: "not read to its end: {reason}",
    DamageKind.BROKEN: "ends early, after {count}: {reason}",
}
_UNREAD: Mapping[UnreadReason, str] = {
    UnreadReason.IGNORED: "{program} does not read {them}",
    UnreadReason.PRICE: "too large to fetch without asking",
    UnreadReason.PLATFORM: "{file} of {platform} was not compared",
    UnreadReason.PROGRAM: "the program of {platform} was not read",
    UnreadReason.FAILED: "{failure}",
}
_STREAMS: dict[Likeness, str] = {
    Likeness.SAME: "the same as for {others}",
    Likeness.DIFFERENT: "differs from that for {others}",
    Likeness.LACKING: "there is none, unlike for {others}",
    Likeness.UNREAD: "not compared with that for {others}: {price} to read",
}
_REFERENCES: Mapping[Likeness, str] = _STREAMS | {Likeness.LACKING: "there is none for {others}"}
"""The sentences about the platform that the others are compared with."""
_GAPS: Mapping[GapKind, str] = {
    GapKind.NO_FILES: "layer {layer} holds no files: it is {reason}",
    GapKind.UNREAD: "layer {layer} is not shown: {reason}",
    GapKind.BROKEN: "layer {layer} ends early, after {count}: {reason}",
    GapKind.LIMIT: "layer {layer} was not read to its end: {reason}",
    GapKind.CUT: "not all files are listed: {reason}",
}
_PLATFORMS: Mapping[PlatformUse, str] = {
    PlatformUse.DEFAULT: "{program} reads this one: its default",
    PlatformUse.UNSPECIFIED: "{program} reads this one: a missing platform counts as {default}",
    PlatformUse.ONLY: "{program} reads this one: it is the only one",
    PlatformUse.SECOND: "also matches; {program} takes the first",
    PlatformUse.PROVENANCE: "how {about} was built",
    PlatformUse.EXTENSION: "extras for a marketplace, not read by {program}",
    PlatformUse.EMPTY: "an empty platform matches nothing",
    PlatformUse.IGNORED: "not read by {program}",
}


def layer_sentence(row: LayerRow, wording: Wording, *, short: bool = False) -> str:
    """What a layer is for, or what is wrong with it: `runtime, not read by Crossplane`, in short `… not read`."""
    if row.damage is not None:
        return damage_sentence(row.damage)
    return (
        ""
        if row.use is None
        else (_SHORT_LAYERS if short else _LAYERS)[row.use].format(
            program=wording.program,
            file=row.stream_name or wording.stream_file,
            what=_what_it_is(row),
            holds=_holds(row),
            annotation=row.annotation,
            statement=row.statement,
        )
    )


def damage_sentence(damage: Damage) -> str:
    """What is wrong with a layer."""
    return _DAMAGES[damage.kind].format(reason=damage.reason, count=plural(damage.after, "entry", "entries"))


def unread_sentence(item: Unread, wording: Wording, *, is_one: bool = True) -> str:
    """Why a layer was not read, or several for the same reason."""
    them = "it" if is_one else "them"
    sentence = _UNREAD[item.reason].format(
        program=wording.program,
        failure=item.failure,
        them=them,
        file=wording.stream_file,
        platform=item.platform,
    )
    if item.platform and item.reason is UnreadReason.FAILED:
        return f"{wording.stream_file} of {item.platform} was not compared: {sentence}"
    return sentence


def stop_sentence(stop: ListStop) -> str:
    """What is not read of a stream, and why: `the document before line 16 and all after it: invalid …`."""
    where = f"line {stop.line}" if stop.file is None else f"{line(stop.file)}:{stop.line}"
    return f"the document before {where} and all after it: {line(stop.says)}"


def platform_sentence(row: PlatformRow, wording: Wording) -> str:
    """Why the reader takes an entry, or not: `Crossplane reads this one: its default`."""
    if row.unlisted:
        return f"{row.unlisted:,} more entries are in the index but not shown"
    if row.is_broken:
        return f"cannot be read; {wording.program} takes this one" if row.chosen else "cannot be read"
    return (
        ""
        if row.use is None
        else _PLATFORMS[row.use].format(program=wording.program, default=DEFAULT, about=row.about or "an image")
    )


def stream_sentence(row: PlatformRow, rows: Sequence[PlatformRow]) -> str:
    """How the stream of an entry compares with that of the others: `the same as for linux/arm64`."""
    if row.stream is not None:
        others = [other for other in rows if other.place == str(row.stream.reference)]
        return _compared(_STREAMS, row.stream, others, row)
    found: dict[Likeness, list[PlatformRow]] = {}
    for other in rows:
        if other.stream is not None and str(other.stream.reference) == row.place:
            found.setdefault(other.stream.likeness, []).append(other)
    said = ((others, others[0].stream) for others in found.values())
    return "; ".join(_compared(_REFERENCES, stream, others, row) for others, stream in said if stream)


def _compared(
    sentences: Mapping[Likeness, str], stream: ComparedStream, others: Iterable[PlatformRow], row: PlatformRow
) -> str:
    names = [f"manifest {other.place}" if other.name == row.name else other.name for other in others]
    return sentences[stream.likeness].format(others=few(names, _MOST_NAMES), price=size(stream.size))


def gaps_sentence(gaps: Iterable[Gap]) -> str:
    """What keeps a list of files from being whole; empty where it is."""
    return "; ".join(
        _GAPS[gap.kind].format(
            layer=gap.layer, reason=gap.reason or "it was not read", count=plural(gap.after, "entry", "entries")
        )
        for gap in gaps
    )


def list_sentence(total: int, matches: int | None, gaps: Iterable[Gap]) -> str:
    """What keeps a list from being whole, also that it holds only the first files that match the filter."""
    cut = f"the first {total:,} of {matches:,} that match; type more to see fewer" if matches else ""
    return "; ".join(filter(None, (cut, gaps_sentence(gaps))))


def no_files_sentence(folder: str | None, wording: Wording) -> str:
    """Why a source without an image has no layers with files; `folder` is one of sources, None a stream."""
    if folder is not None:
        return f"{_no_layers(wording)}. Its files are in {folder}."
    return "A stream has no files of its own; cat without PATH prints it."


def folder_sentence(wording: Wording) -> str:
    """What the list of a folder is, which has no layers."""
    return f"{_no_layers(wording)}. Listed are the files that were looked at."


def _no_layers(wording: Wording) -> str:
    return "A folder of sources has no layers until it is built" if wording.builds else "A folder has no layers"


def _what_it_is(row: LayerRow) -> str:
    if row.use is LayerUse.UNREAD_EXTRA:
        return f"{row.extra}, "
    match row.role:
        case LayerRole.EXAMPLES:
            return "examples, "
        case LayerRole.SCHEMA:
            return f"schemas for {(row.annotation or '').partition('.')[2]}, "
        case LayerRole.OTHER if row.annotation is not None:
            return f"{row.annotation}, "
    return "runtime, " if row.use is LayerUse.IGNORED else ""


def _holds(row: LayerRow) -> str:
    """What a layer holds instead; nothing is guessed of one that was not read."""
    if row.files is None:
        return ""
    if not row.first_file:
        return "; holds no files"
    more = f" and {row.files - 1:,} more" if row.files > 1 else ""
    return f"; holds {row.first_file}{more}"


_GOOD = frozenset(
    ("Healthy", "Installed", "RevisionHealthy", "RuntimeHealthy", "Verified", "Available", "Succeeded", "Ready")
)
"""Conditions whose `True` is good news."""
_SIGNS = {"True": "✓", "False": "✗"}


def facts_of(installed: "ClusterState") -> tuple[Fact, ...]:
    """The facts under a heading that names the cluster."""
    where = f"context {installed.context}" if installed.context else "the current context"
    return heading("In the cluster", where), *_facts(installed)


def _facts(installed: "ClusterState") -> Iterator[Fact]:
    for number, one in enumerate(installed.objects):
        name = " ".join(filter(None, (one.kind, one.name, one.namespace and f"in {one.namespace}")))
        yield "installed as" if number else "asked by", name
        yield from one.facts
        for condition in one.conditions:
            yield "condition", _said(condition)


def _said(condition: "ClusterCondition") -> str:
    sign = _SIGNS.get(condition.status, "!") + " " if condition.type in _GOOD else ""
    reason = f"  {condition.reason}" if condition.reason else ""
    message = f"\n{condition.message}" if condition.message else ""
    return f"{sign}{condition.type} is {condition.status or 'not stated'}{reason}{message}".replace("\t", " ")
