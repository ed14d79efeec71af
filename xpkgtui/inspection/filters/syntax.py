"""The syntax of regular expressions in filters, read into a tree."""

import re

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_LONGEST = 200
"""Characters of an expression; they bound how deep its groups are nested."""
_MOST = 100
"""The highest number in `{1,100}`."""
_NUMBERS = late(r"\{(\d{1,4})(?:(,)(\d{0,4}))?\}")
_SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_CLASSES = frozenset("dDsSwW")
_OPERATORS = late(r"(\\.)|([\[&|~]|(?<=-)-)")
"""What may be an operator in a set one day, and what is escaped already."""


class BadExpression(ValueError):
    """What is wrong with an expression, in a few words."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One character: a pattern of `re` that one character matches; `^` and `$` stand for the ends of the line."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Series:
    """Nodes that match one after another."""

    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of several nodes."""

    branches: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node several times."""

    item: "Node"
    least: int
    most: int | None
    """The largest number of repetitions; None if there is no limit."""


Node = Atom | Series | Alternatives | Repeat


def parse(text: str) -> Node:
    """The tree of an expression; raises `BadExpression`."""
    if len(text) > _LONGEST:
        raise BadExpression("the expression is too long")
    reader = _Reader(text)
    found = reader.choice()
    if reader.rest:
        raise BadExpression("a ) has no (")
    return found


class _Reader:
    """A place in the text of an expression."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    @property
    def rest(self) -> str:
        """What is still to be read."""
        return self._text[self._at :]

    def choice(self) -> Node:
        """Series with `|` between them."""
        branches = [self._series()]
        while self._take("|"):
            branches.append(self._series())
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def _series(self) -> Node:
        items: list[Node] = []
        while self.rest and self.rest[0] not in "|)":
            items.append(self._repeated(self._one()))
        return Series(tuple(items))

    def _repeated(self, item: Node) -> Node:
        """Adds to a node how often it repeats; a lazy repetition finds the same here."""
        if (numbers := _NUMBERS.match(self.rest)) is not None:
            self._at += numbers.end()
            least, most = _counted(numbers)
        elif (sign := self.rest[:1]) and sign in _SIGNS:
            self._at += 1
            least, most = _SIGNS[sign]
        else:
            return item
        self._take("?")
        if self.rest[:1] in _SIGNS:
            raise BadExpression(f"nothing stands before {self.rest[0]}")
        return Repeat(item, least, most)

    def _one(self) -> Node:
        character = self.rest[0]
        if character in _SIGNS:
            raise BadExpression(f"nothing stands before {character}")
        self._at += 1
        match character:
            case "(":
                return self._group()
            case "[":
                return self._set()
            case "\\":
                return self._escaped()
            case "." | "^" | "$":
                return Atom(character)
        return Atom(re.escape(character))

    def _group(self) -> Node:
        if self.rest.startswith("?") and not self._take("?:"):
            raise BadExpression(f"({self.rest[:2]} is not supported")
        found = self.choice()
        if not self._take(")"):
            raise BadExpression("a ( has no )")
        return found

    def _set(self) -> Node:
        """A set of characters; what `re` may read as an operator one day is escaped."""
        start = self._at
        self._take("^")
        self._take("]")
        while self.rest and not self.rest.startswith("]"):
            self._at += 2 if self.rest.startswith("\\") else 1
        inside = self._text[start : self._at]
        if not self._take("]"):
            raise BadExpression("a [ has no ]")
        pattern = f"[{_OPERATORS.sub(_literal, inside)}]"
        try:
            re.compile(pattern)
        except re.error:
            raise BadExpression(f"[{inside}] is not a set of characters") from None
        return Atom(pattern)

    def _escaped(self) -> Node:
        character = self.rest[:1]
        if not character:
            raise BadExpression("nothing stands behind \\")
        self._at += 1
        if character in _CLASSES:
            return Atom(f"\\{character}")
        if character.isalnum():
            raise BadExpression(f"\\{character} is not supported")
        return Atom(re.escape(character))

    def _take(self, text: str) -> bool:
        if not self.rest.startswith(text):
            return False
        self._at += len(text)
        return True


def _counted(numbers: re.Match[str]) -> tuple[int, int | None]:
    least = int(numbers[1])
    most = least if not numbers[2] else int(numbers[3]) if numbers[3] else None
    if max(least, most or 0) > _MOST:
        raise BadExpression(f"{numbers[0]} is more than {_MOST}")
    if most is not None and most < least:
        raise BadExpression(f"{numbers[0]} ends before it begins")
    return least, most


def _literal(found: re.Match[str]) -> str:
    return found[1] or f"\\{found[2]}"
