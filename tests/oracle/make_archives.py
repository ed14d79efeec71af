"""Asks the oracle what go-containerregistry makes of odd Docker archives, and keeps its answers in archives.json.

    python tests/oracle/make_archives.py PROGRAM

PROGRAM is the oracle's `images-0.21.8` (small Go programs around the published libraries, built apart from this
repository). Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.oci.archives import odd_archives  # noqa: E402

STORE = Path(__file__).with_name("archives.json")


def main() -> None:
    """Asks, and writes the store: the sha256 of the package.yaml that is found, or null where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ""
        for number, (case, data) in enumerate(odd_archives().items()):
            path = Path(folder, str(number))
            path.write_bytes(data)
            lines += json.dumps({"id": case, "archive": str(path)}) + "\n"
        asked = subprocess.run([sys.argv[1]], input=lines, text=True, capture_output=True, check=True)
    answers = [json.loads(line) for line in asked.stdout.splitlines()]
    found = {each["id"]: each["readings"]["extract"].get("sha256") for each in answers}
    STORE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
