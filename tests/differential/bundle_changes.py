"""Random bundles: a real-looking one, with fields changed, taken away or doubled, and odd files beside the others."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV_FILE,
    DEPENDENCIES_FILE,
    ROLE,
    SERVICE,
)
from builders.packages.faulty_bundles import faulty_bundles
from ruamel.yaml import YAML

Change = list[Any]
"""`["set", file, path, value]`; drop and twice have no value; `["file", name, text]` and `["gone", file]`."""
_DEPENDENCIES = """\
dependencies:
- {type: olm.package, value: {packageName: harbor, version: '>=1.0.0 <2.0.0'}}
- {type: olm.gvk, value: {group: harbor.example.com, version: v1, kind: Pier}}
- {type: olm.label, value: {label: fast}}
- {type: olm.constraint, value: {failureMessage: no, cel: {rule: 'true'}}}
"""
_BASES = (
    *("sound", "hub-sound", "webhook", "conversion", "hub-creates-definitions", "csv-good-images", "crd-webhook"),
    "crd-beta-plain",
)
_TEXTS = (
    "",
    "a",
    "A_b",
    "a.b",
    "5",
    "1.2.3",
    "v1.2",
    "01.2.3",
    "x" * 64,
    "*",
    "a b",
    "Cluster",
    "é",
    "-a",
    "a/b",
    "{",
    "[]",
)
_WHOLE: tuple[Any, ...] = (None, True, 0, 5, -1, 1.5, [], {}, ["a"], {"a": "b"}, [{}], [None])
_ODD = {
    "manifests/c.yaml": (
        "",
        "# nothing\n",
        "a: b\n",
        "text\n",
        "- a\n",
        "a: [\n",
        "kind: ConfigMap\n",
        "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\n",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\nkind: Odd\n",
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: tides}\n",
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 0}\n",
        '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n',
        CRD.replace("berth", "mooring").replace("Berth", "Mooring"),
        CRD,
    ),
    "manifests/.hidden": ("", SERVICE, "a: [\n"),
    "manifests/deep/a.yaml": (SERVICE,),
    "manifests/Chart.yaml": ("apiVersion: v2\nname: a\n", "apiVersion: v2\n"),
    "metadata/a.yaml": (ANNOTATIONS, "annotations: {a: b}\n", "a: b\n", "annotations: [a]\n"),
    "metadata/properties.yaml": (
        "properties: [{type: a, value: b}]\n",
        "properties: [{type: olm.gvk.required}]\n",
        "a\n",
    ),
}


def _loaded(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def bases() -> Mapping[str, Mapping[str, Any]]:
    """The bundles that are changed: the files as values."""
    faulty = faulty_bundles()
    found = {name: {file: _loaded(text) for file, text in faulty[name].items()} for name in _BASES}
    return {
        **found,
        "dependent": {**found["sound"], DEPENDENCIES_FILE: _loaded(_DEPENDENCIES)},
        "roles": {**found["sound"], "manifests/c.yaml": _loaded(ROLE)},
    }


BASES = bases()


def files_of(case: Any) -> dict[str, str]:
    """The files of a case, as text: a case has them itself, or is a base with changes."""
    if "files" in case:
        return dict(case["files"])
    values = deepcopy(dict(BASES[case["base"]]))
    texts: dict[str, str | None] = {}
    for change in case["changes"]:
        _change(values, texts, change)
    written = {name: yaml_of(value) for name, value in values.items()}
    return {name: text for name, text in {**written, **texts}.items() if text is not None}


def _change(values: dict[str, Any], texts: dict[str, str | None], change: Change) -> None:
    match change:
        case ["file", name, text] if name in _ODD:
            texts[name] = text
        case ["gone", name]:
            texts[name] = None
        case [kind, file, [*path, last], *value] if file in values:
            _at(values[file], path, lambda holder: _DOING[kind](holder, last, value))


def _at(value: Any, path: list[Any], do: Callable[[Any], None]) -> None:
    for part in path:
        if not _holds(value, part):
            return
        value = value[part]
    do(value)


def _holds(value: Any, part: Any) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _set(holder: Any, last: Any, value: list[Any]) -> None:
    if isinstance(holder, dict) or _holds(holder, last):
        holder[last] = deepcopy(value[0])


def _drop(holder: Any, last: Any, value: list[Any]) -> None:
    del value
    if _holds(holder, last):
        del holder[last]


def _twice(holder: Any, last: Any, value: list[Any]) -> None:
    del value
    if isinstance(holder, list) and _holds(holder, last):
        holder.append(deepcopy(holder[last]))


_DOING: Mapping[str, Callable[[Any, Any, list[Any]], None]] = {"set": _set, "drop": _drop, "twice": _twice}


def yaml_of(value: Any, indent: int = 0) -> str:
    """A value as YAML in blocks, its strings in double quotes."""
    lead = "  " * indent
    if isinstance(value, dict) and value:
        return "".join(f"{lead}{json.dumps(str(key))}:{_inner(item, indent + 1)}" for key, item in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{lead}-{_inner(item, indent + 1)}" for item in value)
    return f"{lead}{json.dumps(value)}\n"


def _inner(value: Any, indent: int) -> str:
    if isinstance(value, (dict, list)) and value:
        return "\n" + yaml_of(value, indent)
    return f" {json.dumps(value)}\n"


def generated(chance: Random) -> Any:
    """A bundle with up to three changes; operator-sdk is asked with its optional validators in every other case."""
    base = chance.choice(list(BASES))
    changes = [_random(chance, BASES[base]) for _ in range(chance.choice((1, 1, 1, 2, 2, 3)))]
    return {"base": base, "changes": changes, "suite": chance.random() < 0.5}


def _random(chance: Random, files: Mapping[str, Any]) -> Change:
    if chance.random() < 0.12:
        name = chance.choice(list(_ODD))
        return ["file", name, chance.choice(_ODD[name])]
    if chance.random() < 0.02:
        return ["gone", chance.choice(list(files))]
    file = chance.choice([*files, CSV_FILE, CSV_FILE, CSV_FILE, CRD_FILE, ANNOTATIONS_FILE])
    paths = list(_paths(files[file]))
    path, value = chance.choice(paths)
    kind = chance.random()
    if kind < 0.25:
        return ["drop", file, path]
    if kind < 0.35 and isinstance(path[-1], int):
        return ["twice", file, path]
    if isinstance(value, str) and kind < 0.75:
        return ["set", file, path, chance.choice((*_TEXTS, value.upper(), f"{value}!", f" {value}"))]
    return ["set", file, path, chance.choice(_WHOLE)]


def _paths(value: Any, lead: tuple[Any, ...] = ()) -> Iterator[tuple[list[Any], Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield [*lead, key], item
        yield from _paths(item, (*lead, key))
