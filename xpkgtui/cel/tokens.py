"""The words of CEL: texts, numbers, names and marks, each with its place."""

import re
from collections.abc import Iterator

from xpkgtui.values import dataclass

END = ""
"""The text of the token behind the last."""
_ESCAPE = r"\\(?:[abfnrtv\"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7][0-7])"
_QUOTED = "|".join(
    (
        r'[rR](?:"""(?:[^"]|"(?!""))*"""|\'\'\'(?:[^\']|\'(?!\'\'))*\'\'\'|"[^"\n\r]*"|\'[^\'\n\r]*\')',
        rf'"""(?:{_ESCAPE}|[^\\"]|"(?!""))*"""',
        rf"'''(?:{_ESCAPE}|[^\\']|'(?!''))*'''",
        rf'"(?:{_ESCAPE}|[^\\"\n\r])*"',
        rf"'(?:{_ESCAPE}|[^\\'\n\r])*'",
    )
)
_TOKEN = re.compile(
    rf"(?P<blank>[\t \r\n\f]+|//[^\n]*)"
    rf"|(?P<text>[bB]?(?:{_QUOTED}))"
    r"|(?P<number>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
    r"|0x[0-9a-fA-F]+[uU]?|[0-9]+[uU]?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<quoted>`[A-Za-z0-9_.\-/ ]+`)"
    r"|(?P<mark>==|!=|<=|>=|&&|\|\||[<>\[\]{}().,\-!?:+*/%])"
)
_ESCAPED = re.compile(
    r"\\(?:([abfnrtv\"'\\?`])|[xX]([0-9a-fA-F]{2})|([0-3][0-7][0-7])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))"
)
_PLAIN = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_LONGEST = 100
"""Digits of a number; longer ones fit into no type."""
LEAST, MOST, MOST_UNSIGNED = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
"""The bounds of numbers."""


class CelFault(Exception):
    """An expression that no compiler of CEL takes."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset
        """Characters before the fault."""


class TooDeepExpression(Exception):
    """An expression that is nested deeper than is looked at."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an expression."""

    kind: str
    text: str
    offset: int


def tokens(text: str) -> Iterator[Token]:
    """The words, and at last the end."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            what = "a quote that does not end" if text[at] in "\"'`" else f"{text[at]!r}, which CEL does not know"
            raise CelFault(f"there is {what}", at)
        if found.lastgroup != "blank":
            yield Token(found.lastgroup or "", found.group(), at)
        at = found.end()
    yield Token("mark", END, len(text))


def text_of(token: Token) -> tuple[str, str | bytes]:
    """The type and the value of a text; its codes are those of characters, and bytes have none."""
    lead = token.text[: token.text.index(token.text[-1])].lower()
    is_bytes = "b" in lead
    end = 3 if token.text[len(lead) :][:3] in ('"""', "'''") and len(token.text) - len(lead) >= 6 else 1
    inner = token.text[len(lead) + end : -end].replace("\r\n", "\n").replace("\r", "\n")
    if "r" in lead:
        return ("bytes", inner.encode()) if is_bytes else ("string", inner)
    found: list[str | bytes] = []
    at = 0
    for one in _ESCAPED.finditer(inner):
        found.append(inner[at : one.start()])
        found.append(_unescaped(one, token, is_bytes=is_bytes))
        at = one.end()
    found.append(inner[at:])
    if is_bytes:
        return "bytes", b"".join(one if isinstance(one, bytes) else one.encode() for one in found)
    return "string", "".join(str(one) for one in found)


def _unescaped(match: re.Match[str], token: Token, *, is_bytes: bool) -> str | bytes:
    plain, two, octal, four, eight = match.groups()
    long = four or eight
    if plain:
        return _PLAIN.get(plain, plain)
    code = int(two or long, 16) if two or long else int(octal, 8)
    if long and (is_bytes or code > 0x10FFFF or 0xD800 <= code < 0xE000):
        raise CelFault("a text has the code of no character", token.offset)
    return bytes([code]) if is_bytes else chr(code)


def number_of(token: Token, *, is_negative: bool = False) -> tuple[str, int | float]:
    """The type and the value of a number, which has to fit into it."""
    text = token.text
    is_hexadecimal = text.startswith("0x")
    if not is_hexadecimal and re.search(r"[.eE]", text):
        real = float(text)
        if real == float("inf"):
            raise CelFault("a number is larger than CEL has them", token.offset)
        return "double", -real if is_negative else real
    is_unsigned = text[-1] in "uU"
    value = int(text.rstrip("uU"), 16 if is_hexadecimal else 10) if len(text) < _LONGEST else MOST_UNSIGNED + 1
    if is_unsigned:
        if value > MOST_UNSIGNED:
            raise CelFault("a number is larger than CEL has them", token.offset)
        return "uint", value
    value = -value if is_negative else value
    if not LEAST <= value <= MOST:
        raise CelFault("a number is larger than CEL has them", token.offset)
    return "int", value
