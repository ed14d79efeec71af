"""YAML as Kubernetes' Go encoder writes it: keys sorted, lists not indented, quotes only where they are needed."""

import re
from functools import cache

_PLAIN = re.compile(r"[A-Za-z./<][A-Za-z0-9_./()<>@$?=;,' +-]*(?::[A-Za-z0-9_./@<>;,+=-]+)*")
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~", "", ".nan", ".inf"})


def encode(value: object) -> str:
    """A mapping as a YAML document with its last line end."""
    lines: list[str] = []
    _add(lines, value, "")
    return "\n".join(lines) + "\n"


def _add(lines: list[str], value: object, pad: str) -> None:
    """Adds the lines of a value: thousands, before the demo is shown."""
    if isinstance(value, dict):
        for key in sorted(value):
            head, one = f"{pad}{_text(key, pad)}:", value[key]
            if one and isinstance(one, dict | list | tuple):
                lines.append(head)
                _add(lines, one, f"{pad}  " if isinstance(one, dict) else pad)
            else:
                lines.append(f"{head} {_scalar(one, pad)}")
    elif isinstance(value, list | tuple):
        for item in value:
            first = len(lines)
            _add(lines, item, f"{pad}  ")
            lines[first] = f"{pad}- {lines[first].lstrip(' ')}"
    else:
        lines.append(pad + _scalar(value, pad))


def _scalar(value: object, pad: str) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _text(value, pad)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return str(value)


def _text(value: str, pad: str) -> str:
    if "\n" not in value:
        return _line(value)
    chomp = "" if value.endswith("\n") else "-"
    rows = (f"{pad}  {row}" if row else "" for row in value.rstrip("\n").split("\n"))
    return f"|{chomp}\n" + "\n".join(rows)


@cache
def _line(value: str) -> str:
    if value.lower() in _RESERVED:
        return f'"{value}"'
    if _PLAIN.fullmatch(value) and not value.endswith(" "):
        return value
    return "'" + value.replace("'", "''") + "'"
