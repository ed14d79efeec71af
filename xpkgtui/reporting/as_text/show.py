"""The text of `show`: identity and verdict, then platforms, layers, package and objects."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from xpkgtui.formats.fact import HEADING, Fact
from xpkgtui.formats.overview import MetaFacts
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.reporting.as_text.tables import INDENT, Paint, counts, grid, table
from xpkgtui.reporting.sentence import acceptance_of, shown_platform, verdict_sentence
from xpkgtui.reporting.summary import Summary, plain
from xpkgtui.reporting.words import (
    BADGES,
    facts_of,
    layer_cells,
    layer_mark,
    object_cells,
    platform_cells,
    stop_sentence,
)
from xpkgtui.rules.finding import Badge, Severity
from xpkgtui.rules.wording import Wording
from xpkgtui.sources.source import SourceForm
from xpkgtui.visible import block, line, plural, size

_BADGES = (Badge.ERROR, Badge.WARNING, Badge.INFO)


def show(summary: Summary, paint: Paint, *, with_names: bool = False) -> str:
    """The whole text; `with_names` lists every object."""
    state = summary.inspection
    sentence = line(verdict_sentence(state, summary.profile, summary.crossplane))
    blocks = [
        [*_identity(state, paint), *paint.lines(paint.verdict(acceptance_of(state), sentence), len(INDENT))],
        _section("Recognized", _recognized(state, paint), paint),
        _cluster(state, paint),
        _section("Platforms", _platforms(state, paint), paint),
        _section("Layers", _layers(state, paint), paint),
        _section("Package", _package(state, summary.meta, paint), paint),
        _section("Overview", _overview(summary, paint), paint),
        _section("Description", _description(summary, paint), paint),
        _section("Objects", _named(state, paint) if with_names else _objects(state, paint), paint),
        _section("OLM v1 installs", _installable(summary, paint), paint),
        _section("Findings", _findings(state, paint), paint),
        _section("Read", _cost(state), paint),
    ]
    return "\n".join("\n".join(rows) + "\n" for rows in blocks if rows)


def _section(title: str, rows: list[str], paint: Paint) -> list[str]:
    return [paint.bold(title), *rows] if rows else []


def _identity(state: Inspection, paint: Paint) -> Iterator[str]:
    name = state.resolved.reference if state.resolved else state.source
    meta = state.meta
    kind = state.wording.package
    if meta and not (kind and meta.api_version is None):  # a file without a kind is named by its folder
        kind = f"{kind or meta.kind} {meta.name or '(no name)'}"
    parts = (paint.bold(line(name)), line(kind or "kind unknown"), line(shown_platform(state)))
    yield from paint.lines("  ".join(filter(None, parts)), len(INDENT))
    if state.digest:
        yield paint.dim(line(state.digest))


def _recognized(state: Inspection, paint: Paint) -> list[str]:
    """What the format was recognized by, and what the source looks like as well or instead."""
    reasons, also = state.format.reasons, state.format.also
    rows = [("" if number else "by", line(reason)) for number, reason in enumerate(reasons)]
    return table([*rows, *(("also" if reasons else "looks like", line(one)) for one in also)], width=paint.width)


def _cluster(state: Inspection, paint: Paint) -> list[str]:
    """What the cluster says, beside what the package says of itself."""
    if state.resolved is None or state.resolved.installed is None:
        return []
    (_, title), *facts = facts_of(state.resolved.installed)
    rows: list[tuple[str, str]] = []
    before = ""
    for label, text in facts:
        first, *others = block(text).split("\n")
        rows += [("" if label == before else line(label), first), *(("", other) for other in others)]
        before = label
    return [*paint.lines(paint.bold(line(title)), len(INDENT)), *table(rows, width=paint.width)]


def _platforms(state: Inspection, paint: Paint) -> list[str]:
    if isinstance(state.platforms, Failed):
        return paint.indented(line(state.platforms.failure.title))
    rows = state.platforms.value if isinstance(state.platforms, Ready) else ()
    return table([_platform(row, state.wording) for row in rows], right=frozenset({1}), width=paint.width, drop=(2,))


def _platform(row: PlatformRow, wording: Wording) -> tuple[str, ...]:
    name, total, use = platform_cells(row, wording)
    return name, total, row.digest.partition(":")[2][:12] if row.digest else "–", use


def _layers(state: Inspection, paint: Paint) -> list[str]:
    """The layers, the top one first."""
    if isinstance(state.manifest, Failed):
        return paint.indented(line(state.manifest.failure.title))
    rows = state.manifest.value.layers if isinstance(state.manifest, Ready) else ()
    cells = [_layer(row, state.wording) for row in reversed(rows)]
    return table(cells, right=frozenset({0, 2}), width=paint.width)


def _layer(row: LayerRow, wording: Wording) -> tuple[str, ...]:
    number, total, use = layer_cells(row, wording)
    return number, layer_mark(row, "–"), total, use


def _package(state: Inspection, meta: MetaFacts | None, paint: Paint) -> list[str]:
    reading, stream, row = state.reading, state.stream, state.meta
    if reading is None:
        return []
    if stream is None:
        return paint.indented(line(reading.message)) if reading.message else []
    facts = []
    if row:
        facts += [("kind", f"{row.kind}  {row.api_version or ''}".rstrip()), ("name", row.name or "(no name)")]
    assembled = "assembled as by a build" if state.wording.builds else "put together from the folder"
    origin = assembled if reading.reader == SourceForm.FOLDER else "as given"
    if reading.layer is not None:
        origin = f"from layer {reading.layer}"
    facts += [
        (
            state.stream_name,
            f"{origin}, {size(stream.size)}, {plural(state.objects_total or len(state.rows), 'document')}",
        ),
        ("sha256", stream.sha256),
    ]
    if stop := state.objects_stop:
        facts.append(("not read", stop_sentence(stop)))
    if meta:
        if label := state.wording.constraint:
            facts.append((label, meta.crossplane or "any version"))
        for number, dependency in enumerate(meta.dependencies or ()):
            words = "  ".join(part for part in (dependency.kind, dependency.package, dependency.version) if part)
            facts.append(("" if number else "depends on", words or "(an entry without a package)"))
        if meta.dependencies == ():
            facts.append(("depends on", "no packages"))
    return table(facts, width=paint.width)


def _overview(summary: Summary, paint: Paint) -> list[str]:
    """What the package says of itself, in the words of the screen."""
    lines = list(overview(summary.facts, paint))
    below = summary.overview
    if below is not None and below.icon is not None:
        lines += overview((("icon", below.icon.text),), paint)
    return lines


def _description(summary: Summary, paint: Paint) -> list[str]:
    below = summary.overview
    if below is None or not below.readme:
        return []
    rows = ((INDENT + row).rstrip() for row in block(plain(below.readme)).split("\n"))
    return [part for row in rows for part in paint.lines(row, len(row) - len(row.lstrip()))]


def _objects(state: Inspection, paint: Paint) -> list[str]:
    """The objects by kind and group in the order of the package, with their badges."""
    if isinstance(state.objects, Failed):
        return paint.indented(line(state.objects.failure.title))
    groups: dict[tuple[str, str], list[ObjectRow]] = {}
    for row in state.rows:
        if row.role in (Role.OBJECT, Role.BROKEN):
            key = (row.kind or "(no kind)", _group(row)) if row.role is Role.OBJECT else ("cannot be read", "")
            groups.setdefault(key, []).append(row)
    if not groups:
        return [f"{INDENT}none"] if isinstance(state.objects, Ready) else []
    listed = [(f"{len(rows):,}", kind, group) for (kind, group), rows in groups.items()]
    lines: list[str] = []
    for texts, rows in zip(grid(listed, right=frozenset({0}), width=paint.width), groups.values(), strict=True):
        badges = _badges(rows, paint)
        *above, last = texts
        lines += [*above, *paint.lines(f"{last}  {badges}" if badges else last, len(INDENT * 3))]
    return lines


def _named(state: Inspection, paint: Paint) -> list[str]:
    """Every object in the order of the package: its badge, kind and name, and the API that it defines."""
    rows = [row for row in state.rows if row.role is not Role.EMPTY]
    if not rows:
        return _objects(state, paint)
    return table([_object(row) for row in rows], width=paint.width, drop=(3,))


def _object(row: ObjectRow) -> tuple[str, ...]:
    sign, kind, name, versions = object_cells(row)
    if row.role is Role.BROKEN:
        name = f"document {row.document:,}, line {row.line:,}"
    return sign, kind, name or "(no name)", versions


def _group(row: ObjectRow) -> str:
    """The API group that a definition defines, or the group of the object."""
    return row.group or (row.api_version or "").rpartition("/")[0]


def _badges(rows: list[ObjectRow], paint: Paint) -> str:
    counted = Counter(row.badge for row in rows)
    return "  ".join(
        paint.badge(badge, f"{BADGES[badge]} {plural(counted[badge], str(badge))}")
        for badge in _BADGES
        if counted[badge]
    )


def _installable(summary: Summary, paint: Paint) -> list[str]:
    """The newest version of each package of a catalog that OLM v1 installs, and why it refuses a newer one."""
    rows = []
    for one in summary.installable or ():
        version = one["installable"] or ("none" if one["known"] else "unknown")
        newer = (
            f"not {one['newest']}: {one['why']}" if one["why"] else "" if one["newest"] else "no version in a channel"
        )
        rows.append((line(one["package"]), line(version), line(newer)))
    return table(rows, width=paint.width)


def _findings(state: Inspection, paint: Paint) -> list[str]:
    if not isinstance(state.verdict, Ready):
        return []
    worst = max((finding.severity for finding in state.findings), default=Severity.INFO)
    rows = state.manifest.value.layers if isinstance(state.manifest, Ready) else ()
    lists = "check reads more, and lists them" if any(row.files is None for row in rows) else "run check to list them"
    more = f"  ({lists})" if state.findings else ""
    return [INDENT + paint.severity(worst, counts(state.findings)) + more]


def _cost(state: Inspection) -> list[str]:
    """The bytes that were needed, whether fetched or cached; with an index they may be more than the image has."""
    if state.fetched is None or state.fetched.total is None:
        return []
    needed, total = state.fetched.needed, state.fetched.total
    return [INDENT + size(needed) + (f" of {size(total)}" if needed <= total else "")]


_COLUMN = 15
"""Cells of a label, at least."""


def overview(facts: Iterable[Fact], paint: Paint) -> Iterator[str]:
    """The facts, a heading above each part."""
    is_first = True
    for has_cells, group in groupby(facts, key=lambda fact: "\t" in fact[1]):
        rows = list(group)
        if has_cells and len(rows) > 1:
            yield from table([(label, *text.split("\t")) for label, text in rows], width=paint.width)
            continue
        for label, text in rows:
            if label in (HEADING, "object"):
                if not is_first:
                    yield ""
                title, _, note = block(text).partition("  ")
                yield from paint.lines(INDENT + paint.bold(title) + (f"  {note}" if note else ""), len(INDENT * 2))
            else:
                yield from _fact(block(label), text, paint)
            is_first = False


def _fact(label: str, text: str, paint: Paint) -> Iterator[str]:
    lines = [each.strip("\n") for each in block(text.replace("\t", "  ")).split("\n")]
    for number, one in enumerate(lines):
        lead = INDENT + (label if number == 0 else "").ljust(_COLUMN)
        yield from paint.lines(f"{lead}{one}".rstrip(), max(_COLUMN + len(INDENT), len(lead)))
