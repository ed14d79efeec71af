"""Asks function-patch-and-transform about random inputs; its answers are patch_inputs.json.

    python tests/oracle/make_patch_inputs.py PROGRAM

PROGRAM is made of patch_and_transform.go. Tests read the stored answers and need neither Go nor the function.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from formats.xpkg.rules.vectors.patch_inputs import random_inputs

COUNT, SEED = 300, 47
STORE = Path(__file__).with_name("patch_inputs.json")


def main() -> None:
    """Asks, and writes the store."""
    lines = "".join(json.dumps({"id": "", "input": one}) + "\n" for one in random_inputs(COUNT, SEED))
    done = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True)
    answers = [shortened(json.loads(line)["answer"]) for line in done.stdout.splitlines()]
    STORE.write_text(json.dumps(answers, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def shortened(answer: str) -> str:
    """The answer without what differs from call to call, and without what all failures to decode begin with."""
    answer = answer.partition("is missing in '")[0] + ("is missing" if "is missing in '" in answer else "")
    _, found, rest = answer.partition("v1beta1.Resources: json: ")
    return f"json: {rest.replace('unable to unmarshal', 'cannot unmarshal')}" if found else answer


if __name__ == "__main__":
    main()
