"""Asks the oracle what Crossplane 2.4's library takes out of every layer case, and stores its answers.

Run from the top of the checkout: `PYTHONPATH=tests:. python tests/oracle/make_images.py PROGRAM`, where PROGRAM is
the oracle's `images-0.21.8`. Tests compare with the stored answers and need no Go.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from builders.oci.images import image, write_layout
from builders.oci.layer_cases import CASES

STORED = Path(__file__).with_name("images.json")


def ask(program: str, layouts: dict[str, Path], reader: str = "manager-2.2") -> dict[str, dict[str, object]]:
    """What a reader answers for every layout folder."""
    questions = "".join(json.dumps({"id": name, "layout": str(path)}) + "\n" for name, path in layouts.items())
    done = subprocess.run([program], input=questions, capture_output=True, text=True, check=True)
    answers = (json.loads(row) for row in done.stdout.splitlines())
    return {answer["id"]: answer["readings"][reader] for answer in answers}


def main() -> None:
    """Writes `images.json`."""
    with tempfile.TemporaryDirectory() as scratch:
        layouts = {name: write_layout(Path(scratch) / name, image(*layers)) for name, layers in CASES.items()}
        answers = ask(sys.argv[1], layouts)
    STORED.write_text(json.dumps(answers, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
