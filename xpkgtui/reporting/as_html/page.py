"""The page of a report: for each source its verdict, layers, readers, findings and objects."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from itertools import islice

from xpkgtui import __version__
from xpkgtui.formats.definitions.custom_resources import schema_of, version_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.soundness import mistyped
from xpkgtui.formats.definitions.fields.tree import root_of, walk
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.role import Role
from xpkgtui.golang.printing import written
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.addresses import address_of, command_of
from xpkgtui.reporting.as_html.markup import Element, closed, facts, prose, table
from xpkgtui.reporting.as_text.check import Excerpts, frame, where
from xpkgtui.reporting.as_text.tables import GLYPHS, Paint, counts
from xpkgtui.reporting.contents import readings
from xpkgtui.reporting.contents.explained import full_name
from xpkgtui.reporting.sentence import acceptance_of, has_answer, shown_platform, told_sentence
from xpkgtui.reporting.words import layer_cells, layer_mark, object_cells, platform_cells, unread_sentence
from xpkgtui.rules.finding import Acceptance, Badge, Finding, Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, plural, screenful, size

MOST_SCHEMAS = 50
"""Documents of definitions whose fields are listed."""
_MOST_FIELDS = 300
"""Fields of one definition."""
_LONGEST = 200
"""Characters of a description, which are those of its beginning."""


def schema_parts(definitions: Sequence[Node], total: int, source: str, heading: str) -> Iterator[Element]:
    """A part for each definition; `total` documents define kinds, of which these are the first."""
    if not definitions:
        return
    yield Element(heading, "Schemas")
    for one in definitions:
        yield _schema(one, source)
    if total > MOST_SCHEMAS:
        left = plural(total - MOST_SCHEMAS, "definition")
        yield Element("p", f"{left} more: xpkgtui explain prints any of them.", class_="muted")


def _schema(definition: Node, source: str) -> Element:
    kind = defined_kind(definition)
    name = full_name(kind)
    version = version_of(definition, kind.stored)
    schema = schema_of(version) if version is not None else {}
    if not schema or mistyped(schema):
        return Element("p", f"{kind.kind} {name}: no schema that can be read", class_="muted")
    every = (field for field in walk(root_of(schema)) if field.path)
    fields = tuple(islice(every, _MOST_FIELDS + 1))
    summary = f"{kind.kind} {name} {kind.stored}: {_counted(fields)}"
    rows = (
        (Element("code", one.path), one.type, _notes(one), clip(" ".join(one.description.split()), _LONGEST))
        for one in fields[:_MOST_FIELDS]
    )
    return closed(summary, table("Fields", ("field", "type", "need", "description"), rows, of=f"{name} {source}"))


def _counted(fields: Sequence[SchemaField]) -> str:
    return f"the first {_MOST_FIELDS} fields" if len(fields) > _MOST_FIELDS else plural(len(fields), "field")


def _notes(field: SchemaField) -> str:
    """Whether it has to be there, can be changed, and what is set where it is not given."""
    notes = [] if field.need is Need.OPTIONAL else [field.need.value]
    notes += [] if field.mutability is Mutability.FREE else [field.mutability.value]
    notes += [f"= {clip(written(field.default), 40)}"] if field.has_default else []
    return ", ".join(notes)


_CLASSES = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.INFO: ""}
_FEW = 40
"""Objects of one kind that are shown open."""
_MOST_OBJECTS = 5_000
_MOST_FINDINGS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedSource:
    """One source of a report."""

    inspection: Inspection
    """The inspection; the comparison of its readers is shown where it was made."""
    excerpts: Excerpts
    """The lines that its findings point at."""
    schemas: Sequence[Node] = ()
    """Definitions whose fields are listed: CustomResourceDefinitions, those that Crossplane makes among them."""
    definitions: int = 0
    """Documents of definitions, of which those of `schemas` are the first."""


def page(sources: Sequence[ReportedSource], *, profile: str, crossplane: str) -> str:
    """The whole page, UTF-8."""
    names = [one.inspection.source for one in sources]
    title = f"{names[0]}: xpkgtui report" if len(names) == 1 else f"{plural(len(names), 'package')}: xpkgtui report"
    heading = names[0] if len(names) == 1 else plural(len(names), "package")
    return document(title, heading, _sources(sources, profile, crossplane))


def document(title: str, heading: str, parts: Iterable[Element]) -> str:
    """A page that needs nothing else, with these parts below its heading."""
    style = resources.files("xpkgtui.reporting.as_html").joinpath("style.css").read_text("utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = Element(
        "head",
        Element("meta", charset="utf-8"),
        Element("meta", http_equiv="Content-Security-Policy", content=policy),
        Element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Element("meta", name="generator", content=f"xpkgtui {__version__}"),
        Element("title", title),
    )
    body = Element(
        "body",
        Element("header", Element("h1", heading)),
        Element("main", *parts),
        Element(
            "footer", f"Made by xpkgtui {__version__}, which reads packages as the programs do that install them."
        ),
    )
    # The stylesheet is ours, and no text of HTML.
    made = "".join(head.pieces()).replace("</head>", f"<style>\n{style}</style>\n</head>")
    return f'<!DOCTYPE html>\n<html lang="en">\n{made}{"".join(body.pieces())}</html>\n'


def _sources(sources: Sequence[ReportedSource], profile: str, crossplane: str) -> Iterator[Element]:
    is_alone = len(sources) == 1
    if not is_alone:
        yield _overview(sources, profile, crossplane)
    for number, one in enumerate(sources, 1):
        parts = _source(one, profile, crossplane, 2 if is_alone else 3)
        heading = () if is_alone else (Element("h2", one.inspection.source, id=f"source-{number}"),)
        yield Element("section", *heading, *parts)


def _overview(sources: Sequence[ReportedSource], profile: str, crossplane: str) -> Element:
    """A table of all sources, the refused ones first."""
    order = (Acceptance.REFUSED, None, Acceptance.ACCEPTED)
    numbered = sorted(enumerate(sources, 1), key=lambda pair: order.index(acceptance_of(pair[1].inspection)))
    rows = (
        (
            Element("a", one.inspection.source, href=f"#source-{number}"),
            f"{_rank(one.inspection)[0]} {told_sentence(one.inspection, profile, crossplane)}",
            counts(one.inspection.findings),
        )
        for number, one in numbered
    )
    return table("All packages", ("package", "verdict", "findings"), rows)


def _rank(state: Inspection) -> tuple[str, str]:
    """The sign of the verdict, and its class."""
    acceptance = acceptance_of(state) if has_answer(state) else Acceptance.REFUSED
    return {
        Acceptance.ACCEPTED: ("✓", "ok"),
        Acceptance.REFUSED: ("✗", "bad"),
        None: ("?", "warn"),
    }[acceptance]


def _source(one: ReportedSource, profile: str, crossplane: str, level: int) -> Iterator[Element]:
    """The parts of a source, whose headings are of a level."""
    state = one.inspection
    sign, kind = _rank(state)
    if state.digest:
        yield Element("p", state.digest, class_="digest")
    yield Element("p", f"{sign} {told_sentence(state, profile, crossplane)}", class_=f"verdict {kind}")
    if not has_answer(state) and (failed := state.failure) is not None:
        yield facts(
            [*(("tried", tried) for tried in failed.tried), *([("hint", failed.hint)] if failed.hint else [])]
        )
        return
    heading = f"h{level}"
    yield facts(_facts(state))
    yield from _findings(one, heading)
    yield from _layers(state, heading)
    yield from _platforms(state, heading)
    yield from _readers(state, heading)
    yield from _objects(state, heading)
    yield from schema_parts(one.schemas, one.definitions, state.source, heading)


def _facts(state: Inspection) -> Iterator[tuple[str, Element | str]]:
    meta = state.meta
    if meta is not None:
        yield "package", f"{meta.kind or state.wording.package} {meta.name or '(no name)'}"
    yield "format", state.format.name
    if state.format.reasons:
        yield "recognized by", ", ".join(state.format.reasons)
    if platform := shown_platform(state):
        yield "platform", platform
    if state.stream is not None:
        yield state.stream_name, f"{size(state.stream.size)}, {plural(len(state.rows), 'document')}"
        yield "sha256", Element("code", state.stream.sha256)
    yield "findings", counts(state.findings)
    for item in state.unread:
        yield "not read", f"{unread_sentence(item, state.wording)} ({size(item.size)})"


def _findings(one: ReportedSource, heading: str) -> Iterator[Element]:
    found = one.inspection.findings
    if not found:
        return
    yield Element(heading, f"Findings: {len(found):,}")
    shown = found[:_MOST_FINDINGS]
    yield from (_finding(finding, one) for finding in shown if finding.severity is not Severity.INFO)
    infos = [finding for finding in shown if finding.severity is Severity.INFO]
    if infos:
        yield closed(plural(len(infos), "info"), *(_finding(finding, one) for finding in infos))
    if len(found) > len(shown):
        yield Element("p", f"{len(found) - len(shown):,} more are left out: xpkgtui check lists them.")


def _finding(finding: Finding, one: ReportedSource) -> Element:
    address = address_of(finding.rule)
    rule = Element("a", finding.rule, href=address) if address else finding.rule
    lead = Element("strong", f"{GLYPHS[finding.severity]} ", rule, f" {finding.severity.word}")
    message = screenful(finding.message)
    parts = [Element("p", lead, "  ", prose(message)) if "`" in message else Element("p", lead, f"  {message}")]
    if place := where(finding, one.inspection):
        parts.append(Element("p", Element("code", place), class_="muted"))
    if rows := list(frame(finding.place, one.excerpts, Paint())):
        parts.append(Element("pre", "\n".join(rows)))
    says = [("prints", Element("code", screenful(finding.says)))] if finding.says else []
    says += [("fix", prose(screenful(finding.fix)))] if finding.fix else []
    says += [("manual", Element("code", command))] if (command := command_of(finding.rule)) else []
    parts += [facts(says)] if says else []
    return Element("div", *parts, class_=f"finding {_CLASSES[finding.severity]}".strip())


def _layers(state: Inspection, heading: str) -> Iterator[Element]:
    """The layers, the top one first, as they cover each other; bars show their sizes."""
    if not state.layers:
        return
    largest = max((row.size for row in state.layers), default=1) or 1
    yield Element(heading, f"Layers: {len(state.layers):,}")
    yield Element("ol", *(_layer(row, state, largest) for row in reversed(state.layers)), class_="layers")


def _layer(row: LayerRow, state: Inspection, largest: int) -> Element:
    percent = max(0.3, 100 * row.size / largest)
    number, total, use = layer_cells(row, state.wording)
    return Element(
        "li",
        Element("strong", number),
        Element("span", layer_mark(row, "not annotated"), class_="mark" if row.annotation else "muted"),
        Element("span", total),
        Element("span", use),
        Element("span", class_="bar", style=f"width: {percent:.1f}%", aria_hidden="true"),
        class_="supplies" if row.supplies else "",
    )


def _platforms(state: Inspection, heading: str) -> Iterator[Element]:
    entries = state.platforms.value if isinstance(state.platforms, Ready) else ()
    if not state.is_index or not entries:
        return
    yield Element(heading, f"Platforms: {len(entries):,}")
    rows = (platform_cells(row, state.wording) for row in entries)
    yield table("Entries of the index", ("platform", "size", "use"), rows, of=state.source, numbers=1)


def _readers(state: Inspection, heading: str) -> Iterator[Element]:
    """What each program makes of it."""
    comparison = state.comparison
    if comparison is None or not comparison.results:
        return
    yield Element(heading, "Who reads what")
    yield Element("p", readings.headline(comparison))
    rows = (
        (
            one.reader.title,
            Element(
                "span",
                f"{readings.sign_of(one)} {readings.result(one)}",
                class_="result bad" if one.acceptance is Acceptance.REFUSED else "result",
            ),
            readings.taken(one, state.wording.stream_file),
            screenful(one.message or "") if one.acceptance is Acceptance.REFUSED else "",
        )
        for one in comparison.results
    )
    yield table("Programs that read packages", ("reader", "result", "reads", "prints"), rows, of=state.source)
    for repair in comparison.repairs:
        yield Element("p", Element("strong", "Likely cause "), repair.cause)
        if repair.commands:
            yield Element("pre", "\n".join(each.line for each in repair.commands))


def _objects(state: Inspection, heading: str) -> Iterator[Element]:
    """The objects by kind, each with its badge."""
    rows = [row for row in state.rows if row.role is not Role.EMPTY]
    if not rows:
        return
    yield Element(heading, f"Objects: {len(rows):,}")
    groups: dict[str, list[ObjectRow]] = {}
    for row in rows[:_MOST_OBJECTS]:
        groups.setdefault(object_cells(row)[1], []).append(row)
    for kind, listed in groups.items():
        lists = Element("ul", *map(_object, listed))
        summary = f"{kind}: {len(listed):,}{_badges(listed)}"
        yield (
            closed(summary, lists)
            if len(listed) > _FEW
            else Element("div", Element("p", Element("strong", summary)), lists)
        )
    if len(rows) > _MOST_OBJECTS:
        yield Element("p", f"{len(rows) - _MOST_OBJECTS:,} more are left out: xpkgtui show lists them.")


def _object(row: ObjectRow) -> Element:
    sign, _, name, versions = object_cells(row)
    return Element("li", f"{sign} {name or f'document {row.document:,}'}" + (f"  {versions}" if versions else ""))


def _badges(rows: Iterable[ObjectRow]) -> str:
    badges = [row.badge for row in rows]
    words = (plural(badges.count(one), one.value) for one in (Badge.ERROR, Badge.WARNING) if one in badges)
    numbers = ", ".join(words)
    return f" ({numbers})" if numbers else ""
