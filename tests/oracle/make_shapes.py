"""Asks the oracle which fields every kind knows, and writes xpkgtui/formats/xpkg/objects/shapes.json.

    python tests/oracle/make_shapes.py PROGRAM

PROGRAM is the oracle's `packages`. Its `shapes` has fields and JSON types; the names that Go gives to those types
stand only in error messages, so each field is given a wrong value once (`streams`) and the name is read from the
answer.

A field is written `string:v1.ResourceScope` (JSON type and Go type), `any`, `=Definition`, `!v1.Time` (a type that
decodes itself), or as `["list", "[]string", element]` with the Go type of the list (or map) and its element.
"embedded" names the structs that Go puts into the path of a field in its messages.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STORE = Path(__file__).parents[2] / "xpkgtui" / "formats" / "xpkg" / "objects" / "shapes.json"
Way = tuple[str | int, ...]
Key = tuple[str, str, int]


def ask(program: str, question: str, requests: list[dict[str, Any]]) -> list[Any]:
    """The oracle's answers, in order."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program, question], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line)["answer"] for line in done.stdout.splitlines()]


def main() -> None:
    """Asks, and writes the store."""
    program = sys.argv[1]
    told = ask(program, "shapes", [{"id": "shapes"}])[0]
    go = _ask_go(program, told)
    short = _short_names(told["definitions"])
    definitions = {
        short[name]: {
            field: _compact(shape, go.types.get((name, field, 0), ""), go.types.get((name, field, 1), ""), short)
            for field, shape in sorted(definition.get("fields", {}).items())
        }
        for name, definition in sorted(told["definitions"].items())
    }
    kinds = {
        part: {kind: short[name] for kind, name in sorted(listed.items())} for part, listed in told["kinds"].items()
    }
    embedded = {
        short[name]: via
        for name, definition in sorted(told["definitions"].items())
        if (via := {field: go.embedded((name, field, 0)) for field in definition.get("fields", {})})
        and (via := {field: names for field, names in via.items() if names})
    }
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(fields)}" for name, fields in definitions.items())
    parts = {"kinds": json.dumps(kinds, indent=0), "embedded": json.dumps(embedded), "definitions": f"{{\n{rows}\n}}"}
    text = ",\n".join(f'"{name}": {part}' for name, part in parts.items())
    STORE.write_text(f"{{{text}}}\n", encoding="utf-8")


def _short_names(definitions: dict[str, Any]) -> dict[str, str]:
    """`v1.Provider`, with as much of its path as makes it unique."""
    short: dict[str, str] = {}
    for name in sorted(definitions):
        parts = name.split("/")
        lengths = range(1, len(parts) + 1)
        short[name] = next("/".join(parts[-n:]) for n in lengths if "/".join(parts[-n:]) not in short.values())
    return short


class _Told:
    """What Go's messages say of each (definition, field, 0 for the field or 1 for its elements)."""

    def __init__(self) -> None:
        self.types: dict[Key, str] = {}
        self.paths: dict[Key, list[str]] = {}
        self.parents: dict[str, Key | None] = {}

    def embedded(self, key: Key) -> str:
        """Names of the embedded structs through which Go reaches the field: they stand in its messages."""
        if self.parents[key[0]] is None and key[1] in {"apiVersion", "kind"}:
            return "TypeMeta"
        path = self.paths.get(key)
        parent = self.parents[key[0]]
        before = self.paths[parent] if parent else []
        return ".".join(path[len(before) : -1]) if path else ""


def _ask_go(program: str, told: dict[str, Any]) -> _Told:
    answers = _Told()
    probes = list(_probes(told, answers.parents))
    texts = [{"id": "p", "text": json.dumps(document)} for _, document in probes]
    for (key, document), answer in zip(probes, ask(program, "streams", texts), strict=True):
        match = re.search(r"Go struct field [^.]+\.(\S+) of type (.+)$", answer.get("parseError", ""))
        if match is None:
            raise SystemExit(f"no type in {answer} for {document}")
        answers.paths[key], answers.types[key] = match[1].split("."), match[2]
    return answers


def _probes(told: dict[str, Any], parents: dict[str, Key | None]) -> Iterator[tuple[Key, Any]]:
    """Documents with one wrong value each, for every field that can be reached."""
    kinds = [(kind, name) for listed in told["kinds"].values() for kind, name in listed.items()]
    for kind, root in kinds:
        api_version, _, kind_name = kind.partition(", ")
        queue: list[tuple[str, Way, Key | None]] = [(root, (), None)]
        while queue:
            name, way, parent = queue.pop()
            if name in parents:
                continue
            parents[name] = parent
            for field, shape in told["definitions"][name].get("fields", {}).items():
                if not way and field in {"apiVersion", "kind"}:
                    continue
                for level, (inner, steps) in enumerate(_levels(shape)):
                    here = (*way, field, *steps)
                    if inner.get("ref"):
                        queue.append((inner["ref"], here, (name, field, 0)))
                    if inner.get("custom") or inner.get("scalar") == "any" or level > 1:
                        continue
                    document = {"apiVersion": api_version, "kind": kind_name, **_nest(here, _wrong(inner))}
                    yield (name, field, level), document


def _levels(shape: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Way]]:
    """The shape, and what it holds; with the steps that lead there."""
    steps: Way = ()
    yield shape, steps
    while "list" in shape or "map" in shape:
        steps = (*steps, 0 if "list" in shape else "k")
        shape = shape.get("list") or shape["map"]
        yield shape, steps


def _wrong(shape: dict[str, Any]) -> Any:
    return "x" if shape.get("scalar") in {"integer", "number", "boolean"} else 1


def _nest(way: Way, value: Any) -> Any:
    for step in reversed(way):
        value = [value] if isinstance(step, int) else {step: value}
    return value


def _compact(shape: dict[str, Any], outer: str, inner: str, short: dict[str, str]) -> Any:
    if "list" in shape or "map" in shape:
        form = "list" if "list" in shape else "map"
        return [form, outer, _compact(shape[form], inner, "", short)]
    if "ref" in shape:
        return "=" + short[shape["ref"]]
    if "custom" in shape:
        return "!" + shape["custom"]
    if shape.get("bytes"):
        return f"bytes:{outer}"
    scalar = shape["scalar"]
    return scalar if scalar == "any" else f"{scalar}:{outer or 'string'}"


if __name__ == "__main__":
    main()
