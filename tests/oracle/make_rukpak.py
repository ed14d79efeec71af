"""Asks the oracle what RukPak 0.12 says of Bundles and BundleDeployments, and keeps its answers in rukpak.json.

    python tests/oracle/make_rukpak.py PROGRAM

PROGRAM is the oracle's `rukpak` (a small Go program around the published library, built apart from this repository).
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.rukpak_objects import CASES  # noqa: E402

STORE = Path(__file__).with_name("rukpak.json")


def main() -> None:
    """Asks, and writes the store: what is said of the first object, and of the Bundle made of it."""
    asked = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in CASES.items())
    answered = subprocess.run([sys.argv[1], "objects"], input=asked, text=True, capture_output=True, check=True)
    found = {}
    for line in answered.stdout.strip("\n").split("\n"):
        answer = json.loads(line)
        (one,) = answer["answer"]["objects"]
        found[answer["id"]] = {
            "refused": [*one["crd"], *filter(None, [one.get("webhook")])],
            "later": [*one["bundle"]["crd"], *filter(None, [one["bundle"].get("webhook")])]
            if "bundle" in one
            else [],
        }
    STORE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
