"""Asks what `crossplane xpkg build` makes of odd folders of sources, and keeps the answers in folders.json.

    python tests/oracle/make_folders.py PROGRAM

PROGRAM reads lines {"id", "root", "examples"} and answers with what crossplane-runtime's xpkg.Builder (2.4.0) finds
with the command's own filters: {"metas", "objects"} as `apiVersion|kind|name` in order, and its errors {"parse",
"build"}.
Tests read the stored answers and need neither Go nor the program.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.folders import odd_folders, write_folder  # noqa: E402

STORE = Path(__file__).with_name("folders.json")


def main() -> None:
    """Asks, and writes the store: the objects (null where parsing fails), and at what the build stops."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ""
        for number, (case, files) in enumerate(odd_folders().items()):
            root = write_folder(Path(folder, str(number)), files)
            lines += json.dumps({"id": case, "root": str(root), "examples": str(root / "examples")}) + "\n"
        asked = subprocess.run([sys.argv[1]], input=lines, text=True, capture_output=True, check=True)
    answers = {}
    for line in asked.stdout.splitlines():
        found = json.loads(line)
        objects = None if found.get("parse") else [*(found["metas"] or ()), *(found["objects"] or ())]
        stops = found.get("build", "").partition(":")[0] or None
        answers[found["id"]] = {"objects": objects, "stops": stops}
    STORE.write_text(json.dumps(answers, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
