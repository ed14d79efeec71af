"""Asks the oracle what the API server makes of definitions and references, and keeps its answers in streams.json.

    python tests/oracle/make_streams.py PROGRAM

PROGRAM is the oracle's `packages`. Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from formats.xpkg.rules.vectors.metas import ODD_KEYS, REFERENCES
from formats.xpkg.rules.vectors.streams import DEFINITIONS

STORE = Path(__file__).with_name("streams.json")


def ask(program: str, question: str, requests: list[dict[str, Any]]) -> dict[str, Any]:
    """The oracle's answers by the names of the questions."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program, question], input=lines, capture_output=True, text=True, check=True)
    return {answer["id"]: answer["answer"] for answer in map(json.loads, done.stdout.splitlines())}


def main() -> None:
    """Asks, and writes the store."""
    program = sys.argv[1]
    definitions = ask(program, "crds", [{"id": name, "text": text} for name, text in DEFINITIONS.items()])
    (keys,) = ask(program, "crds", [{"id": "keys", "text": ODD_KEYS}]).values()
    references = ask(program, "references", [{"id": text, "reference": text} for text in REFERENCES])
    parts = {
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


if __name__ == "__main__":
    main()
