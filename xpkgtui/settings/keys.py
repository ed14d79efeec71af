"""The keys of the settings, and how each is read from a flag, the environment or the config file."""

import re
from collections.abc import Callable, Mapping

from xpkgtui.errors import Usage
from xpkgtui.limits import LARGEST, TABLE, parse_amount
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

Value = bool | str | frozenset[str] | Mapping[str, int] | None

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"", "0", "false", "no", "off"})
_HOST_PATTERN = r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
_VERSION_PATTERN = r"v?([0-9]{1,5}(?:\.[0-9]{1,5}){1,2}(?:-[0-9A-Za-z.-]{1,64})?)"
_NAME_PATTERN = "^[A-Za-z0-9][A-Za-z0-9-]*$"
_HOST, _VERSION = late(_HOST_PATTERN), late(_VERSION_PATTERN)
_A_VERSION = "a version of Crossplane, such as 2.4"
_QUOTED_VERSION = 'a version of Crossplane in quotes, such as "2.4"'
_FAIL_ON = ("error", "warning", "never")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One setting."""

    name: str
    """Its name in the config file and as a flag: `plain-http`."""
    parse: Callable[[object], Value]
    """Makes a value of what is written; raises `ValueError` with what is expected instead."""
    shape: Mapping[str, object]
    """What the config file may hold for it, as a JSON Schema; `parse` takes all of that, and more."""
    default: Value = None
    flag: str = ""
    """The flag, where it is not the name."""

    @property
    def variable(self) -> str:
        """Its name in the environment: `XPKGTUI_PLAIN_HTTP`."""
        return "XPKGTUI_" + self.name.upper().replace("-", "_")

    @property
    def option(self) -> str:
        """Its flag: `--plain-http`."""
        return f"--{self.flag or self.name}"

    @property
    def field(self) -> str:
        """Its name in Python: `plain_http`."""
        return self.name.replace("-", "_")

    def read(self, raw: object, where: str) -> Value:
        """The value of `raw`; raises `Usage` that names `where` it is written."""
        try:
            return self.parse(raw)
        except ValueError as error:
            given = _in_words(raw)
            raise Usage(
                f"{where} is {clip(line(repr(given)), 80)}, which is not valid", hint=f"It takes {error}."
            ) from error


def _in_words(raw: object) -> object:
    """What was given, as it is written on a command line."""
    if isinstance(raw, dict):
        return ", ".join(f"{name}={value}" for name, value in raw.items())
    return ", ".join(map(str, raw)) if isinstance(raw, tuple) else raw


def _switch(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    word = raw.strip().lower() if isinstance(raw, str) else None
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError("true or false")


def _text(raw: object) -> str | None:
    if not isinstance(raw, str) or "\0" in raw:
        raise ValueError("a text in quotes")
    return raw or None


def _hosts(raw: object) -> frozenset[str]:
    """Hosts of a list, or of one text with commas or blanks between them."""
    items = re.split(r"[,\s]+", raw) if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple):
        raise ValueError("hosts, each with its port where it has one")
    hosts = [item for item in items if item != ""]
    for host in hosts:
        if not isinstance(host, str) or not _HOST.fullmatch(host):
            raise ValueError("hosts without scheme or path, such as registry.local:5000")
    return frozenset(host.lower() for host in hosts)


def _patterns(raw: object) -> frozenset[str]:
    """Patterns of a list, or of one text with commas between them; a folder that is opened reads them."""
    items = [raw] if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError("patterns of file names, such as .github/*")
    return frozenset(part.strip() for item in items for part in item.split(",") if part.strip())


def _version(raw: object) -> str:
    found = _VERSION.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if found is None:
        raise ValueError(_QUOTED_VERSION if isinstance(raw, int | float) else _A_VERSION)
    return found[1]


def _fail_on(raw: object) -> str:
    if raw not in _FAIL_ON:
        raise ValueError("error, warning or never")
    return str(raw)


def _limits(raw: object) -> Mapping[str, int]:
    """Limits of a table, or of texts `NAME=VALUE` with commas or blanks between them."""
    if isinstance(raw, str):
        raw = re.split(r"[,\s]+", raw.strip())
    if isinstance(raw, list | tuple):
        raw = dict(str(item).partition("=")[::2] for item in raw)
    if not isinstance(raw, dict):
        raise ValueError('a table of limits, such as blob = "2GiB" below [limits]')
    return {_limit_name(str(name)): _amount(value) for name, value in raw.items()}


def _limit_name(name: str) -> str:
    if name not in TABLE:
        raise ValueError(f"NAME=VALUE, such as blob=2GiB; the names are {', '.join(TABLE)}")
    return name


def _amount(raw: object) -> int:
    return parse_amount(raw if isinstance(raw, str) else str(raw))


def _name(raw: object) -> str:
    if not isinstance(raw, str) or not re.fullmatch(_NAME_PATTERN.strip("^$"), raw):
        raise ValueError("the name of a profile, such as crossplane or spec")
    return raw.lower()


def _switched(name: str) -> Key:
    return Key(name=name, parse=_switch, shape={"type": "boolean"}, default=False)


def _path(name: str) -> Key:
    return Key(name=name, parse=_text, shape={"type": "string", "pattern": r"^[^\u0000]*$"})


def _of_hosts(name: str) -> Key:
    host = {"type": "string", "pattern": f"^(?:{_HOST_PATTERN})$"}
    return Key(name=name, parse=_hosts, shape={"type": "array", "items": host}, default=frozenset())


PATTERNS: Mapping[str, object] = {"type": "array", "items": {"type": "string"}}
"""What `exclude` is, here and in the file of a folder of sources."""
_AMOUNTS: Mapping[str, object] = {
    name: {
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": LARGEST},
            {"type": "string", "pattern": "^[1-9][0-9_,]{0,11} ?[KMG]?(iB|B)?$"},
        ],
        "default": limit.default,
        "description": f"At most {limit.amount(limit.default)} {'of ' if limit.is_size else ''}{limit.what}",
    }
    for name, limit in TABLE.items()
}
KEYS = (
    _path("cache-dir"),
    *map(_switched, ("no-cache", "offline", "refresh")),
    *map(_of_hosts, ("plain-http", "insecure", "private-storage", "token-server")),
    *map(_path, ("auth-file", "ca-file")),
    _switched("mirrors"),
    Key(name="profile", parse=_name, shape={"type": "string", "pattern": _NAME_PATTERN}, default="crossplane"),
    Key(
        name="crossplane", parse=_version, shape={"type": "string", "pattern": f"^{_VERSION_PATTERN}$"}, default="2.4"
    ),
    Key(name="exclude", parse=_patterns, shape=PATTERNS, default=frozenset()),
    Key(
        name="limits",
        parse=_limits,
        shape={"type": "object", "properties": _AMOUNTS, "additionalProperties": False},
        default={},
        flag="limit",
    ),
    Key(name="fail-on", parse=_fail_on, shape={"enum": list(_FAIL_ON)}, default="error"),
)
