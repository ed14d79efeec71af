"""One field of a schema in full, and one version; their text, a sample, and the JSON Schema."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Ends, Fact, Hanging, Line, Page, ShellLine, Tab
from xpkgtui.app.drawing.renderers.highlighting import colored
from xpkgtui.app.drawing.styled_text import block, join, safe, sign, words
from xpkgtui.app.drawing.waiting import state_of
from xpkgtui.app.schemas.places import line_of, search_word, text_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import FieldRow, shown_version
from xpkgtui.app.state.schemas.selection import SchemaPane, SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, SchemaVersion
from xpkgtui.app.state.selection import TabId
from xpkgtui.commands import quoted
from xpkgtui.errors import XpkgError
from xpkgtui.formats.definitions.fields.field import Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.tree import count, has_children
from xpkgtui.formats.definitions.fields.versions import unlike
from xpkgtui.formats.examples.values import KindExamples, values_of
from xpkgtui.golang.printing import as_json
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import ReadText
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.visible import plural

_MOST_FIELDS = 2_000
"""Fields of a JSON Schema that is made on the screen; a larger one is a matter of `explain`."""


@lru_cache(maxsize=16)
def sample_text(shown: SchemaVersion) -> tuple[str, str]:
    """A manifest, and why the API server does not accept it; it is empty where none was made."""
    from xpkgtui.formats.definitions.fields.manifest import sample_of  # few look at samples

    made = sample_of(shown.kind, shown.node)
    return made.text, made.refusal


@lru_cache(maxsize=16)
def json_schema_text(shown: SchemaVersion, one: SchemaField | None) -> tuple[str, str]:
    """The JSON Schema of a field, or of the whole version; or an empty text, and why it is not made."""
    from xpkgtui.formats.definitions.fields.json_schema import json_schema, part_of
    from xpkgtui.formats.definitions.fields.soundness import require_typed

    fields = shown.version.fields if one is None else count(one.schema)
    if fields > _MOST_FIELDS:
        said = "Choose a field below, or take the command of Y, which prints all of it."
        return "", f"It would have {plural(fields, 'field')}. {said}"
    kind = shown.kind
    try:
        require_typed(shown.schema if one is None else one.schema)
        made = part_of(one.schema) if one else json_schema(kind.group, kind.kind, shown.version.name, shown.schema)
    except XpkgError as error:
        return "", str(error)
    return json.dumps(made, indent=2, ensure_ascii=False), ""


@lru_cache(maxsize=16)
def doubt_of(schemas: DefinedSchemas, shown: SchemaVersion, api_version: str | None) -> str:
    """Why no current API server takes the definition of a version; empty where one does."""
    from xpkgtui.formats.definitions.definition import refusal_of

    return refusal_of(schemas.definitions[shown.made], api_version)


def with_sample(page: Page, shown: SchemaVersion, doubt: str) -> Page:
    """The page with the sample of a version; `doubt` says why no API server takes the definition."""
    text, refusal = sample_text(shown)
    title = join(sign("!"), " ", safe(doubt or "No sample was found that the API server accepts.", "$foreground"))
    if text and (doubt or refusal):
        return replace(page, body=(title, Content(""), *_lines(text, "yaml")), note="", copied=text)
    if text:
        return replace(page, body=_lines(text, "yaml"), note="the API server accepts it", copied=text)
    return replace(page, body=(title, block(refusal, "$error")), note="", copied="")


def with_json_schema(page: Page, shown: SchemaVersion, one: SchemaField | None) -> Page:
    """The page with the JSON Schema of a field, or of the whole version."""
    text, refusal = json_schema_text(shown, one)
    if text:
        return replace(page, body=_lines(text, "json"), note="draft 2020-12", copied=text)
    return replace(page, body=(safe(refusal, "$muted"),), note="", copied="")


def _lines(text: str, language: str) -> tuple[Line, ...]:
    lines = [visible.line(line) for line in text.rstrip("\n").split("\n")]
    return tuple(map(Code, colored(lines, language)))


TABS = (TabId.FIELD, TabId.YAML, TabId.SAMPLE, TabId.JSON)
"""The tabs of Detail."""
_COLUMN = 13
_LONGEST = 20_000
"""Characters of a description or a rule that are shown."""
_LONGEST_VALUE = 200
_MOST_RULES = 50
_CHOICES = 100
_NEEDS = {Need.OPTIONAL: "no", Need.REQUIRED: "yes"}
"""When a field is required, where its own words do not say it."""


def page(
    inspection: Inspection,
    row: ObjectRow | None,
    schemas: DefinedSchemas,
    selection: SchemaSelection,
    chosen: FieldRow | None,
    *,
    tab: TabId,
    pane: SchemaPane,
    examples: KindExamples | None = None,
) -> Page:
    """The page of the field under the cursor, or of the version where the versions have the keys."""
    shown = shown_version(schemas, selection)
    is_version = pane is SchemaPane.VERSIONS or chosen is None
    name = "Version" if is_version else "Field"
    tabs = tuple(Tab(id=one, name=name if one is TabId.FIELD else _NAMES[one]) for one in TABS)
    if shown is None or row is None:
        return Page(key="none", tabs=tabs, tab=tab, body=(safe(schemas.problem, "$muted"),))
    key = shown.key if is_version or chosen is None else f"{shown.key}:{chosen.key}"
    plain = Page(key=f"{key}:{tab}", tabs=tabs, tab=tab, note="y copies the path")
    one = None if is_version or chosen is None else chosen.field
    place = _line_of(inspection, row, schemas, shown, selection, one, chosen)
    if tab is TabId.YAML:
        return _yaml(inspection, row, plain, one, place)
    if tab is TabId.SAMPLE:
        doubt = doubt_of(schemas, shown, row.api_version)
        return with_sample(replace(plain, key=f"{shown.key}:{tab}"), shown, doubt)
    if tab is TabId.JSON:
        return with_json_schema(plain, shown, one)
    if one is None:
        return replace(plain, body=tuple(_version(row, schemas, shown)), note="", copied=shown.kind.kind)
    note = "enter: its line · y copies the path" if place is not None else plain.note
    body = (*_field(schemas, shown, one, examples), *_place(inspection, row, shown, one, place))
    return replace(plain, body=body, note=note, copied=one.path)


_NAMES = {TabId.YAML: "YAML", TabId.SAMPLE: "Sample", TabId.JSON: "JSON Schema"}


def waiting(request: ReadText, replies: Replies) -> Page:
    """The page while the schemas are not there, or where they cannot be had."""
    tabs = (Tab(id=TabId.FIELD, name="Schema"),)
    return Page(key="waiting", tabs=tabs, tab=TabId.FIELD, body=state_of(request, replies, "reading the schema"))


def _line_of(
    inspection: Inspection,
    row: ObjectRow,
    schemas: DefinedSchemas,
    shown: SchemaVersion,
    selection: SchemaSelection,
    one: SchemaField | None,
    chosen: FieldRow | None,
) -> int | None:
    """The line of the field, or of the version's schema; one that is gone stands in the other version."""
    is_gone = one is not None and chosen is not None and chosen.key != one.path
    version = schemas.before(shown) if is_gone and selection.is_compared else shown
    return line_of(inspection, row, version or shown, one or shown.tree.root)


def _yaml(inspection: Inspection, row: ObjectRow, plain: Page, one: SchemaField | None, line: int | None) -> Page:
    """The text of the definition at the field."""
    text = text_of(inspection, row)
    if text is None:
        return replace(plain, body=(words(f"◌ waits for {inspection.wording.stream_file}", "$muted"),))
    seek = search_word(one) if one is not None and line is None else ""
    file = visible.line(row.file or inspection.stream_name)
    return replace(plain, key=f"{row.document}:yaml", text=text, file=file, line=line, seek=seek, note="")


def _field(
    schemas: DefinedSchemas,
    shown: SchemaVersion,
    one: SchemaField,
    examples: KindExamples | None,
) -> Iterator[Line]:
    need = "" if one.need is Need.OPTIONAL else " · required"
    yield Ends(safe(one.name, "bold $foreground"), join(safe(one.type, "$muted"), (need, "$muted")))
    yield safe(one.path, "$yamlkey")
    yield Content("")
    if one.description:
        yield block(visible.clip(one.description, _LONGEST), "$foreground")
        yield Content("")
    yield from _facts(one)
    if one.rules:
        yield Content("")
        yield from _rules(shown, one)
    others = [each for each in schemas.siblings(shown) if each is not shown]
    if others:
        yield Content("")
        yield words("**In other versions**")
        for each in others:
            yield Fact(visible.line(each.version.name), _elsewhere(each, one), _COLUMN)
    if examples is not None and not has_children(one):
        yield from _examples(examples, one)


def _facts(one: SchemaField) -> Iterator[Line]:
    """Required, default, and what values may be."""
    said = [("required", _NEEDS.get(one.need, str(one.need)))]
    said.append(("default", as_json(one.default) if one.has_default else "–"))
    if one.mutability is not Mutability.FREE:
        said.append(("changes", str(one.mutability)))
    if one.enum:
        choices = [each if isinstance(each, str) and each else as_json(each) for each in one.enum[:_CHOICES]]
        said.append(("one of", ", ".join(choices) + visible.more(len(one.enum) - _CHOICES)))
    said += [("pattern", one.pattern)] if one.pattern else []
    said += [("format", one.format)] if one.format else []
    said += one.bounds
    said += [("identified by", ", ".join(one.list_keys))] if one.list_keys else []
    said += [("", words) for words in one.alternatives]
    said += [("null", "is a value of its own")] if one.is_nullable else []
    said += [("unknown", "fields that the schema does not name are kept")] if one.keeps_unknown else []
    for label, text in said:
        yield Fact(label, safe(visible.clip(text, _LONGEST), "$foreground"), _COLUMN)


def _rules(shown: SchemaVersion, one: SchemaField) -> Iterator[Line]:
    """The rules that it has, and those above that speak of it."""
    total = shown.tree.counts.rules
    speaks = "speaks" if len(one.rules) == 1 else "speak"
    yield Ends(words("**Rules**"), words(f"{len(one.rules):,} of {total:,} {speaks} of it", "$muted"))
    for rule in one.rules[:_MOST_RULES]:
        verb = "refuses an update" if rule.is_of_update else "refuses"
        yield join(sign("✗"), " ", safe(verb, "$foreground"))
        if rule.path and rule.path != one.path:
            yield Hanging("  ", "  ", safe(f"at {rule.path}", "$muted"))
        if rule.message:
            yield Hanging("  ", "  ", safe(visible.clip(rule.message, _LONGEST), "$foreground"))
        yield Hanging("  ", "  ", safe(visible.clip(rule.rule, _LONGEST), "$yamlkey"))
    if len(one.rules) > _MOST_RULES:
        yield words(f"  and {len(one.rules) - _MOST_RULES:,} more", "$muted")


def _elsewhere(other: SchemaVersion, one: SchemaField) -> Content:
    """What another version says of the field."""
    found = other.tree.field(one.path)
    if found is None:
        return words("not there", "$muted")
    differs = unlike(one, found)
    return safe(", ".join(differs), "$foreground") if differs else words("the same", "$muted")


def _examples(examples: KindExamples, one: SchemaField) -> Iterator[Line]:
    """The values that examples of the package give the field, the most frequent first."""
    found, total = values_of(examples, one.steps), len(examples.objects)
    if not total:
        return
    yield Content("")
    yield Ends(words("**In examples**"), words(f"{found.objects:,} of {total:,} set it", "$muted"))
    for each in found.values:
        value = each.value if isinstance(each.value, str) and each.value else as_json(each.value)
        count = f" · {each.count:,} times" if each.count > 1 else ""
        lead = safe(visible.clip(visible.line(value), _LONGEST_VALUE), "$foreground")
        yield join(lead, safe(f"  {each.where}{count}", "$muted"))
    if found.different > len(found.values):
        yield words(f"and {plural(found.different - len(found.values), 'other value')}", "$muted")
    if examples.unread:
        yield safe(visible.clip(examples.unread, _LONGEST_VALUE), "$muted")


def _place(
    inspection: Inspection, row: ObjectRow, shown: SchemaVersion, one: SchemaField, line: int | None
) -> Iterator[Line]:
    """`package.yaml · line 1,204`, and the command that asks a cluster."""
    yield Content("")
    if line is not None:
        file = visible.line(row.file or inspection.stream_name)
        yield Fact("place", safe(f"{file}, line {line:,}", "$foreground"), _COLUMN)
        yield Content("")
    yield ShellLine(explain_command(shown, one))


def explain_command(shown: SchemaVersion, one: SchemaField) -> str:
    """The command that asks a cluster about a field."""
    path = one.path.replace("[]", "")
    resource = ".".join(filter(None, (shown.kind.plural, path)))
    version = "/".join(filter(None, (shown.kind.group, shown.version.name)))
    return quoted("kubectl", "explain", visible.line(resource), "--api-version", visible.line(version))


def _version(row: ObjectRow, schemas: DefinedSchemas, shown: SchemaVersion) -> Iterator[Line]:
    """What is true of a whole version."""
    kind, version = shown.kind, shown.version
    yield Ends(
        safe(f"{kind.kind} {version.name}", "bold $foreground"), words(plural(version.fields, "field"), "$muted")
    )
    yield safe("/".join(filter(None, (kind.group, version.name))), "$yamlkey")
    yield Content("")
    if about := shown.tree.root.description:
        yield block(visible.clip(about, _LONGEST), "$foreground")
        yield Content("")
    facts = [
        ("scope", "of a namespace" if kind.is_namespaced else "of the cluster"),
        ("names", ", ".join(filter(None, (kind.plural, kind.singular, *kind.short_names)))),
        ("categories", ", ".join(kind.categories)),
        ("served", "yes" if version.is_served else "no; objects may still be stored in it"),
        ("stored", "yes" if version.is_stored else "no"),
        ("converted", "by a webhook" if kind.is_converted else "no; only apiVersion changes"),
        ("deprecated", (version.warning or "yes") if version.is_deprecated else ""),
        ("refused", doubt_of(schemas, shown, row.api_version)),
    ]
    for label, text in facts:
        if text:
            yield Fact(label, safe(visible.clip(text, _LONGEST), "$foreground"), _COLUMN)
    if schemas.has_claims:
        yield Fact("made by", words("Crossplane, of this definition", "$foreground"), _COLUMN)
    yield Content("")
    resource = quoted("kubectl", "get", visible.line(".".join(filter(None, (kind.plural, version.name, kind.group)))))
    yield ShellLine(resource)


def contents(waits: Page) -> tuple[Content, ...]:
    """The lines of a page that waits, for a list."""
    return tuple(line for line in waits.body if isinstance(line, Content))
