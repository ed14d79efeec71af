"""The document of `explain`: kinds, fields that were found, or the fields of a kind's versions."""

from typing import Annotated, Any, Literal

from xpkgtui.formats.definitions.custom_resources import schema_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.tree import find, has_children, root_of, walk
from xpkgtui.formats.definitions.fields.versions import DefinedKind, defined_version
from xpkgtui.formats.examples.values import KindExamples, values_of
from xpkgtui.inspection.messages.schemas import FoundElsewhere, FoundField
from xpkgtui.reporting.contents.explained import Explained, ExplainedField, names_of
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, ErrorObject, SourceDocument
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass

_GROUP = "The API group."
_KIND = "The kind."
_PLURAL = "The plural, as paths have it."
_SCOPE = "Whether its objects are in namespaces."
_Scope = Literal["Namespaced", "Cluster"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _VersionState(JsonObject):
    name: Annotated[str, "The name of the version."]
    served: Annotated[bool, "Whether the API server serves it."]
    storage: Annotated[bool, "Whether objects are stored in it."]
    deprecated: Annotated[bool, "Whether it is deprecated."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _KindVersion(_VersionState):
    fields: Annotated[Count, "Named fields, without apiVersion, kind and metadata."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind(JsonObject):
    group: Annotated[str, _GROUP]
    kind: Annotated[str, _KIND]
    plural: Annotated[str, _PLURAL]
    scope: Annotated[_Scope, _SCOPE]
    singular: Annotated[str, "The singular."]
    short_names: Annotated[tuple[str, ...], "Short names."]
    converted: Annotated[bool, "Whether a webhook converts between versions."]
    versions: Annotated[tuple[_KindVersion, ...], "Its versions, as they are listed."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package(JsonObject):
    source: Annotated[str, "What opens the package again: a reference or a path."]
    name: Annotated[str | None, "The name of the package; null where it has none."]
    version: Annotated[str | None, "The tag; null where there is none."]
    definition: Annotated[str, "The name of the object that defines it."]
    others: Annotated[tuple[str, ...], "Other versions of the package that have it too."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match(JsonObject):
    group: Annotated[str, _GROUP]
    kind: Annotated[str, _KIND]
    version: Annotated[str, "The version: the stored one, where it has the field."]
    path: Annotated[str, "The path; empty for the kind itself."]
    type: Annotated[str, "The type in words."]
    package: Annotated[
        _Package | None, "The package that has it, where packages opened before were searched; else null."
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule(JsonObject):
    rule: Annotated[str, "The rule, in CEL."]
    message: Annotated[
        str | None,
        "What the API server says where it fails, or the expression that makes it; null where it says the rule.",
    ]
    path: Annotated[str, "The field that has the rule; empty for the object."]
    on_update: Annotated[bool, "Whether it compares with the value before an update."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field(JsonObject):
    path: Annotated[str, "The path: spec.tags[] are the items of a list, spec.labels.* the values of a map."]
    type: Annotated[str, "The type in words: list of objects, map of string, enum, int or string."]
    required: Annotated[bool, "Whether it is required where the field above it is there."]
    required_when: Annotated[str | None, "When a rule requires it, in words; null where none does."]
    default: Annotated[Any, "The value that the API server sets where none is given; null where it sets none."]
    enum: Annotated[tuple[Any, ...] | None, "The values that are allowed; null where others are."]
    limits: Annotated[tuple[str, ...], "Bounds in words, such as length: 1 to 63."]
    alternatives: Annotated[tuple[str, ...], "What oneOf and anyOf ask for, in words."]
    pattern: Annotated[str | None, "The regular expression (of Go) that its text matches."]
    format: Annotated[str | None, "The format of its text or number."]
    nullable: Annotated[bool, "Whether null is a value of its own."]
    keys: Annotated[tuple[str, ...], "The fields that identify an item of a map list."]
    keeps_unknown: Annotated[bool, "Whether fields that the schema does not name are kept."]
    immutable: Annotated[bool, "Whether a rule of it, or of a field above it, refuses every change."]
    immutable_once_set: Annotated[bool, "Whether a rule refuses changes once there is a value."]
    rules: Annotated[tuple[_Rule, ...], "The rules that it has, and those above that speak of it."]
    examples: Annotated[
        tuple[Any, ...] | None,
        "The most frequent of the values that examples of the package give it, at most eight; null where fields are "
        "below it, and where examples were not read.",
    ]
    description: Annotated[str, "The author's description."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version(_VersionState):
    fields: Annotated[
        tuple[_Field, ...],
        "The field that was asked for and all below it; empty where this version does not have it.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Explain(SourceDocument):
    schema: Annotated[Literal["xpkgtui.explain/v1"], NAMED] = "xpkgtui.explain/v1"
    source: Annotated[str, "The source as it was given; empty where packages opened before were searched."]
    error: Annotated[ErrorObject | None, "Why there is no answer; null where nothing failed."]
    kinds: Annotated[
        tuple[_Kind, ...] | None, "The kinds that the package defines, where no kind was asked for; else null."
    ]
    found: Annotated[
        tuple[_Match, ...] | None,
        "The best matches of --search, the best first; null where nothing was searched for.",
    ]
    count: Annotated[int | None, "The number of all matches; null where nothing was searched for."]
    group: Annotated[str | None, _GROUP]
    kind: Annotated[str | None, _KIND]
    plural: Annotated[str | None, _PLURAL]
    scope: Annotated[_Scope | None, _SCOPE]
    path: Annotated[str | None, "The field that was asked for; empty for the whole kind."]
    doubt: Annotated[
        str | None,
        "Why no current API server takes the definition; null where one does, and where no kind was asked for.",
    ]
    versions: Annotated[
        tuple[_Version, ...] | None,
        "The version that was asked for, or all; null where no kind was asked for.",
    ]


DOCUMENT = _Explain


def explain(found: Explained) -> str:
    """The text of the document."""
    one = found.explained
    matches = found.found or found.elsewhere
    return write(
        _Explain(
            source=found.inspection.source,
            digest=found.inspection.digest,
            excluded=found.inspection.excluded,
            error=elements.error(found.answer.failure),
            kinds=None if found.kinds is None else tuple(_kind(row.kind) for row in found.kinds),
            unread=elements.unread(found.answer.unread),
            found=None if matches is None else tuple(map(_match, matches.found)),
            count=None if matches is None else matches.count,
            group=one.kind.group if one else None,
            kind=one.kind.kind if one else None,
            plural=one.kind.plural if one else None,
            scope=_scope(one.kind) if one else None,
            path=one.field.path if one else None,
            doubt=one.doubt or None if one else None,
            versions=tuple(_version(one, each) for each in one.shown_versions) if one else None,
        )
    )


def _scope(kind: DefinedKind) -> _Scope:
    return "Namespaced" if kind.is_namespaced else "Cluster"


def _kind(kind: DefinedKind) -> _Kind:
    return _Kind(
        group=kind.group,
        kind=kind.kind,
        plural=kind.plural,
        scope=_scope(kind),
        singular=kind.singular,
        short_names=kind.short_names,
        converted=kind.is_converted,
        versions=tuple(
            _KindVersion(
                name=one.name,
                served=one.is_served,
                storage=one.is_stored,
                deprecated=one.is_deprecated,
                fields=one.fields,
            )
            for one in kind.versions
        ),
    )


def _match(found: FoundField | FoundElsewhere) -> _Match:
    match = found.match
    return _Match(
        group=match.owner.group,
        kind=match.owner.kind,
        version=match.owner.version,
        path=match.path,
        type=match.type,
        package=_package(found) if isinstance(found, FoundElsewhere) else None,
    )


def _package(found: FoundElsewhere) -> _Package:
    return _Package(
        source=found.source,
        name=found.package or None,
        version=found.version or None,
        definition=found.name,
        others=found.others,
    )


def _version(explained: ExplainedField, version: Node) -> _Version:
    """A version, with the field that was asked for and all below it; without fields where it does not have it."""
    root = root_of(schema_of(version))
    field, left = find(root, names_of(explained.field.path))
    own = [] if left or not field.path else [_field(field, explained.examples)]
    below = [] if left else [_field(one, explained.examples) for one in walk(field)]
    one = defined_version(version)
    return _Version(
        name=one.name,
        served=one.is_served,
        storage=one.is_stored,
        deprecated=one.is_deprecated,
        fields=(*own, *below),
    )


def _field(one: SchemaField, examples: KindExamples | None) -> _Field:
    values = values_of(examples, one.steps).values if examples is not None and not has_children(one) else None
    return _Field(
        path=one.path,
        type=one.type,
        required=one.is_required,
        required_when=None if one.need in (Need.OPTIONAL, Need.REQUIRED) else str(one.need),
        default=one.default,
        enum=tuple(one.enum) or None,
        limits=tuple(f"{what}: {how}" for what, how in one.bounds),
        alternatives=one.alternatives,
        pattern=one.pattern or None,
        format=one.format or None,
        nullable=one.is_nullable,
        keys=one.list_keys,
        keeps_unknown=one.keeps_unknown,
        immutable=one.mutability is Mutability.NEVER,
        immutable_once_set=one.mutability is Mutability.ONCE_SET,
        rules=tuple(map(_rule, one.rules)),
        examples=None if values is None else tuple(each.value for each in values),
        description=one.description,
    )


def _rule(rule: FieldRule) -> _Rule:
    return _Rule(rule=rule.rule, message=rule.message or None, path=rule.path, on_update=rule.is_of_update)
