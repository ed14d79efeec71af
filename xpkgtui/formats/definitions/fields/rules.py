"""What the CEL rules of a schema say of the fields below it."""

from collections.abc import Iterator

from xpkgtui.cel.nodes import Call, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.formats.definitions.changes.requirements import requirements
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import FieldRule, Mark, Marks, Mutability, Need
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.spoken import Path, path_of, spoken_of
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
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and node.function == "_&&_":
            waiting += node.arguments
            continue
        options = list(_options(node))
        equal = [(one, path) for one in options if (path := _kept(one)) is not None]
        if len(equal) == 1:
            others = [one for one in options if one is not equal[0][0]]
            if all(map(_is_of_absence, others)):
                is_always = not others or all(map(_is_of_creation, others))
                yield equal[0][1], Mutability.NEVER if is_always else Mutability.ONCE_SET


def _options(node: Tree) -> Iterator[Tree]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call) and one.function == "_||_":
            waiting += reversed(one.arguments)
        else:
            yield one


def _kept(node: Tree) -> Path | None:
    """The field of which a node says that it is as it was; None where it says something else."""
    if not isinstance(node, Call) or node.function != "_==_" or len(node.arguments) != 2:
        return None
    for one, other in (node.arguments, reversed(node.arguments)):
        new, old = path_of(one, {_SELF: ()}), path_of(_value_of(other), {_OLD: ()})
        if new is not None and new == old:
            return new
    return None


def _value_of(node: Tree) -> Tree:
    """What an optional value holds: `oldSelf` of `oldSelf.value()`."""
    is_method = isinstance(node, Call) and node.function in {"value", "orValue"}
    return node.target if is_method and isinstance(node, Call) and node.target is not None else node


def _is_of_absence(node: Tree) -> bool:
    """Whether a node only says that there was no value before, or an empty one."""
    if _is_of_creation(node):
        return True
    if not isinstance(node, Call):
        return False
    if node.function == "!_" and isinstance(node.arguments[0], Select) and node.arguments[0].is_test:
        return path_of(node.arguments[0], {_OLD: ()}) is not None
    if node.function == "_==_":
        return any(path_of(_sized(one), {_OLD: ()}) is not None for one in node.arguments)
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
