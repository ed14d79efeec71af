"""Every setting with its value and its origin, in words."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from xpkgtui.limits import TABLE
from xpkgtui.settings.keys import KEYS, PATTERNS
from xpkgtui.settings.settings import SettingOrigin, Settings
from xpkgtui.values import dataclass

Schema = dict[str, object]
_DRAFT = "http://json-schema.org/draft-04/schema#"
"""Taplo, by which editors check TOML, reads no newer one."""


FILES = ("config.toml", "xpkgtui.toml")
"""The files of settings: that of the user, and that of a folder of sources."""


def of_config(words: Mapping[str, str]) -> Schema:
    """The config file; `words` say what each setting does, by its name."""
    return _file("config.toml of xpkgtui", {key.name: {"description": words[key.name], **key.shape} for key in KEYS})


def of_project(words: Mapping[str, str]) -> Schema:
    """xpkgtui.toml of a folder of sources."""
    return _file("xpkgtui.toml of a folder of sources", {"exclude": {"description": words["exclude"], **PATTERNS}})


def _file(title: str, properties: Schema) -> Schema:
    return {
        "$schema": _DRAFT,
        "title": title,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedSetting:
    """One setting."""

    name: str
    """`plain-http`; of a limit `limits.blob`."""
    value: str
    """As it would be written; empty text for none."""
    origin: str
    """`default`, `config`, `environment` or `flag`."""
    where: str = ""
    """The variable or the file that sets it."""


def described(settings: Settings, path: Path) -> Iterator[DescribedSetting]:
    """All settings, in the order of their table; limits one by one. `path` is that of the config file."""
    for key in KEYS:
        origin = settings.origins[key.name]
        places = {SettingOrigin.ENVIRONMENT: key.variable, SettingOrigin.CONFIG: str(path)}
        if key.name == "limits":
            for name, limit in TABLE.items():
                found = settings.limit_origins.get(name, SettingOrigin.DEFAULT)
                amount = limit.amount(getattr(settings.limits, name)).replace(" ", "").replace(",", "")
                yield _setting(f"{key.name}.{name}", amount.removesuffix("bytes"), found, places)
            continue
        value = settings.cache_dir is None if key.name == "no-cache" else getattr(settings, key.field)
        yield _setting(key.name, _written(value), origin, places)


def _setting(name: str, value: str, origin: SettingOrigin, places: Mapping[SettingOrigin, str]) -> DescribedSetting:
    return DescribedSetting(name=name, value=value, origin=origin.name.lower(), where=places.get(origin, ""))


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(sorted(value)) if isinstance(value, frozenset) else str(value or "")
