"""A target: what is called with bytes, which exceptions it may raise, and the inputs from which others are made."""

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fuzz.mutating import Mutation, as_bytes

from xpkgtui import visible

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One thing of the program that takes foreign bytes."""

    name: str
    check: Callable[[bytes], object]
    """Calls the program and raises `AssertionError` where an invariant does not hold."""
    seeds: Callable[[], Iterable[bytes]]
    expected: tuple[type[Exception], ...] = ()
    """The documented exceptions."""
    mutated: Mutation = as_bytes
    """Makes another input that knows the structure of the first."""
    tokens: str = ""
    """Words of the grammar, with blanks between them."""
    largest: int = 4096
    seconds: float = 1.0
    """The processor time that an input may take."""
    inputs: int = 50
    """How many of them a test of the target tries."""


def require_safe(text: str) -> None:
    """Requires that nothing of a foreign text reaches a terminal once it is made visible."""
    for shown in (visible.line(text), visible.name(text), visible.block(text).replace("\n", "")):
        bad = [one for one in shown if unicodedata.category(one) in _UNSAFE]
        assert not bad, f"not safe to print: {bad[:3]!r}"


def text_of(data: bytes) -> str:
    """Any text, with surrogates where the bytes are not UTF-8, as names of files and JSON have them."""
    return data.decode("utf-8", "surrogateescape")


def real(pattern: str, largest: int) -> Iterator[bytes]:
    """Files of the real packages that `XPKGTUI_CORPUS` names, if it names any."""
    folder = os.environ.get("XPKGTUI_CORPUS")
    for path in sorted(Path(folder).glob(pattern)) if folder else ():
        if path.is_file() and path.stat().st_size <= largest:
            yield path.read_bytes()
