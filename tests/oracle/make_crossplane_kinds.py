"""Writes the kinds of Crossplane's own definitions: `python tests/oracle/make_crossplane_kinds.py MODULES`.

MODULES is the folder of Go's module cache that has Crossplane's releases, as `go mod download` lays them. The
definitions of each supported release are kept without descriptions: the first line has its kinds by release, and
each following one a schema, then the pieces that several schemas have. `{"=": 7}` stands for the piece in line 7.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.tools.facts import MINORS, SUPPORTED

_HERE = Path(__file__).resolve().parents[2] / "xpkgtui/formats/xpkg/sets/crossplane_kinds.jsonl"
_LEAST = 150
"""Characters of a piece that is written once."""
_PROSE = ("description", "externalDocs", "example")


def bare(node: Any) -> Any:
    """The schema without its prose."""
    if isinstance(node, list):
        return [bare(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        key: {name: bare(inner) for name, inner in one.items()} if key == "properties" else bare(one)
        for key, one in node.items()
        if key not in _PROSE
    }


def written(node: Any) -> str:
    """The node as it is kept."""
    return json.dumps(node, separators=(",", ":"), sort_keys=True)


def in_pieces(schemas: list[str]) -> list[str]:
    """The schemas, then each piece that stands in several places, once."""
    times, numbers = Counter[str](), dict[str, int]()

    def count(node: Any) -> None:
        text = written(node)
        times[text] += 1
        if times[text] == 1:
            for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
                count(one)

    def cut(node: Any, *, is_line: bool = False) -> Any:
        if isinstance(node, list):
            return [cut(one) for one in node]
        if not isinstance(node, dict):
            return node
        text = written(node)
        if not is_line and len(text) >= _LEAST and times[text] > 1:
            return {"=": 1 + len(schemas) + numbers.setdefault(text, len(numbers))}
        return {key: cut(one) for key, one in node.items()}

    for each in schemas:
        count(json.loads(each))
    lines = [written(cut(json.loads(each), is_line=True)) for each in schemas]
    while len(lines) < len(schemas) + len(numbers):
        lines.append(written(cut(json.loads(list(numbers)[len(lines) - len(schemas)]), is_line=True)))
    return lines


def definitions(folder: Path) -> list[dict[str, Any]]:
    """The definitions that a release installs."""
    found = []
    for file in sorted((folder / "cluster" / "crds").glob("*.yaml")):
        data = file.read_bytes()
        document = parse(data, next(one for one in split(data).chunks if not one.empty))
        assert isinstance(document, PackageDocument), file
        found.append(document.value["spec"])
    return found


def main(modules: Path) -> None:
    schemas: dict[str, int] = {}
    releases: dict[str, dict[str, list[Any]]] = {}
    for minor in (one for one in MINORS if one in SUPPORTED):
        path = "crossplane" if minor.startswith("1.") else "crossplane/v2"
        kinds: dict[str, list[Any]] = {}
        for spec in definitions(modules / f"{path}@v{minor}.0"):
            for version in spec["versions"]:
                schema = written(bare(version["schema"]["openAPIV3Schema"]))
                number = schemas.setdefault(schema, len(schemas))
                name = f"{spec['group']}/{version['name']}/{spec['names']['kind']}"
                has_status = "status" in version.get("subresources", {})
                kinds[name] = [number, spec["scope"] == "Namespaced", has_status]
        releases[minor] = kinds
    kinds_of = json.dumps(releases, separators=(",", ":"))
    _HERE.write_text("\n".join((kinds_of, *in_pieces(list(schemas)))) + "\n")
    print(len(schemas), "schemas", f"{_HERE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
