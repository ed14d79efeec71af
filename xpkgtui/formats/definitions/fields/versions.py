"""The versions of a definition, and what one says of the fields of another."""

from collections.abc import Collection, Container, Iterable, Mapping

from xpkgtui.formats.definitions.changes.comparing.pairs import moves
from xpkgtui.formats.definitions.custom_resources import schema_of, versions_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, SchemaField
from xpkgtui.formats.definitions.fields.tree import count, root_of, walk
from xpkgtui.golang.printing import as_json
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_LONGEST_NAME = 300
"""Characters of a name or a warning; the API server takes 256 at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedVersion:
    """One version of a kind."""

    name: str
    is_served: bool
    is_stored: bool
    is_deprecated: bool
    warning: str
    """What the API server says to those who use it; empty where it is its own sentence, or there is none."""
    fields: int
    """Named fields, without `apiVersion`, `kind` and `metadata`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedKind:
    """A kind that a definition makes."""

    group: str
    kind: str
    plural: str
    singular: str
    short_names: tuple[str, ...]
    categories: tuple[str, ...]
    is_namespaced: bool
    is_converted: bool
    """Whether a webhook converts between the versions."""
    versions: tuple[DefinedVersion, ...]

    @property
    def stored(self) -> str:
        """The version in which objects are stored; empty where there is none."""
        return next((one.name for one in self.versions if one.is_stored), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsCompared:
    """The fields of one version beside those of another; of what is new or gone as a whole, the topmost field."""

    new: tuple[str, ...]
    gone: tuple[str, ...]
    more: tuple[int, int]
    """All named fields that are new or gone, with those below a topmost one."""
    moved: tuple[tuple[str, str], ...]
    """Where fields were, and where the field of that name and type is now."""
    changed: tuple[tuple[str, tuple[str, ...]], ...]
    """Fields that both have, each with what the other version says of it."""


def defined_kind(definition: Node) -> DefinedKind:
    """The kind and versions of a CustomResourceDefinition (v1)."""
    spec = mapping(definition.get("spec"))
    names = mapping(spec.get("names"))
    kind = _name(names.get("kind"))
    return DefinedKind(
        group=_name(spec.get("group")),
        kind=kind,
        plural=_name(names.get("plural")),
        singular=_name(names.get("singular")) or kind.lower(),
        short_names=_texts(names.get("shortNames")),
        categories=_texts(names.get("categories")),
        is_namespaced=spec.get("scope") == "Namespaced",
        is_converted=field(spec, "conversion", "strategy") == "Webhook",
        versions=tuple(defined_version(one) for one in versions_of(definition)),
    )


def defined_version(value: Node) -> DefinedVersion:
    """One version of a definition."""
    return DefinedVersion(
        name=_name(value.get("name")),
        is_served=value.get("served") is True,
        is_stored=value.get("storage") is True,
        is_deprecated=value.get("deprecated") is True,
        warning=_name(value.get("deprecationWarning")),
        fields=count(schema_of(value)),
    )


def compared(old: Node, new: Node) -> VersionsCompared:
    """The fields of a version's schema beside those of another one."""
    before = {one.path: one for one in walk(root_of(old))}
    after = {one.path: one for one in walk(root_of(new))}
    gone, added = _topmost(before, after), _topmost(after, before)
    places = moves(*([(one.path, text(one.schema.get("type"))) for one in each] for each in (gone, added)))
    targets = set(places.values())
    changed = ((path, unlike(one, after[path])) for path, one in before.items() if path in after)
    return VersionsCompared(
        new=tuple(one.path for one in added if one.path not in targets),
        gone=tuple(one.path for one in gone if one.path not in places),
        more=(_named(after, before, targets), _named(before, after, places)),
        moved=tuple(places.items()),
        changed=tuple((path, says) for path, says in changed if says),
    )


def unlike(one: SchemaField, other: SchemaField) -> tuple[str, ...]:
    """What differs in another field, in words about the other one; the fields below are not looked at."""
    found = []
    if one.type != other.type:
        found.append(other.type)
    if one.need is not other.need:
        found.append(str(other.need))
    if one.mutability is not other.mutability:
        found.append(str(other.mutability))
    pairs = zip(_facts(one).items(), _facts(other).values(), strict=True)
    for (what, left), right in pairs:
        if left != right:
            found.append(f"{what} {right}" if right else f"no {what}")
    if one.is_nullable is not other.is_nullable:
        found.append("nullable" if other.is_nullable else "not nullable")
    if one.keeps_unknown is not other.keeps_unknown:
        found.append("keeps unknown fields" if other.keeps_unknown else "drops unknown fields")
    if _rules(one) != _rules(other):
        found.append("other rules")
    return tuple(found)


def _facts(one: SchemaField) -> dict[str, str]:
    return {
        "default": as_json(one.default) if one.has_default else "",
        "choices": ", ".join(map(as_json, one.enum)),
        "pattern": one.pattern,
        "format": one.format,
        "bounds": "; ".join(" ".join(each) for each in one.bounds),
        "keys": ", ".join(one.list_keys),
        "alternatives": "; ".join(one.alternatives),
    }


def _rules(one: SchemaField) -> frozenset[FieldRule]:
    """The rules that the field has itself; those above that speak of it are said of their own field."""
    return frozenset(rule for rule in one.rules if rule.path == one.path)


def _topmost(fields: Mapping[str, SchemaField], others: Mapping[str, SchemaField]) -> list[SchemaField]:
    """The fields that others lack, without those below another one that they lack."""
    found: list[SchemaField] = []
    for path, one in fields.items():
        # In the order of the walk, what is below a field follows it.
        above = found[-1].path if found else ""
        is_below = bool(above) and path.startswith(above) and path[len(above)] in ".["
        if path not in others and not is_below:
            found.append(one)
    return found


def _named(fields: Iterable[str], others: Container[str], moved: Collection[str]) -> int:
    """The number of named fields that others lack, without those that moved."""
    ways = tuple(f"{path}{sign}" for path in moved for sign in ".[")
    missing = (path for path in fields if path not in others and path not in moved and not path.startswith(ways))
    return sum(not path.endswith("]") for path in missing)


def _name(value: object) -> str:
    return text(value)[:_LONGEST_NAME]


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_name(one) for one in listing(value) if isinstance(one, str))
