"""Asks the oracle what RukPak 0.12 makes of plain bundles, and keeps its answers in plain.json.

    python tests/oracle/make_plain.py PROGRAM [CORPUS]

PROGRAM is the oracle's `rukpak` (a small Go program around the published library, built apart from this repository).
CORPUS is a folder of bundles; of those only the number of objects is kept. Tests need neither of the two.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.plain_bundles import CASES, write  # noqa: E402

STORE = Path(__file__).with_name("plain.json")


def main() -> None:
    """Asks, and writes the store."""
    with tempfile.TemporaryDirectory() as scratch:
        numbered = enumerate(CASES.items())
        folders = {name: write(Path(scratch, str(number)), files) for number, (name, files) in numbered}
        if len(sys.argv) > 2:
            found = sorted(path.parent for path in Path(sys.argv[2]).glob("*/manifests"))
            folders |= {f"corpus: {path.name}": path for path in found}
        asked = "".join(json.dumps({"id": name, "folder": str(path)}) + "\n" for name, path in folders.items())
        answered = subprocess.run([sys.argv[1], "plain"], input=asked, text=True, capture_output=True, check=True)
    answers = [json.loads(line) for line in answered.stdout.strip("\n").split("\n")]
    STORE.write_text(
        json.dumps({each["id"]: brief(each["id"], each["answer"]) for each in answers}, indent=1, ensure_ascii=False)
        + "\n",
        encoding="utf-8",
    )


def brief(name: str, answer: dict[str, Any]) -> Any:
    """The error, or the objects by their files; of the corpus their number."""
    if "objects" not in answer:
        return answer["error"]
    found = answer["objects"]
    return sum(map(len, found.values())) if name.startswith("corpus: ") else found


if __name__ == "__main__":
    main()
