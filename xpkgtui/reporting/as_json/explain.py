"""The document of `explain`: kinds, fields that were found, or the fields of a kind's versions."""

from xpkgtui.formats.definitions.custom_resources import schema_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.tree import find, has_children, root_of, walk
from xpkgtui.formats.definitions.fields.versions import DefinedKind, DefinedVersion, defined_version
from xpkgtui.formats.examples.values import KindExamples, values_of
from xpkgtui.inspection.messages.replies import FoundElsewhere, FoundField
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.explained import Explained, ExplainedField, names_of


def explain(found: Explained) -> str:
    """The text of the document."""
    one = found.explained
    matches = found.found or found.elsewhere
    return write(
        {
            "schema": "xpkgtui.explain/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "kinds": None if found.kinds is None else [_kind(row.kind) for row in found.kinds],
            "unread": list(found.unread),
            "found": None if matches is None else [_match(each) for each in matches.found],
            "count": None if matches is None else matches.count,
            **(_names(one.kind) if one else dict.fromkeys(("group", "kind", "plural", "scope"))),
            "path": one.field.path if one else None,
            "doubt": (one.doubt or None) if one else None,
            "versions": [_version(one, each) for each in one.shown_versions] if one else None,
        }
    )


def _names(kind: DefinedKind) -> dict[str, JSON]:
    scope = "Namespaced" if kind.is_namespaced else "Cluster"
    return {"group": kind.group, "kind": kind.kind, "plural": kind.plural, "scope": scope}


def _kind(kind: DefinedKind) -> JSON:
    return {
        **_names(kind),
        "singular": kind.singular,
        "short_names": list(kind.short_names),
        "converted": kind.is_converted,
        "versions": [{**_states(one), "fields": one.fields} for one in kind.versions],
    }


def _states(one: DefinedVersion) -> dict[str, JSON]:
    return {
        "name": one.name,
        "served": one.is_served,
        "storage": one.is_stored,
        "deprecated": one.is_deprecated,
    }


def _match(found: FoundField | FoundElsewhere) -> JSON:
    match = found.match
    return {
        "group": match.owner.group,
        "kind": match.owner.kind,
        "version": match.owner.version,
        "path": match.path,
        "type": match.type,
        "package": _package(found) if isinstance(found, FoundElsewhere) else None,
    }


def _package(found: FoundElsewhere) -> JSON:
    return {
        "source": found.source,
        "name": found.package or None,
        "version": found.version or None,
        "definition": found.name,
        "others": list(found.others),
    }


def _version(explained: ExplainedField, version: Node) -> JSON:
    """A version, with the field that was asked for and all below it; without fields where it does not have it."""
    root = root_of(schema_of(version))
    field, left = find(root, names_of(explained.field.path))
    own = [] if left or not field.path else [_field(field, explained.examples)]
    below = [] if left else [_field(one, explained.examples) for one in walk(field)]
    return {**_states(defined_version(version)), "fields": [*own, *below]}


def _field(one: SchemaField, examples: KindExamples | None) -> JSON:
    values = values_of(examples, one.steps).values if examples is not None and not has_children(one) else None
    return {
        "path": one.path,
        "type": one.type,
        "required": one.is_required,
        "required_when": None if one.need in (Need.OPTIONAL, Need.REQUIRED) else str(one.need),
        "default": one.default,
        "enum": list(one.enum) or None,
        "limits": [f"{what}: {how}" for what, how in one.bounds],
        "alternatives": list(one.alternatives),
        "pattern": one.pattern or None,
        "format": one.format or None,
        "nullable": one.is_nullable,
        "keys": list(one.list_keys),
        "keeps_unknown": one.keeps_unknown,
        "immutable": one.mutability is Mutability.NEVER,
        "immutable_once_set": one.mutability is Mutability.ONCE_SET,
        "rules": [_rule(rule) for rule in one.rules],
        "examples": None if values is None else [each.value for each in values],
        "description": one.description,
    }


def _rule(rule: FieldRule) -> JSON:
    return {"rule": rule.rule, "message": rule.message or None, "path": rule.path, "on_update": rule.is_of_update}
