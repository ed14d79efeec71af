"""Asks the oracle what Crossplane's parser and linter make of the corpus, and keeps its answers in corpus.json.

    XPKGTUI_CORPUS=FOLDER python tests/oracle/make_corpus.py PROGRAM

PROGRAM is the oracle's `packages` (a small Go program around the published libraries, built apart from this
repository). Tests read the stored answers and need neither Go nor the oracle.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.corpus import STORE, as_told, content, packages


def main() -> None:
    """Asks, and writes the store: one line for each package."""
    program, found = sys.argv[1], packages(Path(os.environ["XPKGTUI_CORPUS"]))
    archives = {name: path for name, path in found.items() if path.suffix == ".xpkg"}
    with tempfile.TemporaryDirectory() as folder:
        streams = {name: Path(folder, str(number)) for number, name in enumerate(found) if name not in archives}
        for name, path in streams.items():
            path.write_bytes(content(found[name]))
        answers = _ask(program, "streams", "file", streams) | _ask(program, "images", "archive", archives)
    rows = [f"{json.dumps(name)}: {json.dumps(_kept(found[name], answers[name]))}" for name in found]
    STORE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _ask(program: str, question: str, field: str, files: dict[str, Path]) -> dict[str, Any]:
    lines = "".join(json.dumps({"id": name, field: str(path)}) + "\n" for name, path in files.items())
    done = subprocess.run([program, question], input=lines, capture_output=True, text=True, check=True)
    return {answer["id"]: answer["answer"] for answer in map(json.loads, done.stdout.splitlines())}


def _kept(path: Path, answer: dict[str, Any]) -> dict[str, Any]:
    """What is compared: the digest of the stream, the objects by name, and what was said (nothing: accepted)."""
    parsed = answer.get("package", answer)
    stream = answer["sha256"] if "package" in answer else hashlib.sha256(content(path)).hexdigest()
    row: dict[str, Any] = {"sha256": stream}
    if "parseError" in parsed:
        return {**row, "parseError": parsed["parseError"]}
    names = [_name(one) for one in parsed["objects"]]
    row |= {"meta": [_name(one) for one in parsed["meta"]], **as_told(names)}
    kind = parsed["meta"][0]["kind"]
    return {**row, **{who: parsed[who][kind] for who in ("lint", "validate")}}


def _name(one: dict[str, str]) -> str:
    return f"{one['apiVersion']} {one['kind']} {one['name']}"


if __name__ == "__main__":
    main()
