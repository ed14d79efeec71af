"""The types that Go expects in an image config: one wrong type in a known field, and it decodes nothing."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.oci.descriptor import Digest
from xpkgtui.patterns import late

Check = Callable[[object, str], None]

_TIME = late(r"(\d{4}-\d\d-\d\d)T(\d{1,2}:\d\d:\d\d)(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII)
"""Go is lenient about the hour and the comma: https://go.dev/issue/54580."""
_INT64 = 1 << 63


def require_config(fields: Mapping[str, object]) -> None:
    """Raises `Malformed` where a field has another type than in `v1.ConfigFile` of go-containerregistry."""
    _CONFIG_FILE(fields, "the config")


def _plain(kind: type, words: str) -> Check:
    def check(value: object, where: str) -> None:
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise Malformed(f"{where} is no {words}")

    return check


def _number(value: object, where: str) -> None:
    _plain(int, "whole number")(value, where)
    if isinstance(value, int) and not -_INT64 <= value < _INT64:
        raise Malformed(f"{where} is too large a number")


def _time(value: object, where: str) -> None:
    if value is None:
        return
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    try:
        # Go knows a year 0, Python does not; it is as long as 2000.
        datetime.fromisoformat(f"{match[1].replace('0000-', '2000-', 1)}T{match[2]:0>8}" if match else "")
    except ValueError as error:
        raise Malformed(f"{where} is not a time") from error


def _hash(value: object, where: str) -> None:
    try:
        known = isinstance(value, str) and Digest.parse(value).algorithm == "sha256"
    except Malformed:
        known = False
    if not known:
        raise Malformed(f"{where} is not a sha256 digest")


def _each(inner: Check) -> Check:
    def check(value: object, where: str) -> None:
        if value is None:
            return
        if not isinstance(value, list):
            raise Malformed(f"{where} is not a list")
        for number, item in enumerate(value):
            inner(item, f"{where}, {number}")

    return check


def _values(inner: Check) -> Check:
    def check(value: object, where: str) -> None:
        _plain(dict, "object")(value, where)
        for key, item in value.items() if isinstance(value, dict) else ():
            inner(item, f"{key[:80]!r} of {where}")

    return check


def _fields(**known: Check) -> Check:
    by_name = {name.replace("__", ".").casefold(): check for name, check in known.items()}

    def check(value: object, where: str) -> None:
        _plain(dict, "object")(value, where)
        for key, item in value.items() if isinstance(value, dict) else ():
            if inner := by_name.get(key.casefold()):
                inner(item, f"{key} of {where}")

    return check


def _all(check: Check, names: str) -> dict[str, Any]:
    return dict.fromkeys(names.split(), check)


_TEXT, _FLAG = _plain(str, "string"), _plain(bool, "boolean")
_TEXTS = _each(_TEXT)
_HEALTHCHECK = _fields(Test=_TEXTS, **_all(_number, "Interval Timeout StartPeriod Retries"))
_HISTORY = _fields(created=_time, empty_layer=_FLAG, **_all(_TEXT, "author created_by comment"))
_SETTINGS = _fields(
    Labels=_values(_TEXT),
    Healthcheck=_HEALTHCHECK,
    **_all(_values(_fields()), "Volumes ExposedPorts"),
    **_all(_TEXTS, "Cmd Entrypoint Env OnBuild Shell"),
    **_all(_TEXT, "Domainname Hostname Image User WorkingDir MacAddress StopSignal"),
    **_all(_FLAG, "AttachStderr AttachStdin AttachStdout OpenStdin StdinOnce Tty ArgsEscaped NetworkDisabled"),
)
_CONFIG_FILE = _fields(
    created=_time,
    config=_SETTINGS,
    rootfs=_fields(type=_TEXT, diff_ids=_each(_hash)),
    history=_each(_HISTORY),
    os__features=_TEXTS,
    **_all(_TEXT, "architecture author container docker_version os os__version variant"),
)
