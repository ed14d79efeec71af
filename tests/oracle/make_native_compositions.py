"""Writes the schemas of native Compositions: `python tests/oracle/make_native_compositions.py REPOSITORY`.

REPOSITORY is a git directory of crossplane with its tags. The schema of each minor release of Crossplane 1 is taken
from its definition, without descriptions, and kept where it differs from the one before.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split

_HERE = Path(__file__).resolve().parents[2] / "xpkgtui/formats/xpkg/compositions/native_schemas.json"
_NAME = "apiextensions.crossplane.io_compositions.yaml"
_FOLDERS = ("cluster/crds", "cluster/charts/crossplane/crds")
_PARTS = ("mode", "patchSets", "resources")


def bare(node: Any) -> Any:
    """The schema without its prose."""
    if isinstance(node, list):
        return [bare(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {key: bare(one) for key, one in node.items() if not (key == "description" and isinstance(one, str))}


def schema(repository: str, minor: int) -> dict[str, Any]:
    """The native part of the schema of a minor release."""
    for folder in _FOLDERS:
        shown = ("git", "--git-dir", repository, "show", f"v1.{minor}.0:{folder}/{_NAME}")
        done = subprocess.run(shown, capture_output=True, check=False)
        if done.returncode == 0:
            chunk = next(one for one in split(done.stdout).chunks if not one.empty)
            document = parse(done.stdout, chunk)
            assert isinstance(document, PackageDocument)
            version = next(one for one in document.value["spec"]["versions"] if one["name"] == "v1")
            spec = bare(version["schema"]["openAPIV3Schema"])["properties"]["spec"]
            properties = {name: spec["properties"][name] for name in _PARTS if name in spec["properties"]}
            required = [name for name in spec.get("required", ()) if name in properties]
            return {"type": "object", "properties": properties, "required": required}
    raise SystemExit(f"v1.{minor}.0 has no {_NAME}")


def main(repository: str) -> None:
    found: dict[str, Any] = {}
    for minor in range(21):
        one = schema(repository, minor)
        if not found or one != found[[*found][-1]]:
            found[f"1.{minor}"] = one
    _HERE.write_text(json.dumps(found, separators=(",", ":"), sort_keys=False) + "\n")
    print(*found, f"{_HERE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
