"""Words and columns about rows, kinds and sources, the same on the screen, in text, in JSON and in HTML."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from xpkgtui.errors import Malformed
from xpkgtui.formats.fact import Fact, heading
from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.files import Gap, gaps_sentence
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse, Unread, UnreadReason
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow, PlatformUse
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.reference import Reference
from xpkgtui.rules.finding import Badge, Finding, Severity
from xpkgtui.rules.likeness import ComparedStream, Likeness
from xpkgtui.rules.wording import EXTENSION, PROVENANCE, Wording
from xpkgtui.visible import are, few, line, plural, size

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.sources.installed import ClusterCondition, ClusterState

_MOST_NAMES = 4
"""Platforms that a sentence names."""
_LAYERS: dict[LayerUse, str] = {
    LayerUse.SUPPLIES: "supplies {file}",
    LayerUse.EXPECTED: "to supply {file}",
    LayerUse.LACKS: "should supply {file}{holds}",
    LayerUse.SECOND: "also annotated {annotation}; {program} reads the first",
    LayerUse.STATEMENT: "states {statement}",
    LayerUse.IGNORED: "{what}not read by {program}",
    LayerUse.HOLDS: "holds {file}, not read by {program}",
    LayerUse.REMOVED: "its {file} is removed by {remover}",
    LayerUse.FLATTENED: "read by {program} while it flattens",
    LayerUse.NEXT: "not fetched yet; {program} reads it next",
    LayerUse.PASSED: "{what}read by {program}, supplies no {file}",
    LayerUse.UNREAD_EXTRA: "{what}not read by {program}",
    LayerUse.UNREACHED: "{what}below; {program} does not reach it",
    LayerUse.UNREAD: "not read",
}
_SHORT_LAYERS: Mapping[LayerUse, str] = _LAYERS | {
    LayerUse.IGNORED: "{what}not read",
    LayerUse.HOLDS: "holds {file}, not read",
    LayerUse.FLATTENED: "read while flattening",
    LayerUse.NEXT: "not fetched yet, read next",
    LayerUse.PASSED: "{what}read, supplies no {file}",
    LayerUse.UNREACHED: "{what}below, not reached",
}
"""The words for each use of a layer in a narrow column; the verdict names the program."""
_DAMAGES: Mapping[DamageKind, str] = {
    DamageKind.UNAVAILABLE: "not shown: {reason}",
    DamageKind.UNDECODABLE: "does not decompress: {reason}",
    DamageKind.REFUSED: "does not decompress: {reason}",
    DamageKind.LIMIT: "not read to its end: {reason}",
    DamageKind.NO_TAR: "not a tar archive",
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
_PLATFORMS: Mapping[PlatformUse, str] = {
    PlatformUse.DEFAULT: "{program} reads this one: its default",
    PlatformUse.UNSPECIFIED: "{program} reads this one: a missing platform counts as {default}",
    PlatformUse.ONLY: "{program} reads this one: it is the only one",
    PlatformUse.SECOND: "also matches; {program} reads the first",
    PlatformUse.PROVENANCE: PROVENANCE,
    PlatformUse.EXTENSION: EXTENSION,
    PlatformUse.EMPTY: "an empty platform matches nothing",
    PlatformUse.IGNORED: "not read by {program}",
}
SHORT_KINDS = {
    "ClusterServiceVersion": "CSV",
    "CustomResourceDefinition": "CRD",
    "CompositeResourceDefinition": "XRD",
    "ManagedResourceDefinition": "MRD",
    "ManagedResourceActivationPolicy": "MRAP",
    "MutatingWebhookConfiguration": "MWC",
    "ValidatingWebhookConfiguration": "VWC",
}
_COMMON = "olm."
"""What the schemas of a catalog begin with."""
VERSIONED = frozenset({"ClusterServiceVersion"})
"""Kinds whose names hold a version, so that no part of them can be left out."""
BADGES = {Badge.OK: "✓", Badge.INFO: "·", Badge.WARNING: "!", Badge.ERROR: "✗", None: "?"}
"""The sign of an object; None where it was not judged."""


def refusing_words(finding: Finding, inspection: "Inspection") -> str:
    """The other tools that refuse the package for it: `by OLM v1`; `by OLM v1 too` where that of the profile does."""
    others = inspection.refused_by(finding)
    too = " too" if finding.severity is Severity.ERROR else ""
    return f"by {inspection.wording.consumers(others)}{too}" if others else ""


def layer_mark(row: LayerRow, none: str) -> str:
    """The annotation, or `none`, and where it says something else the label: `base`, `– (label base)`."""
    mark = row.annotation or none
    if row.label and row.label != row.annotation:
        return f"{mark} (label {row.label})"
    return f"{mark} (label)" if row.annotation and row.derived else mark


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
            remover="its own mark" if row.removed_by == row.index else f"layer {row.removed_by}",
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
        return f"{are(row.unlisted, 'more entry', 'more entries')} in the index but not shown"
    if row.is_broken:
        return f"cannot be read; {wording.program} reads this one" if row.chosen else "cannot be read"
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
    groups = ((others, others[0].stream) for others in found.values())
    return "; ".join(_compared(_REFERENCES, stream, others, row) for others, stream in groups if stream)


def _compared(
    sentences: Mapping[Likeness, str], stream: ComparedStream, others: Iterable[PlatformRow], row: PlatformRow
) -> str:
    names = [f"manifest {other.place}" if other.name == row.name else other.name for other in others]
    return sentences[stream.likeness].format(others=few(names, _MOST_NAMES), price=size(stream.size))


def list_sentence(total: int, matches: int | None, gaps: Iterable[Gap]) -> str:
    """What keeps a list from being whole, also that it holds only the first files that match the filter."""
    cut = f"the first {total:,} of {matches:,} that match; type more to see fewer" if matches else ""
    return "; ".join(filter(None, (cut, gaps_sentence(gaps))))


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
            yield "condition", _condition_words(condition)


def _condition_words(condition: "ClusterCondition") -> str:
    sign = _SIGNS.get(condition.status, "!") + " " if condition.type in _GOOD else ""
    reason = f"  {condition.reason}" if condition.reason else ""
    message = f"\n{condition.message}" if condition.message else ""
    return f"{sign}{condition.type} is {condition.status or 'not stated'}{reason}{message}".replace("\t", " ")


def is_named_by_file(row: ObjectRow) -> bool:
    """Whether a document is not an object of Kubernetes, and has the name of its file in place of a kind."""
    return bool(row.file) and row.api_version is None and (row.file or "").rpartition("/")[2] == row.kind


def short_kind(row: ObjectRow) -> str:
    """`CRD`, `XRD`; the kind itself where it has no short form."""
    kind = row.kind or "?"
    return SHORT_KINDS.get(kind, kind) if row.api_version else kind.removeprefix(_COMMON)


def kind_and_name(row: ObjectRow) -> tuple[str, str]:
    """What a document is called in short; one that is named by its file has the path for a name."""
    return ("file", row.file or "") if is_named_by_file(row) else (short_kind(row), row.name or "")


def without_host(text: str, source: str) -> str:
    """`text` without the registry that the reference `source` names; as it is where the source is not a reference."""
    try:
        host = Reference.parse(source.partition("#")[0]).registry
    except Malformed:
        return text
    return text.replace(f"{host}/", "")


def without_folder(text: str, source: str) -> tuple[str, ...]:
    """`text` without the registry, or the folder, of the source; nothing where that changes nothing.

    What is quoted is what was typed.
    """
    path = source.partition("#")[0]
    if f"'{path}'" in text:
        return ()
    short = without_host(text, source).replace(path, posixpath.basename(path) or path)
    return (short,) if short != text else ()


def platform_cells(row: PlatformRow, wording: Wording) -> tuple[str, str, str]:
    """The name, the size and the use of an entry of an index."""
    use = platform_sentence(row, wording) or (f"{wording.program} reads this one" if row.chosen else "")
    return row.name, size(row.total) if row.total is not None else "–", use


def layer_cells(row: LayerRow, wording: Wording) -> tuple[str, str, str]:
    """The number, the size and the use of a layer."""
    return str(row.index), size(row.size), layer_sentence(row, wording) or row.role


def object_cells(row: ObjectRow) -> tuple[str, str, str, str]:
    """The sign, the kind, the name and the versions of an object; the name may be empty."""
    kind = "cannot be read" if row.role is Role.BROKEN else row.kind or "(no kind)"
    return BADGES[row.badge], kind, row.name or row.package or "", ", ".join(row.versions)
