"""What the CEL rules of a schema say of the fields below it."""

from collections.abc import Iterator, Sequence

from xpkgtui.cel.nodes import Call, Listed, Literal, Mapped, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.formats.definitions.changes.requirements import requirements
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mark, Marks, Mutability, Need
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.spoken import Path, path_of, spoken_of
from xpkgtui.formats.definitions.objects.typed import unescaped
from xpkgtui.untyped import text

_MOST_RULES = 500
"""Rules of one schema that are looked at."""
_LONGEST = 10_000
"""Characters of a rule that is parsed."""
_SELF, _OLD = "self", "oldSelf"


def marks_of(schema: Node, path: str) -> Marks:
    """What the rules of a schema say of it (under the empty path) and of the fields below it."""
    found: dict[Path, list[Mark]] = {}
    rules = rules_of(schema)[:_MOST_RULES]
    for one in rules:
        expression = text(one.get("rule"))
        tree = parsed_rule(expression) if len(expression) <= _LONGEST else None
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
    is_held = isinstance(node, Call) and node.function in {"value", "orValue"} and node.target is not None
    held = node.target if is_held and isinstance(node, Call) and node.target is not None else node
    inner = _old_path(held) if is_held else path_of(held, {_OLD: ()})
    return None if inner is None else (*inner, *(unescaped(one.field) or one.field for one in reversed(steps)))


def _is_test(node: Tree) -> bool:
    """Whether a node asks only whether a field is there."""
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
    is_question = isinstance(inner, Call) and inner.function == "hasValue"
    return is_question and isinstance(inner, Call) and isinstance(inner.target, Name) and inner.target.name == _OLD


def _sized(node: Tree) -> Tree:
    """What the size of is asked, or the node itself."""
    if isinstance(node, Call) and node.function == "size":
        return node.target if node.target is not None else node.arguments[0] if node.arguments else node
    return node
