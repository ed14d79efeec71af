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
_CODE = re.compile(r"(?<!\\)(?:\\\\)*\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_LEAST, _MOST, _MOST_UNSIGNED = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1


class CelFault(Exception):
    """An expression that no compiler of CEL takes."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset
        """Characters before the fault."""


class TooDeep(Exception):
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


def type_of_text(token: Token) -> str:
    """The type of a text; its codes are those of characters, and bytes have none."""
    lead = token.text[: token.text.index(token.text[-1])].lower()
    is_bytes = "b" in lead
    for found in _CODE.finditer(token.text) if "r" not in lead else ():
        code = int(found[1] or found[2], 16)
        if is_bytes or code > 0x10FFFF or 0xD800 <= code < 0xE000:
            raise CelFault("a text has the code of no character", token.offset)
    return "bytes" if is_bytes else "string"


def type_of_number(token: Token, *, is_negative: bool = False) -> str:
    """The type of a number, which has to fit into it."""
    text = token.text
    is_hexadecimal = text.startswith("0x")
    if not is_hexadecimal and re.search(r"[.eE]", text):
        if float(text) == float("inf"):
            raise CelFault("a number is larger than CEL has them", token.offset)
        return "double"
    is_unsigned = text[-1] in "uU"
    value = int(text.rstrip("uU"), 16 if is_hexadecimal else 10)
    if is_unsigned:
        if value > _MOST_UNSIGNED:
            raise CelFault("a number is larger than CEL has them", token.offset)
        return "uint"
    if not _LEAST <= (-value if is_negative else value) <= _MOST:
        raise CelFault("a number is larger than CEL has them", token.offset)
    return "int"
