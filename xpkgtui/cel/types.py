"""The types of CEL, and when one can stand for another, as cel-go unifies them."""

from collections.abc import Sequence
from typing import Any

Type = tuple[Any, ...]
"""Its kind, then the types that it is made of; a variable has its name."""

DYN, ANY, ERROR, NULL, BOOL, INT = ("dyn",), ("any",), ("!error!",), ("null",), ("bool",), ("int",)
_WRAPPED = frozenset(("list", "map", "optional_type", "type"))
_NULLABLE = frozenset(("any", "duration", "null", "object", "optional_type", "timestamp"))
"""Types of which `null` is a value, beside those with a dot in their name, which a program adds."""
_MOST_STEPS = 20_000
"""The most steps for one expression; an honest one takes some hundreds."""


class Declared:
    """A type of objects; two are the same only if they are one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __str__(self) -> str:
        return self._name

    def field(self, name: str) -> Type | None:
        """The type of a field, by its name in expressions; None where there is none."""
        raise NotImplementedError


def of_object(declared: Declared) -> Type:
    """A type of objects."""
    return ("object", declared)


class TooMuch(Exception):
    """An expression whose types take more steps than are gone."""


def of_list(inner: Type) -> Type:
    """A list."""
    return ("list", inner)


def of_map(key: Type, value: Type) -> Type:
    """A map."""
    return ("map", key, value)


def optional(inner: Type) -> Type:
    """A value that may be missing."""
    return ("optional_type", inner)


def variable(name: str) -> Type:
    """A type that is not known yet."""
    return ("param", name)


def is_dynamic(found: Type) -> bool:
    """Whether the type is known only at run time."""
    return found in (DYN, ANY)


def shown(found: Type) -> str:
    """A type as messages name it."""
    if found[0] in ("param", "object"):
        return str(found[1])
    if len(found) > 1:
        return f"{found[0]}({', '.join(map(shown, found[1:]))})"
    return str(found[0])


class Unknowns:
    """What the variables of types stand for, as far as it is known."""

    def __init__(self) -> None:
        self._known: dict[str, Type] = {}
        self._before: list[tuple[str, Type | None]] = []
        self._count = 0
        self._steps = 0

    def fresh(self) -> Type:
        """A new variable."""
        self._count += 1
        return variable(f"_var{self._count - 1}")

    def fits(self, first: Sequence[Type], second: Sequence[Type]) -> bool:
        """Whether all types of one list can stand for those of the other; what follows for variables is kept."""
        self._before.clear()
        if self._all(first, second):
            return True
        for name, before in reversed(self._before):
            if before is None:
                del self._known[name]
            else:
                self._known[name] = before
        return False

    def resolved(self, found: Type, *, is_last: bool = False) -> Type:
        """A type without the variables that are known; at last the others are dynamic."""
        self._step()
        if found[0] == "param":
            if (known := self._known.get(found[1])) is not None:
                return self.resolved(known, is_last=is_last)
            return DYN if is_last else found
        if found[0] in _WRAPPED:
            return (found[0], *(self.resolved(one, is_last=is_last) for one in found[1:]))
        return found

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooMuch

    def _all(self, first: Sequence[Type], second: Sequence[Type]) -> bool:
        if len(first) != len(second):
            return False
        return all(self._one(one, other) for one, other in zip(first, second, strict=True))

    def _one(self, one: Type, other: Type) -> bool:
        self._step()
        if other[0] == "param":
            is_valid, is_known = self._stands_for(one, other)
            if is_valid or is_known:
                return is_valid
        if one[0] == "param":
            return self._stands_for(other, one)[0]
        if ERROR in (one, other) or is_dynamic(one) or is_dynamic(other):
            return True
        if one == NULL or other == NULL:
            kind = (other if one == NULL else one)[0]
            return kind in _NULLABLE or "." in kind
        if one[0] == "type":
            return bool(other[0] == "type")
        if one[0] in _WRAPPED:
            return one[0] == other[0] and self._all(one[1:], other[1:])
        return one == other

    def _stands_for(self, one: Type, unknown: Type) -> tuple[bool, bool]:
        """Whether a variable can stand for a type, and whether it is known what it stands for."""
        if one == unknown:
            return True, True
        known = self._known.get(unknown[1])
        if known is not None:
            if one == known:
                return True, True
            if not self._one(one, known):
                return False, True
            general = general_of(one, known)
            if self._is_outside(unknown, general):
                self._set(unknown, general)
            return True, True
        if self._is_outside(unknown, one):
            self._set(unknown, one)
            return True, False
        return False, False

    def _set(self, unknown: Type, found: Type) -> None:
        self._before.append((unknown[1], self._known.get(unknown[1])))
        self._known[unknown[1]] = found

    def _is_outside(self, unknown: Type, found: Type) -> bool:
        """Whether a variable is no part of a type."""
        self._step()
        if unknown == found:
            return False
        if found[0] == "param":
            known = self._known.get(found[1])
            return known is None or self._is_outside(unknown, known)
        return found[0] not in _WRAPPED or all(self._is_outside(unknown, one) for one in found[1:])


def general_of(one: Type, other: Type) -> Type:
    """The more general of two types that fit."""
    return one if _is_as_general(one, other) else other


def _is_as_general(one: Type, other: Type) -> bool:
    if is_dynamic(one) or one[0] == "param":
        return True
    if is_dynamic(other) or other[0] == "param" or one[0] != other[0]:
        return False
    if one[0] in ("list", "map", "optional_type"):
        return all(_is_as_general(*pair) for pair in zip(one[1:], other[1:], strict=True))
    return True
