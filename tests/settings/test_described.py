"""Every setting as it is described: schemas, values with their origins, and what is said of a value that is none."""

import json
from pathlib import Path

import pytest
from builders.goldens import Golden, once

from xpkgtui.errors import Usage
from xpkgtui.settings.described import described, of_config, of_project
from xpkgtui.settings.keys import KEYS
from xpkgtui.settings.settings import settings_with

CONFIG = {
    "plain-http": ["b:1", "A:1"],
    "limits": {"blob": "2GiB", "layers": 7, "documents": "1,000"},
    "offline": True,
}
FLAGS = {"exclude": ("b/*", "a, c"), "limits": ("files=5",), "no_cache": True, "profile": "Spec"}
VALUES = (
    "",
    "yes",
    "OFF",
    "maybe",
    "a.example:5000, [::1]:80\tb",
    "https://a.example",
    "a:123456",
    "v2.4",
    "1.20.0-rc.1",
)
ODD = (
    True,
    7,
    2.4,
    ["a", ""],
    ["a b"],
    [1],
    {"blob": 0},
    {"blob": "1KiB"},
    {"no": 1},
    "blob=1, layer=2M",
    "a\0",
    ("x",),
)


def test_the_schemas_are_what_was_agreed(golden: Golden) -> None:
    words = {key.name: f"What {key.name} does." for key in KEYS}
    lines: list[str] = []
    for schema in (of_config(words), of_project(words)):
        properties = schema.pop("properties")
        assert isinstance(properties, dict)
        lines += [json.dumps(schema), *(f"  {name}: {json.dumps(one)}" for name, one in properties.items())]
    golden("schemas", "\n".join([*lines, ""]))


def test_every_setting_is_described_with_its_origin(golden: Golden) -> None:
    variables = {
        "XPKGTUI_CROSSPLANE": "v2.3",
        "XPKGTUI_LIMITS": "layers=8",
        "XDG_CACHE_HOME": "/cache",
        "XPKGTUI_CACHE_DIR": "/c",
    }
    rows = []
    for config, flags, around in ((CONFIG, FLAGS, variables), ({}, {}, {"XDG_CACHE_HOME": "/cache"})):
        found = described(settings_with(config, flags, around), Path("/config.toml"))
        rows += [f"{one.name} = {one.value!r} by {one.origin}, {one.where}" for one in found]
    golden("described", "\n".join(rows) + "\n")


def test_a_value_is_read_or_refused_as_was_agreed(golden: Golden) -> None:
    rows = []
    for key in KEYS:
        rows.append(f"{key.name} {key.variable} {key.option} {key.field} {key.default!r}")
        for value in (*VALUES, *ODD):
            try:
                found = key.read(value, "it")
                rows.append(f"  {value!r}: {sorted(found) if isinstance(found, frozenset) else found!r}")
            except Usage as error:
                rows.append(f"  {error}; {error.hint}")
    golden("keys", once("\n".join(rows) + "\n"))


@pytest.mark.parametrize(
    ("config", "said"), [({"offline": 7}, "offline in the config file is 7, which is not valid")]
)
def test_what_is_wrong_names_where_it_is_written(config: dict[str, object], said: str) -> None:
    with pytest.raises(Usage) as caught:
        settings_with(config, {}, {})
    assert str(caught.value) == said
