"""The text of `explain`: a field as `kubectl explain` prints it, and what kubectl does not say."""

from collections.abc import Iterator, Sequence

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mutability, Need, SchemaField, inner_of, kind_of
from xpkgtui.formats.definitions.fields.tree import EVERY_OBJECT, MOST_FIELDS, children, has_children, item
from xpkgtui.formats.definitions.fields.versions import DefinedKind, DefinedVersion, defined_version
from xpkgtui.formats.examples.values import KindExamples, values_of
from xpkgtui.golang.printing import as_json
from xpkgtui.inspection.messages.schemas import FieldsFound, FoundElsewhere, FoundField, PackagesFound
from xpkgtui.reporting.as_text.tables import INDENT, Paint, table
from xpkgtui.reporting.contents.explained import Explained, ExplainedField, full_name, unread_sentence
from xpkgtui.visible import block, clip, line, plural

_TEXT_INDENT = "    "
_LONGEST_VALUE = 2_000
_DEEPEST_TYPE = 8
_FEW_CHOICES = 40


def explain(explained: Explained, paint: Paint) -> str:
    """The text; empty where there is no answer."""
    lines: list[str] = []
    if explained.kinds is not None:
        lines = list(_kinds(explained, paint))
    elif explained.found is not None:
        lines = list(_matches(explained.found, [(one, "") for one in explained.found.found], paint))
    elif explained.elsewhere is not None:
        lines = list(_matches(explained.elsewhere, [(one, _where(one)) for one in explained.elsewhere.found], paint))
        if not explained.elsewhere.packages:
            lines = ["no package with definitions was opened before"]
    if explained.unread:
        lines += ["", unread_sentence(explained.unread)]
    return "".join(f"{one}\n" for one in lines)


def explain_field(explained: ExplainedField, paint: Paint, *, is_recursive: bool = False) -> str:
    """The text of one field, with the fields below it; `is_recursive` lists all of these, without descriptions."""
    return "".join(f"{one}\n" for one in _field(explained, paint, is_recursive=is_recursive))


def _kinds(explained: Explained, paint: Paint) -> Iterator[str]:
    kinds = [row.kind for row in explained.kinds or ()]
    if not kinds:
        yield "Whether it defines a kind is not known" if explained.answer.doubt else "It defines no kind"
    else:
        yield f"{plural(len(kinds), 'kind')} of {plural(len({kind.group for kind in kinds}), 'group')}"
        yield ""
        rows = [("kind", "versions", "scope", "fields", "name")]
        rows += [
            (
                kind.kind,
                ", ".join(_version(version, is_one=len(kind.versions) == 1) for version in kind.versions),
                "Namespaced" if kind.is_namespaced else "Cluster",
                f"{_fields_of(kind):,}",
                full_name(kind),
            )
            for kind in kinds
        ]
        yield from table(rows, right=frozenset({3}), width=paint.width, drop=(2, 3, 1))


def _version(version: DefinedVersion, *, is_one: bool = False) -> str:
    """The version with what is odd about it; that it is stored is said where there are several."""
    marks = ["stored"] if version.is_stored and not is_one else []
    marks += [] if version.is_served else ["not served"]
    marks += ["deprecated"] if version.is_deprecated else []
    return f"{version.name} ({', '.join(marks)})" if marks else version.name


def _fields_of(kind: DefinedKind) -> int:
    stored = [one.fields for one in kind.versions if one.is_stored] or [one.fields for one in kind.versions[:1]]
    return sum(stored)


def _matches(
    matches: FieldsFound | PackagesFound, found: Sequence[tuple[FoundField | FoundElsewhere, str]], paint: Paint
) -> Iterator[str]:
    """A line for each match, with the place where it is not in the package that is open."""
    if not found:
        yield f"no field matches {line(matches.words)}"
        return
    rows = [
        (
            one.match.owner.kind,
            one.match.path or "(the kind)",
            f"<{one.match.type}>",
            f"{one.match.owner.group}/{one.match.owner.version}",
            *filter(None, (where,)),
        )
        for one, where in found
    ]
    yield from table(rows, width=paint.width, drop=(2, 3) if found[0][1] else (2,))
    if matches.count > len(found) and not found[0][1]:
        yield INDENT + paint.dim(f"{matches.count - len(found):,} more: narrow the search, or use --all")


def _where(one: FoundElsewhere) -> str:
    return f"{one.source} and {plural(len(one.others), 'other version')}" if one.others else one.source


def _field(found: ExplainedField, paint: Paint, *, is_recursive: bool) -> Iterator[str]:
    kind, field = found.kind, found.field
    yield f"GROUP:      {line(kind.group)}"
    yield f"KIND:       {line(kind.kind)}"
    version = defined_version(found.version)
    marks = _version(version).removeprefix(version.name) if len(kind.versions) > 1 else ""
    yield f"VERSION:    {line(found.version_name)}{marks}"
    if len(kind.versions) > 1:
        others = ", ".join(_version(one) for one in kind.versions if one.name != found.version_name)
        yield f"OTHERS:     {line(others)}{'; converted by a webhook' if kind.is_converted else ''}"
    if version.is_deprecated:
        yield f"DEPRECATED: {line(version.warning) or 'in favor of a newer version'}"
    if found.doubt:
        yield from _flow(f"REFUSED:    {line(clip(found.doubt, _LONGEST_VALUE))}", paint)
    yield ""
    if field.path:
        required = f" {paint.bold('-required-')}" if field.is_required else ""
        yield f"FIELD: {paint.bold(line(field.name))} <{_type(field.schema, field.name)}>{required}"
        yield ""
    yield from _block("DESCRIPTION", _description(field) or ["<no description>"], paint)
    yield from _facts(field, paint)
    below = children(field)
    if field.path and not below and found.examples is not None and found.examples.objects:
        yield from _block("IN EXAMPLES", list(_in_examples(found.examples, field)), paint)
    if below:
        yield "FIELDS:"
        if is_recursive:
            yield from _all_below(below, paint)
        else:
            for one in below:
                yield from _listed(one, paint)
                yield ""


def _facts(field: SchemaField, paint: Paint) -> Iterator[str]:
    """What holds of a field, a heading each; the items of a list and the values of a map are its own."""
    if field.need in (Need.ON_CREATION, Need.UNLESS_INIT):
        yield from _block("REQUIRED", [str(field.need)], paint)
    if field.mutability is not Mutability.FREE:
        yield from _block("CHANGES", [f"{field.mutability}: the API server refuses another value"], paint)
    if field.has_default:
        yield from _block("DEFAULT", [_value(field.default)], paint)
    inside: SchemaField | None = field
    while inside is not None and (inside is field or not inside.schema.get("properties")):
        of = "" if inside is field else " OF EACH"
        facts = [f"{what}: {how}" for what, how in inside.bounds]
        facts += [f"format: {inside.format}"] if inside.format else []
        facts += [f"pattern: {clip(inside.pattern, _LONGEST_VALUE)}"] if inside.pattern else []
        facts += [*inside.alternatives]
        facts += [f"identified by {', '.join(inside.list_keys)}"] if inside.list_keys else []
        facts += ["may be null"] if inside.is_nullable else []
        facts += ["keeps fields that are not named here"] if inside.keeps_unknown else []
        if inside.enum:
            yield from _block(f"ENUM{of}", [_word(one) for one in inside.enum], paint)
        if facts:
            yield from _block(f"LIMITS{of}", facts, paint)
        inside = item(inside)
    if field.rules:
        yield from _block("RULES", [text for rule in field.rules for text in _rule(rule, field)], paint)


def _in_examples(examples: KindExamples, field: SchemaField) -> Iterator[str]:
    """The values that examples of the package give a field, the most frequent first."""
    found, total = values_of(examples, field.steps), len(examples.objects)
    for each in found.values:
        count = f" and {each.count - 1:,} more" if each.count > 1 else ""
        yield f"{_word(each.value)} ({each.where}{count})"
    if found.different > len(found.values):
        yield f"and {plural(found.different - len(found.values), 'other value')}"
    more = f"; {examples.unread}" if examples.unread else ""
    yield f"{found.objects:,} of {plural(total, 'example')} set it{more}"


def _rule(rule: FieldRule, field: SchemaField) -> Iterator[str]:
    where = "" if rule.path == field.path else f" (of {rule.path or 'the object'})"
    yield f"{rule.message or 'without a message'}{where}"
    yield f"  {' '.join(clip(rule.rule, _LONGEST_VALUE).split())}"


def _listed(field: SchemaField, paint: Paint, indent: str = INDENT, *, is_brief: bool = False) -> Iterator[str]:
    """One field of a list."""
    mark = " -required-" if field.is_required else ""
    yield f"{indent}{paint.bold(line(field.name))}\t<{_type(field.schema, field.name)}>{mark}"
    if field.enum:
        more = f", … ({len(field.enum):,})" if len(field.enum) > _FEW_CHOICES else ""
        yield from _flow(f"{indent}enum: {', '.join(_word(one) for one in field.enum[:_FEW_CHOICES])}{more}", paint)
    if field.has_default:
        yield from _flow(f"{indent}default: {_value(field.default)}", paint)
    if field.need in (Need.ON_CREATION, Need.UNLESS_INIT):
        yield f"{indent}required {field.need}"
    if field.mutability is not Mutability.FREE:
        yield f"{indent}{field.mutability}"
    if not is_brief:
        for text in _description(field):
            yield from _flow(f"{indent}  {text}", paint)


def _all_below(fields: tuple[SchemaField, ...], paint: Paint) -> Iterator[str]:
    waiting = [(one, INDENT) for one in reversed(fields)]
    left = MOST_FIELDS
    while waiting and left:
        field, indent = waiting.pop()
        left -= 1
        yield from _listed(field, paint, indent, is_brief=True)
        if has_children(field) and len(indent) < 2 * MOST_FIELDS:
            waiting.extend((child, indent + INDENT) for child in reversed(children(field)))


def _block(heading: str, texts: list[str], paint: Paint) -> Iterator[str]:
    yield f"{heading}:"
    for text in texts:
        yield from _flow(f"{_TEXT_INDENT}{line(text)}", paint)
    yield ""


def _flow(text: str, paint: Paint) -> list[str]:
    return paint.lines(text, len(text) - len(text.lstrip(" ")))


def _description(field: SchemaField) -> list[str]:
    return [row.rstrip() for row in block(field.description.strip()).split("\n")] if field.description.strip() else []


def _value(value: object) -> str:
    return line(clip(as_json(value), _LONGEST_VALUE))


def _word(value: object) -> str:
    """A choice; a text stands for itself where nothing else is spelled so."""
    if isinstance(value, str) and value and value.strip() == value:
        return line(value)
    return _value(value)


def _type(schema: Node, name: str) -> str:
    """The type as kubectl writes it: `[]Object`, `map[string]string`."""
    found = ""
    for _ in range(_DEEPEST_TYPE):
        inner = inner_of(schema)
        if inner is None:
            break
        found += "[]" if isinstance(schema.get("items"), dict) else "map[string]"
        schema = inner
    kind = kind_of(schema)
    if kind == "enum":
        kind = str(schema.get("type") or "Object")
    plain = {"object": "Object", "any": "Object", "map": "Object", "resource": "Object", "list": "[]Object"}
    is_meta = not found and kind == "object" and name == EVERY_OBJECT[-1]
    return "ObjectMeta" if is_meta else found + line(plain.get(kind, kind))
