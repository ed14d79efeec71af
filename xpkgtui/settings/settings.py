"""The settings: a flag overrides the environment, that the config file, and that the default."""

import os
from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import cast

from xpkgtui.errors import Usage
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.settings import folders
from xpkgtui.settings.folders import read_regular
from xpkgtui.settings.keys import KEYS, Key, Value
from xpkgtui.values import dataclass
from xpkgtui.visible import line


class SettingOrigin(IntEnum):
    """Where the value of a setting comes from; the larger overrides."""

    DEFAULT = 0
    CONFIG = 1
    ENVIRONMENT = 2
    FLAG = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The value of every setting, with its origin."""

    cache_dir: str | None
    """The folder of the cache; None with `--no-cache`."""
    offline: bool
    refresh: bool
    plain_http: frozenset[str]
    insecure: frozenset[str]
    private_storage: frozenset[str]
    token_server: frozenset[str]
    auth_file: str | None
    ca_file: str | None
    mirrors: bool
    """Whether mirrors of registries.conf are asked first."""
    profile: str
    crossplane: str
    fail_on: str
    exclude: frozenset[str]
    """Patterns of files that are left out of a folder of sources."""
    limits: Limits
    """What is read at most."""
    origins: Mapping[str, SettingOrigin]
    """The origins by the names of the keys."""
    limit_origins: Mapping[str, SettingOrigin]
    """The origins of the limits that are set, by their names."""


def load(flags: Mapping[str, object], environment: Mapping[str, str]) -> Settings:
    """The settings; a flag that is None, False or empty is not set. Raises `Usage` for impossible values."""
    return settings_with(read_config(folders.config_file(environment)), flags, environment)


def settings_with(
    config: Mapping[str, object], flags: Mapping[str, object], environment: Mapping[str, str]
) -> Settings:
    """The settings where a config file has these; raises `Usage` for impossible values."""
    found = {key.name: _find(key, flags, environment, config) for key in KEYS}
    _exclude(found, "no-cache", "cache-dir")
    _exclude(found, "offline", "refresh")

    def value(name: str) -> Value:
        return found[name][0]

    limits, limit_origins = _limits(flags, environment, config)
    cache = value("cache-dir") or str(folders.cache_folder(environment))
    return Settings(
        cache_dir=None if value("no-cache") else os.path.abspath(os.path.expanduser(cast(str, cache))),
        offline=bool(value("offline")),
        refresh=bool(value("refresh")),
        plain_http=cast("frozenset[str]", value("plain-http")),
        insecure=cast("frozenset[str]", value("insecure")),
        private_storage=cast("frozenset[str]", value("private-storage")),
        token_server=cast("frozenset[str]", value("token-server")),
        auth_file=_readable("file of credentials", cast("str | None", value("auth-file"))),
        ca_file=_readable("CA file", cast("str | None", value("ca-file"))),
        mirrors=bool(value("mirrors")),
        profile=cast(str, value("profile")),
        crossplane=cast(str, value("crossplane")),
        fail_on=cast(str, value("fail-on")),
        exclude=cast("frozenset[str]", value("exclude")),
        limits=limits,
        origins={name: origin for name, (_, origin) in found.items()},
        limit_origins=limit_origins,
    )


def _limits(
    flags: Mapping[str, object], environment: Mapping[str, str], config: Mapping[str, object]
) -> tuple[Limits, Mapping[str, SettingOrigin]]:
    """Reads each limit from the origin with the highest precedence that sets it."""
    (key,) = (key for key in KEYS if key.name == "limits")
    found: dict[str, int] = {}
    origins: dict[str, SettingOrigin] = {}
    for read in (_find(key, {}, {}, config), _find(key, {}, environment, {}), _find(key, flags, {}, {})):
        given = cast("Mapping[str, int]", read[0])
        found.update(given)
        origins.update(dict.fromkeys(given, read[1]))
    return replace(LIMITS, **found), origins


def _find(
    key: Key, flags: Mapping[str, object], environment: Mapping[str, str], config: Mapping[str, object]
) -> tuple[Value, SettingOrigin]:
    flag = flags.get(key.field)
    if flag is not None and flag is not False and flag != ():
        return key.read(flag, key.option), SettingOrigin.FLAG
    if text := environment.get(key.variable):
        return key.read(text, key.variable), SettingOrigin.ENVIRONMENT
    if key.name in config:
        return key.read(config[key.name], f"{key.name} in the config file"), SettingOrigin.CONFIG
    return key.default, SettingOrigin.DEFAULT


def _exclude(found: dict[str, tuple[Value, SettingOrigin]], one: str, other: str) -> None:
    """Drops the one of lower origin of two contradicting settings; raises `Usage` for the same origin."""
    (left, left_origin), (right, right_origin) = found[one], found[other]
    if not left or not right:
        return
    if left_origin == right_origin:
        raise Usage(f"--{one} and --{other} cannot be combined", hint="Remove one of them.")
    loser = min(one, other, key=lambda name: found[name][1])
    found[loser] = (None, found[loser][1])


def _readable(what: str, file: str | None) -> str | None:
    """The absolute path of a file that can be read; raises `Usage` before any registry is contacted."""
    if file is None:
        return None
    path = os.path.abspath(os.path.expanduser(file))
    try:
        read_regular(Path(path), 1)
    except OSError as error:
        raise Usage(f"cannot read the {what} {line(path)}: {error.strerror}") from error
    return path


_LARGEST = 1 << 20
_CORRECT = "Correct the file, or remove it."


def read_config(path: Path) -> Mapping[str, object]:
    """The settings in the file by name; none where there is no file. Raises `Usage`."""
    try:
        data = read_regular(path, _LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise Usage(f"cannot read the config file {_shown(path)}: {error.strerror}") from error
    if len(data) > _LARGEST:
        raise Usage(f"the config file {_shown(path)} is larger than {_LARGEST} bytes")
    import tomllib

    try:
        found = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        raise Usage(f"the config file {_shown(path)} is not UTF-8 text", hint=_CORRECT) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Usage(f"the config file {_shown(path)} is not TOML: {line(str(error))}", hint=_CORRECT) from error
    known = [key.name for key in KEYS]
    for name in found:
        if name not in known:
            import difflib

            nearest = tuple(difflib.get_close_matches(name, known, 1, 0.5))
            raise Usage(
                f"the config file {_shown(path)} has an unknown key {line(name)!r}",
                hint=f"Did you mean {nearest[0]}?" if nearest else f"The keys are {', '.join(known)}.",
                suggestions=nearest,
            )
    return found


def _shown(path: Path) -> str:
    return line(str(path))
