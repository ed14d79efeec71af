"""The files of settings as JSON Schemas, for editors that complete and check TOML by them."""

from collections.abc import Mapping

from xpkgtui.settings.keys import KEYS, PATTERNS

Schema = dict[str, object]
_DRAFT = "http://json-schema.org/draft-04/schema#"
"""Taplo, by which editors check TOML, reads no newer one."""


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
