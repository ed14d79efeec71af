"""The challenges of an answer 401, by RFC 9110, parsed in linear time."""

import re
from collections.abc import Mapping
from dataclasses import field

from xpkgtui.values import dataclass

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BLANK = " \t"
_LONGEST = 65536


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """One method of authentication that a server offers."""

    scheme: str
    """In lower case: `bearer`, `basic`."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Values by names in lower case; of repeated names the first counts."""


def parse(header: str) -> tuple[Challenge, ...]:
    """The challenges of a `WWW-Authenticate` header, or of several joined by commas, up to the first invalid one."""
    header = header[:_LONGEST]
    found: list[tuple[str, dict[str, str]]] = []
    at = 0
    while True:
        at = _skip(header, at, ", \t")
        word = _TOKEN.match(header, at)
        if word is None:
            return tuple(Challenge(scheme=scheme, parameters=parameters) for scheme, parameters in found)
        after = _skip(header, word.end(), _BLANK)
        if found and header[after : after + 1] == "=":
            value, at = _value(header, _skip(header, after + 1, _BLANK))
            found[-1][1].setdefault(word[0].lower(), value)
        else:
            found.append((word[0].lower(), {}))
            at = word.end()


def _skip(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def _value(text: str, at: int) -> tuple[str, int]:
    """A parameter's value, quoted or not, and the position after it."""
    if text[at : at + 1] != '"':
        end = at
        while end < len(text) and text[end] not in ", \t":
            end += 1
        return text[at:end], end
    characters = []
    at += 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
        characters.append(text[at])
        at += 1
    return "".join(characters), at + 1
