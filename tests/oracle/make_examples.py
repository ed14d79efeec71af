"""Asks the oracle what the API server makes of the examples of the corpus, and keeps its answers in examples.json.

    XPKGTUI_CORPUS=FOLDER python tests/oracle/make_examples.py FOLDER

FOLDER has the oracle's program `objects` (a small Go program around the published libraries, built apart from this
repository). An example of which the package has no definition that the API server takes is not asked about: its
answer is null.
"""

import json
import os
import sys
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
    for head in real.package.heads:
        if head.defines is not None and any(group == head.group for group, _ in wanted):
            value = real.package.read(head)
            for made in real.format.custom_resources(value):
                is_old = str(field(value, "apiVersion")).endswith("/v1beta1")
                key = field(made, "spec", "group"), field(made, "spec", "names", "kind")
                if key in wanted and not is_old and not check_definition(made):
                    definitions.setdefault(key, []).append(value)
    return [_answer(oracle, definitions.get(_named(one), []), one) for one in values]


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
