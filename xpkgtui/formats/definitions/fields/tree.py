"""The tree of the fields of a schema; the children of a field are made when they are asked for."""

from collections.abc import Iterator, Sequence

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Marks, Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.rules import below, joined, marks_of
from xpkgtui.formats.definitions.fields.words import inner_of
from xpkgtui.formats.definitions.objects.spoken import ITEMS
from xpkgtui.untyped import listing, mapping

MOST_FIELDS = 200_000
"""Fields of one version that are walked; real ones have at most 17,000."""
_LONGEST = 2_048
"""Characters of a path below which nothing is walked."""
_OWN: Node = {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"}}
EVERY_OBJECT = tuple(_OWN)
"""The fields that every object has."""
VALUES = "*"
"""The name of the values of a map."""
_NEEDS = (Need.REQUIRED, Need.UNLESS_INIT, Need.ON_CREATION)
_HARDEST = (Mutability.NEVER, Mutability.ONCE_SET)


def root_of(schema: Node) -> SchemaField:
    """The field of a whole object; it has what every object has, also where the schema does not say so."""
    properties = mapping(schema.get("properties"))
    whole = schema if _OWN.keys() <= properties.keys() else {**schema, "properties": {**_OWN, **properties}}
    return _made("", "", whole, (), Need.OPTIONAL, Mutability.FREE, {})


def children(parent: SchemaField) -> tuple[SchemaField, ...]:
    """The fields of an object, of the objects in a list, or of those in a map; required ones first where keys are
    sorted, because then the author gave no order.
    """
    while not (properties := mapping(parent.schema.get("properties"))):
        inside = item(parent)
        if inside is None:
            return ()
        parent = inside
    required = _texts(parent.schema.get("required"))
    found = [_child(parent, name, mapping(schema), name in required) for name, schema in properties.items()]
    if list(properties) == sorted(properties):
        found.sort(key=lambda one: one.need is Need.OPTIONAL)
    return tuple(found)


def has_children(parent: SchemaField) -> bool:
    """Whether there are fields below a field."""
    schema: Node | None = parent.schema
    while schema is not None and not mapping(schema.get("properties")):
        schema = inner_of(schema)
    return schema is not None


def item(parent: SchemaField) -> SchemaField | None:
    """The items of a list, or the values of a map; None where the schema has none."""
    schema = inner_of(parent.schema)
    if schema is None:
        return None
    is_list = isinstance(parent.schema.get("items"), dict)
    name, word = (ITEMS, "items") if is_list else (VALUES, "additionalProperties")
    path = parent.path + (ITEMS if is_list else f".{VALUES}" if parent.path else VALUES)
    steps = (*parent.steps, word)
    return _made(name, path, schema, steps, Need.OPTIONAL, parent.mutability, below(parent.marks, ITEMS))


def walk(root: SchemaField, most: int = MOST_FIELDS) -> Iterator[SchemaField]:
    """All fields below one, items and values too, depth first in the order of `children`."""
    waiting = list(reversed(_below(root)))
    while waiting and most:
        one = waiting.pop()
        most -= 1
        yield one
        if len(one.path) <= _LONGEST:
            waiting.extend(reversed(_below(one)))


def find(root: SchemaField, names: Sequence[str]) -> tuple[SchemaField, tuple[str, ...]]:
    """The field at a path of names, and the names that lead nowhere from there; `[]` and `*` may be left out."""
    here, left = root, list(names)
    while left:
        name = left[0]
        inside = item(here)
        known = {one.name: one for one in children(here)}
        # The name of a field may have dots.
        length = next((n for n in range(1, len(left) + 1) if ".".join(left[:n]) in known), 0)
        if length:
            here, left = known[".".join(left[:length])], left[length:]
        elif name in (ITEMS, VALUES) and inside is not None:
            here, left = inside, left[1:]
        else:
            break
    return here, tuple(left)


def count(schema: Node) -> int:
    """The number of named fields of a whole object, without those that every object has."""
    found, waiting, seen = 0, [schema], 0
    while waiting and seen < MOST_FIELDS:
        node = waiting.pop()
        seen += 1
        properties = mapping(node.get("properties"))
        found += len(properties)
        waiting.extend(one for one in properties.values() if isinstance(one, dict))
        waiting.extend(one for word in ("items", "additionalProperties") if isinstance(one := node.get(word), dict))
    return found - sum(name in mapping(schema.get("properties")) for name in EVERY_OBJECT)


def _below(parent: SchemaField) -> tuple[SchemaField, ...]:
    inside = item(parent)
    own = children(parent) if mapping(parent.schema.get("properties")) else ()
    return own if inside is None else (*own, inside)


def _child(parent: SchemaField, name: str, schema: Node, is_required: bool) -> SchemaField:
    step = str(FieldPath((name,)))
    path = f"{parent.path}.{step}" if parent.path and not step.startswith("[") else parent.path + step
    need = Need.REQUIRED if is_required else Need.OPTIONAL
    steps = (*parent.steps, "properties", name)
    return _made(name, path, schema, steps, need, parent.mutability, below(parent.marks, name))


def _made(
    name: str, path: str, schema: Node, steps: tuple[str, ...], need: Need, mutability: Mutability, above: Marks
) -> SchemaField:
    """A field; `above` is what the rules above say of it, and `mutability` that of what is above."""
    own = marks_of(schema, path) if schema.get("x-kubernetes-validations") else {}
    marks = joined(above, own)
    said = marks.get((), ())
    return SchemaField(
        name=name,
        path=path,
        schema=schema,
        steps=steps,
        need=next((one for one in _NEEDS if one is need or one in said), Need.OPTIONAL),
        mutability=next((one for one in _HARDEST if one is mutability or one in said), Mutability.FREE),
        rules=tuple(one for one in said if isinstance(one, FieldRule)),
        marks={path: marks[path] for path in marks if path},
    )


def _texts(value: object) -> frozenset[str]:
    return frozenset(one for one in listing(value) if isinstance(one, str))
