"""Asks the oracle what the API server says of the kinds that Crossplane 2 added; its answers are newer_kinds.json.

    python tests/oracle/make_newer_kinds.py TYPED OBJECTS CRD...

TYPED is the program of typed.go, OBJECTS the oracle's `objects`. The CRDs are files of Crossplane's cluster/crds.
Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from formats.xpkg.rules.vectors.newer_kinds import NEWER_KINDS

STORE = Path(__file__).with_name("newer_kinds.json")
_VALUE = re.compile(r'^([A-Z][a-z ]+): (?:"[^"]*"|\d+|\{[^}]*\})(?=: |$)')
"""The value that a message repeats."""


def ask(program: str, requests: list[dict[str, Any]]) -> dict[str, Any]:
    """The answers by the names of the questions."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return {one["id"]: one["answer"] for one in map(json.loads, done.stdout.split("\n")[:-1])}


def main() -> None:
    """Asks, and writes the store."""
    typed, objects, *files = sys.argv[1:]
    definitions = "\n---\n".join(Path(file).read_text(encoding="utf-8") for file in files)
    written = ask(typed, [{"id": name, "text": text} for name, text in NEWER_KINDS.items()])
    requests = [{"id": name, "crds": definitions, "objects": text} for name, text in written.items()]
    rows = {name: _errors(answer["server"]) for name, answer in ask(objects, requests).items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(errors)}" for name, errors in rows.items())
    STORE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def _errors(server: list[dict[str, Any]]) -> list[str]:
    """The messages without the values that they repeat; what was not checked after an error is left out."""
    found = [error for one in server for error in one["errors"] if error["field"] != "<nil>"]
    return sorted(f"{error['field']}: {_without_value(error['message'])}" for error in found)


def _without_value(message: str) -> str:
    return _VALUE.sub(r"\1", message)


if __name__ == "__main__":
    main()
