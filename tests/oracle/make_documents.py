"""Writes `documents.json`: what Kubernetes' and Crossplane's own libraries make of our vectors.

    python tests/oracle/make_documents.py PACKAGES

PACKAGES is the oracle's program `packages`. It needs Go to be built, the tests do not.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from documents.yaml_vectors import SCALARS, STREAMS  # noqa: E402


def main(program: str) -> None:
    """Asks the program and stores its answers."""
    questions = {**STREAMS, **{f"scalar {text}": f"- {text}\n" for text in SCALARS}}
    lines = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in questions.items())
    answer = subprocess.run([program, "documents"], input=lines.encode(), capture_output=True, check=True)
    # Kept as text: nesting of 10,000 levels is more than json.loads takes.
    answers = [line for line in answer.stdout.decode().split("\n") if line and len(line) < 10_000]
    (HERE / "documents.json").write_text("[\n" + ",\n".join(answers) + "\n]\n")


if __name__ == "__main__":
    main(sys.argv[1])
