"""Asks the oracle what the API server makes of the examples of the corpus, and keeps its answers in examples.json.

    XPKGTUI_CORPUS=FOLDER python tests/oracle/make_examples.py FOLDER

FOLDER has the oracle's program `objects` (a small Go program around the published libraries, built apart from this
repository). An example of which the package has no definition that the API server takes is not asked about: its
answer is null.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.packages.exampled import RealExamples, digest_of, real_examples
from differential.oracle import Oracle

from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.untyped import field, mapping

_DEFAULTS = {"defaultCompositionUpdatePolicy": "Automatic", "defaultCompositeDeletePolicy": "Background"}
_STORE = Path(__file__).with_name("examples.json")


def main() -> None:
    """Asks, and writes a line for each package."""
    corpus = Path(os.environ["XPKGTUI_CORPUS"])
    with Oracle(Path(sys.argv[1])) as oracle:
        found = {name: _answers(oracle, one) for name, one in real_examples(corpus).items()}
    rows = [f"{json.dumps(name)}: {json.dumps(answers)}" for name, answers in found.items() if answers]
    _STORE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _answers(oracle: Oracle, real: RealExamples) -> list[Any]:
    values = [mapping(one.value) for one in real.documents]
    definitions: dict[tuple[str, str], list[Any]] = {}
    wanted = {_named(one) for one in values}
    heads = [one for one in real.package.heads if one.defines and any(group == one.group for group, _ in wanted)]
    inside = list(_defined(real, wanted, [real.package.read(one) for one in heads]))
    known = {key for key, _ in inside}
    for key, value in (*inside, *(one for one in _defined(real, wanted, values) if one[0] not in known)):
        if not str(value["apiVersion"]).endswith("/v1beta1"):
            definitions.setdefault(key, []).append(value)
    return [_answer(oracle, definitions.get(_named(one), []), one) for one in values]


def _defined(
    real: RealExamples, wanted: set[tuple[str, str]], values: list[Any]
) -> Iterator[tuple[tuple[str, str], Any]]:
    """The kinds that are wanted of those that these documents define, as far as the API server takes that."""
    for value in values:
        for made in real.format.custom_resources(value):
            key = field(made, "spec", "group"), field(made, "spec", "names", "kind")
            if key in wanted and not check_definition(made):
                yield key, value


def _with_defaults(definition: Any) -> Any:
    """A composite definition as the API server stores it, which the oracle does not ask."""
    if definition["kind"] != "CompositeResourceDefinition":
        return definition
    return definition | {"spec": _DEFAULTS | definition["spec"]}


def _named(value: Any) -> tuple[str, str]:
    return str(value.get("apiVersion", "")).rpartition("/")[0], str(value.get("kind", ""))


def _answer(oracle: Oracle, definitions: list[Any], value: Any) -> Any:
    if len(definitions) != 1:
        return None
    definition = json.dumps(_with_defaults(definitions[0]))
    answer = oracle.ask("objects", crds=definition, objects=json.dumps(value), show=True)["answer"]
    if "error" in answer:
        raise ValueError(answer["error"])
    (said,) = answer["server"]
    if "refused" in said or "panic" in said:
        return {"refused": said.get("refused") or said["panic"]}
    errors = sorted({(one["field"], one["message"]) for one in said["errors"]})
    found: dict[str, Any] = {}
    if said["unknown"]:
        found["unknown"] = sorted(set(said["unknown"]))
    if errors:
        found["errors"] = [list(one) for one in errors]
    if said["message"]:
        found["message"] = said["message"]
    return found | {"stored": digest_of(said["object"])}


if __name__ == "__main__":
    main()
