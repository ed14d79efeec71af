"""Values as Go prints them: quoted with `%q`, with `%v` and, where a boolean is expected, with `%t`."""

from collections.abc import Iterable

_DEEPEST = 50
_TYPES = {type(None): "null", str: "string", bool: "bool", list: "array", dict: "object"}


class TooDeep(ValueError):
    """A value that is nested deeper than is printed."""


def type_of_go(value: object) -> str:
    """The type of a value in messages of Go's decoder of JSON."""
    return _TYPES.get(type(value), "number")


def plain(value: object) -> str:
    """A value as `%v` prints it; raises `TooDeep`, and `OverflowError` for a number that is none in Go."""
    return _printed(value, 0, is_truth=False)


def truth(value: object) -> str:
    """A value as `%t` prints it, which wants a boolean and says so of all others."""
    return _printed(value, 0, is_truth=True)


def _printed(value: object, depth: int, *, is_truth: bool) -> str:
    if depth > _DEEPEST:
        raise TooDeep
    inner = depth + 1

    def each(values: Iterable[object]) -> list[str]:
        return [_printed(one, inner, is_truth=is_truth) for one in values]

    match value:
        case dict():
            keys = sorted(map(str, value), key=lambda key: key.encode("utf-8", "surrogatepass"))
            named = {str(key): one for key, one in value.items()}
            pairs = zip(each(keys), each(named[key] for key in keys), strict=True)
            return f"map[{' '.join(f'{key}:{one}' for key, one in pairs)}]"
        case list():
            return f"[{' '.join(each(value))}]"
        case bool():
            return str(value).lower()
        case None:
            return "%!t(<nil>)" if is_truth and not depth else "<nil>"
        case int() | float():
            return f"%!t(float64={number(value)})" if is_truth else number(value)
    return f"%!t(string={value})" if is_truth else str(value)


def number(value: float) -> str:
    """A number as `%v` prints a float64: the fewest digits, with an exponent from a million on."""
    from decimal import Decimal

    sign, digits, exponent = Decimal(repr(float(value))).as_tuple()
    assert isinstance(exponent, int)
    written = "".join(map(str, digits)).rstrip("0") or "0"
    power = len(digits) + exponent - 1 if written != "0" else 0
    lead = "-" if sign else ""
    if -5 < power < 6:
        whole = written[: power + 1].ljust(power + 1, "0") if power >= 0 else "0"
        rest = written[power + 1 :] if power >= 0 else "0" * (-power - 1) + written
        return lead + whole + (f".{rest}" if rest else "")
    return f"{lead}{written[0]}{f'.{written[1:]}' if written[1:] else ''}e{power:+03d}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r"}
_ESCAPES |= {"\t": "\\t", "\v": "\\v"}


def quoted(text: str) -> str:
    """`text` in double quotes, with unprintable characters escaped."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(_ESCAPES.get(character) or _printable(character) for character in text) + '"'


def _printable(character: str) -> str:
    from xpkgtui.golang.characters import is_printable

    code = ord(character)
    if is_printable(character):
        return character
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
