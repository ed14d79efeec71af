"""The keys of the settings, and how each is read from a flag, the environment or the config file."""

import re
from collections.abc import Callable, Mapping

from xpkgtui.errors import Usage
from xpkgtui.limits import TABLE, parse_amount
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

Value = bool | str | frozenset[str] | Mapping[str, int] | None

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"", "0", "false", "no", "off"})
_HOST = late(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_VERSION = late(r"v?([0-9]{1,5}(?:\.[0-9]{1,5}){1,2}(?:-[0-9A-Za-z.-]{1,64})?)")
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
    if not isinstance(raw, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", raw):
        raise ValueError("the name of a profile, such as crossplane or spec")
    return raw.lower()


KEYS = (
    Key(name="cache-dir", parse=_text),
    Key(name="no-cache", parse=_switch, default=False),
    Key(name="offline", parse=_switch, default=False),
    Key(name="refresh", parse=_switch, default=False),
    Key(name="plain-http", parse=_hosts, default=frozenset()),
    Key(name="insecure", parse=_hosts, default=frozenset()),
    Key(name="private-storage", parse=_hosts, default=frozenset()),
    Key(name="ca-file", parse=_text),
    Key(name="profile", parse=_name, default="crossplane"),
    Key(name="crossplane", parse=_version, default="2.4"),
    Key(name="exclude", parse=_patterns, default=frozenset()),
    Key(name="limits", parse=_limits, default={}, flag="limit"),
    Key(name="fail-on", parse=_fail_on, default="error"),
)
