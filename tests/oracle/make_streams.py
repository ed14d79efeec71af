"""Asks the oracle what Crossplane and the API server make of vectors, and keeps its answers in streams.json.

    python tests/oracle/make_streams.py PROGRAM

PROGRAM is the oracle's `packages`. Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from formats.xpkg.rules.vectors.metas import META, ODD_KEYS, REFERENCES
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS

STORE = Path(__file__).with_name("streams.json")


def ask(program: str, question: str, requests: list[dict[str, Any]]) -> dict[str, Any]:
    """The oracle's answers by the names of the questions."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program, question], input=lines, capture_output=True, text=True, check=True)
    return {answer["id"]: answer["answer"] for answer in map(json.loads, done.stdout.splitlines())}


def main() -> None:
    """Asks, and writes the store."""
    program = sys.argv[1]
    streams = ask(program, "streams", [{"id": name, "text": text} for name, text in {**VECTORS, **META}.items()])
    definitions = ask(program, "crds", [{"id": name, "text": text} for name, text in DEFINITIONS.items()])
    (keys,) = ask(program, "crds", [{"id": "keys", "text": ODD_KEYS}]).values()
    references = ask(program, "references", [{"id": text, "reference": text} for text in REFERENCES])
    parts = {
        "streams": {name: _short(answer) for name, answer in streams.items()},
        "definitions": {name: answer["errors"] for name, answer in definitions.items()},
        "keys": {"errors": [[one["field"], one["detail"]] for one in keys["errors"]]},
        "references": {text: "error" not in answer["weak"] for text, answer in references.items()},
    }
    rows = [
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(answer, sort_keys=True)}" for name, answer in answers.items())
        + "\n}"
        for part, answers in parts.items()
    ]
    STORE.write_text("{" + ",\n".join(rows) + "}\n", encoding="utf-8")


def _short(answer: dict[str, Any]) -> dict[str, Any]:
    """What is compared: messages, and how many objects there are."""
    wanted: tuple[str, ...] = ("parseError", "lint", "validate")
    kept: dict[str, Any] = {key: answer[key] for key in wanted if key in answer}
    return {**kept, "metas": len(answer["meta"]), "objects": len(answer["objects"])}


if __name__ == "__main__":
    main()
