"""The tree of the fields of a schema; the children of a field are made when they are asked for."""

from collections.abc import Iterator, Sequence

from xpkgtui.cel.nodes import Call, Listed, Literal, Mapped, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes.comparing.validations import requirements
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mark, Marks, Mutability, Need, SchemaField, inner_of
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.spoken import ITEMS, Path, path_of, spoken_of
from xpkgtui.formats.definitions.objects.typed import unescaped
from xpkgtui.untyped import mapping, text, texts

_MOST_RULES = 500
"""Rules of one schema that are looked at."""
_LONGEST_RULE = 10_000
"""Characters of a rule that is parsed."""
_SELF, _OLD = "self", "oldSelf"


def marks_of(schema: Node, path: str) -> Marks:
    """What the rules of a schema say of it (under the empty path) and of the fields below it."""
    found: dict[Path, list[Mark]] = {}
    rules = rules_of(schema)[:_MOST_RULES]
    for one in rules:
        expression = text(one.get("rule"))
        tree = parsed_rule(expression) if len(expression) <= _LONGEST_RULE else None
        frozen = dict(_frozen(tree)) if tree is not None else {}
        message = text(one.get("message")) or text(one.get("messageExpression"))
        rule = FieldRule(rule=expression, message=message, path=path, is_of_update=_OLD in expression)
        for place in dict.fromkeys([(), *(spoken_of(tree).paths if tree is not None else ())]):
            found.setdefault(place, []).append(rule)
        for place, how in frozen.items():
            found.setdefault(place, []).append(how)
    for requirement in requirements(rules, schema):
        found.setdefault(tuple(requirement.path.split(".")), []).append(
            Need.UNLESS_INIT
            if requirement.instead
            else Need.ON_CREATION
            if requirement.has_policies
            else Need.REQUIRED
        )
    return {place: tuple(marks) for place, marks in found.items()}


def below(marks: Marks, step: str) -> Marks:
    """What is said of a child, and of what is below it."""
    return {path[1:]: said for path, said in marks.items() if path and path[0] == step}


def joined(one: Marks, other: Marks) -> Marks:
    """What both say."""
    if not one or not other:
        return one or other
    return {path: (*one.get(path, ()), *other.get(path, ())) for path in {**one, **other}}


def _frozen(tree: Tree) -> Iterator[tuple[Path, Mutability]]:
    """The fields that a rule keeps from being changed: `self.x == oldSelf.x`, alone or where they were set before."""
    for node in _terms(tree, "_&&_"):
        options = [list(_terms(one, "_&&_")) for one in _terms(node, "_||_")]
        equal = [(one, path) for one in options if (path := _kept_by(one)) is not None]
        if len(equal) != 1:
            continue
        kept, path = equal[0]
        others = [one for one in options if one is not kept]
        if all(any(_is_of_absence(term, path) for term in one) for one in others):
            is_always = all(any(map(_is_of_creation, one)) or _is_of_both(one, path) for one in others)
            yield path, Mutability.NEVER if is_always else Mutability.ONCE_SET


def _terms(node: Tree, operator: str) -> Iterator[Tree]:
    """The terms between the operators, in order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call) and one.function == operator:
            waiting += reversed(one.arguments)
        else:
            yield one


def _kept_by(terms: Sequence[Tree]) -> Path | None:
    """The field of which terms say that it is as it was, beside that it is there; None where they say more."""
    found = [path for one in terms if (path := _kept(one)) is not None]
    is_all = all(_kept(one) is not None or _is_test(one) for one in terms)
    return found[0] if len(found) == 1 and is_all else None


def _kept(node: Tree) -> Path | None:
    """The field of which a node says that it is as it was; None where it says something else."""
    if not isinstance(node, Call) or node.function != "_==_" or len(node.arguments) != 2:
        return None
    for one, other in (node.arguments, reversed(node.arguments)):
        new, old = path_of(one, {_SELF: ()}), _old_path(other)
        if new is not None and new == old:
            return new
    return None


def _old_path(node: Tree) -> Path | None:
    """The path of a field of the older object, which may be optional: `oldSelf.x`, `oldSelf.value().x`."""
    steps: list[Select] = []
    while isinstance(node, Select):
        steps.append(node)
        node = node.operand
    held = node.target if isinstance(node, Call) and node.function in {"value", "orValue"} else None
    inner = path_of(node, {_OLD: ()}) if held is None else _old_path(held)
    return None if inner is None else (*inner, *(unescaped(one.field) or one.field for one in reversed(steps)))


def _is_test(node: Tree) -> bool:
    return isinstance(node, Select) and node.is_test


def _is_of_both(terms: Sequence[Tree], path: Path) -> bool:
    """Whether terms say that a field is neither there nor was: `!has(self.x) && !has(oldSelf.x)`."""
    missing = [one.arguments[0] for one in terms if isinstance(one, Call) and one.function == "!_"]
    tests = [one for one in missing if _is_test(one)]
    return path in [path_of(one, {_SELF: ()}) for one in tests] and path in map(_old_path, tests)


def _is_of_absence(node: Tree, path: Path) -> bool:
    """Whether a node only says that there was no value at a path or above it, or an empty one."""
    if _is_of_creation(node):
        return True
    if not isinstance(node, Call):
        return False
    if node.function == "!_" and _is_test(node.arguments[0]):
        old = _old_path(node.arguments[0])
        return old is not None and path[: len(old)] == old
    if node.function == "_==_":
        one, other = node.arguments
        return any(_old_path(_sized(a)) == path and _is_empty(b) for a, b in ((one, other), (other, one)))
    return False


def _is_empty(node: Tree) -> bool:
    """Whether a node is an empty text, list or map, zero, or null."""
    match node:
        case Literal():
            return not node.value
        case Listed():
            return not node.items
        case Mapped():
            return not node.entries
    return False


def _is_of_creation(node: Tree) -> bool:
    """Whether a node only says that there is no older object: `!oldSelf.hasValue()`."""
    if not isinstance(node, Call) or node.function != "!_":
        return False
    inner = node.arguments[0]
    asked = inner.target if isinstance(inner, Call) and inner.function == "hasValue" else None
    return isinstance(asked, Name) and asked.name == _OLD


def _sized(node: Tree) -> Tree:
    """What the size of is asked, or the node itself."""
    if isinstance(node, Call) and node.function == "size":
        return node.target if node.target is not None else node.arguments[0] if node.arguments else node
    return node


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
    required = set(texts(parent.schema.get("required")))
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
