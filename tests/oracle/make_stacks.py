"""Asks the oracle what Crossplane 0.12 unpacks from packages with `.registry`, and keeps its answers in stacks.json.

    python tests/oracle/make_stacks.py PROGRAM [CORPUS]

PROGRAM is the oracle's `stacks` (a small Go program around the published library, built apart from this repository).
CORPUS is a folder of packages; the answers about them hold no text of them but names. Tests need neither of the two.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.stacks import BINDINGS, CASES, write  # noqa: E402

STORE = Path(__file__).with_name("stacks.json")
SCOPES = ("Cluster", "Namespaced")
_PREFIX = "packages.crossplane.io/"


def main() -> None:
    """Asks, and writes the store."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = {
            name: write(Path(scratch, str(number)), files) / ".registry"
            for number, (name, files) in enumerate({**CASES, **BINDINGS}.items())
        }
        if len(sys.argv) > 2:
            for app in sorted(Path(sys.argv[2]).rglob("app.yaml")):
                folders[f"corpus: {app.parent.relative_to(sys.argv[2])}"] = app.parent
        asked = "".join(json.dumps({"id": name, "folder": str(path)}) + "\n" for name, path in folders.items())
        answered = subprocess.run([sys.argv[1]], input=asked, text=True, capture_output=True, check=True)
    answers = [json.loads(line) for line in answered.stdout.strip("\n").split("\n")]
    found = {each["id"]: {scope: brief(each["answer"][scope]) for scope in SCOPES} for each in answers}
    STORE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def brief(answer: dict[str, Any]) -> Any:
    """The error, or what becomes of each definition, and the permissions of the package."""
    if "objects" not in answer:
        return answer.get("error") or f"panic: {answer['panic']}"
    found: dict[str, Any] = {"crds": {}}
    for one in answer["objects"]:
        spec = one["spec"]
        if "permissions" in spec:
            found["rules"] = [
                f"{', '.join(rule['resources'])} of {', '.join(rule['apiGroups'])}"
                for rule in spec["permissions"]["rules"]
            ]
            found["package"] = one["kind"]
        else:
            notes = one["metadata"].get("annotations") or {}
            kept = {
                key.removeprefix(_PREFIX): text for key, text in notes.items() if key.startswith(_PREFIX) and text
            }
            if "resource-readme" in kept or len(str(kept)) > 2_000:
                kept = dict.fromkeys(kept, "")
            found["crds"][one["metadata"].get("name", "")] = kept
    return found


if __name__ == "__main__":
    main()
