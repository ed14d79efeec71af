"""YAML as Kubernetes' Go encoder writes it: keys sorted, lists not indented, quotes only where they are needed."""

import re
from collections.abc import Iterator, Mapping, Sequence

_PLAIN = re.compile(r"[A-Za-z./<][A-Za-z0-9_./()<>@$?=;,' +-]*(?::[A-Za-z0-9_./@<>;,+=-]+)*")
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~", "", ".nan", ".inf"})


def encode(value: object) -> str:
    """A mapping as a YAML document with its last line end."""
    return "\n".join(_lines(value, 0)) + "\n"


def _lines(value: object, indent: int) -> Iterator[str]:
    pad = " " * indent
    if isinstance(value, Mapping):
        for key in sorted(value):
            yield from _entry(f"{pad}{_scalar(key, indent)}:", value[key], indent)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            inner = list(_lines(item, indent + 2))
            yield f"{pad}- {inner[0].lstrip(' ')}"
            yield from inner[1:]
    else:
        yield pad + _scalar(value, indent)


def _entry(head: str, value: object, indent: int) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield head
        yield from _lines(value, indent + 2)
    elif isinstance(value, list | tuple) and value:
        yield head
        yield from _lines(value, indent)
    else:
        yield f"{head} {_scalar(value, indent)}"


def _scalar(value: object, indent: int) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _text(value, indent)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return str(value)


def _text(value: str, indent: int) -> str:
    if "\n" in value:
        chomp = "" if value.endswith("\n") else "-"
        pad = " " * (indent + 2)
        return f"|{chomp}\n" + "\n".join(pad + row if row else "" for row in value.rstrip("\n").split("\n"))
    if value.lower() in _RESERVED:
        return f'"{value}"'
    if _PLAIN.fullmatch(value) and not value.endswith(" "):
        return value
    return "'" + value.replace("'", "''") + "'"
