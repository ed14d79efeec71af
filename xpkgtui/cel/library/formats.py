"""Kubernetes' extension for formats: named ones, and what they say of a text."""

import re
from collections.abc import Callable, Mapping

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.values import Opaque, Optional, StepsLeft, Undecided, Value
from xpkgtui.golang.urls import parse_request
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_LABEL = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_LABEL_1035 = late(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_SUBDOMAIN = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_WORD = late(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_UUID = late(r"[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}")
_BYTES = late(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})")

DECLARED = {"validate": "kubernetes.NamedFormat. string ?[string]", "format.named": "string ?kubernetes.NamedFormat"}


def _matches(pattern: re.Pattern[str], longest: int) -> Callable[[str], bool]:
    return lambda text: len(text) <= longest and pattern.fullmatch(text) is not None


def _prefix(check: Callable[[str], bool]) -> Callable[[str], bool]:
    """A check of the begin of a name, which may end with a dash."""
    return lambda text: check(f"{text[:-1]}a" if text.endswith("-") else text)


def _is_qualified(text: str) -> bool:
    domain, slash, name = text.rpartition("/")
    fits = not slash or (bool(domain) and "/" not in domain and _CHECKS["dns1123Subdomain"](domain))
    return fits and _matches(_WORD, 63)(name)


_CHECKS: dict[str, Callable[[str], bool]] = {
    "dns1123Label": _matches(_LABEL, 63),
    "dns1123Subdomain": _matches(_SUBDOMAIN, 253),
    "dns1035Label": _matches(_LABEL_1035, 63),
    "qualifiedName": _is_qualified,
    "labelValue": lambda text: not text or _matches(_WORD, 63)(text),
    "uri": lambda text: parse_request(text) is not None,
    "uuid": _matches(_UUID, 100),
    "byte": _matches(_BYTES, 1 << 30),
}
_CHECKS |= {f"{name}Prefix": _prefix(_CHECKS[name]) for name in ("dns1123Label", "dns1123Subdomain", "dns1035Label")}
_OTHERS = ("date", "datetime")
DECLARED |= {f"format.{name}": "kubernetes.NamedFormat" for name in (*_CHECKS, *_OTHERS)}


@dataclass(frozen=True, slots=True)
class NamedFormat(Opaque):
    """A named format."""

    name: str
    type_name = "kubernetes.NamedFormat"


def _named(_: StepsLeft, name: Value) -> Value:
    return Optional(NamedFormat(name)) if name in _CHECKS or name in _OTHERS else Optional()


def _validate(steps: StepsLeft, named: Value, text: Value) -> Value:
    steps.take(len(text) // 10)
    if named.name not in _CHECKS:
        raise Undecided("a format that is not known")
    return Optional() if _CHECKS[named.name](text) else Optional([f"is not a {named.name}"])


def _constant(name: str) -> Function:
    value = NamedFormat(name)
    return lambda _: value


FUNCTIONS: Mapping[str, Function] = {
    "validate": _validate,
    "format.named": _named,
    **{f"format.{name}": _constant(name) for name in (*_CHECKS, *_OTHERS)},
}
