"""A subject: cases, what the libraries answer, what xpkgtui answers, and where the two may differ."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import eq
from random import Random
from typing import Any

from differential.oracle import Oracle

Case = Any
"""A question as a value that JSON can hold: it is stored, and made smaller where answers differ."""
Answer = Any
"""What is compared of an answer, as JSON holds it: lists, no tuples."""


def _one(case: Case) -> int:
    return 1


def _never(case: Case, ours: Answer, theirs: Answer) -> str | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One thing that xpkgtui does as published libraries do it."""

    name: str
    traps: Callable[[], Iterable[Case]]
    """Cases that every run asks and the table keeps; one that once failed is among them."""
    generated: Callable[[Random], Case]
    theirs: Callable[[Oracle, Case], Answer]
    ours: Callable[[Case], Answer]
    excused: Callable[[Case, Answer, Answer], str | None] = _never
    """Why these two answers may differ, in a sentence."""
    agrees: Callable[[Answer, Answer], bool] = eq
    """Whether our answer, then theirs, mean the same: a program that stops at a fault says less than xpkgtui."""
    counted: Callable[[Case], int] = _one
    """How many questions a case holds."""
    kept: int = 200
    """How many of the generated cases the table keeps; with none and without traps there is no table."""
    largest: int = 1 << 20
    """Characters of a generated case that the table keeps at most."""
