"""Compares a real API server with xpkgtui about definitions of packages: `python tests/oracle/api_server.py PATH...`.

kubectl and KUBECONFIG lead to an API server on loopback that takes a token; nothing is stored in it (dry runs). A
PATH is a stream (`.yaml`, `.yaml.xz`), or a folder with manifests. Definitions are sent as Crossplane would create
them: with the service of the provider's webhook; of a composite definition, those that Crossplane makes of it.
"""

import json
import lzma
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from differential.definitions import TYPES, with_service  # noqa: E402

from xpkgtui.documents.document import PackageDocument, parse  # noqa: E402
from xpkgtui.documents.stream import split  # noqa: E402
from xpkgtui.formats.definitions.definition import check_definition  # noqa: E402
from xpkgtui.formats.definitions.names import faults_of_subdomain  # noqa: E402
from xpkgtui.formats.go_decoding.mismatches import check  # noqa: E402
from xpkgtui.formats.xpkg.objects.shapes import definition_of  # noqa: E402
from xpkgtui.formats.xpkg.tools.made_definitions import custom_resources  # noqa: E402
from xpkgtui.untyped import field, mapping  # noqa: E402

_API, _KIND = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
_TYPES = TYPES | {"InternalError": "Internal error"}
Node = dict[str, Any]
Said = set[tuple[str, str, str]]


class ApiServer:
    """The API server that kubectl speaks to."""

    def __init__(self) -> None:
        command = ("kubectl", "config", "view", "--raw", "--output=json")
        value = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        self._url = f"{value['clusters'][0]['cluster']['server']}/apis/{_API}/customresourcedefinitions?dryRun=All"
        self._token = value["users"][0]["user"]["token"]
        self._trust = ssl._create_unverified_context()

    def says(self, definition: Node) -> tuple[bool, Said]:
        """Whether it takes a definition, and the type, field and words of each complaint."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(self._url, json.dumps(definition).encode(), headers)
        try:
            urllib.request.urlopen(asked, context=self._trust).close()
        except urllib.error.HTTPError as error:
            status = json.load(error)
            causes = status.get("details", {}).get("causes", ())
            found = {(_TYPES.get(one["reason"], one["reason"]), one["field"], one["message"]) for one in causes}
            return False, found or {(status["reason"], "", status["message"])}
        return True, set()


def definitions(path: Path) -> Iterator[Node]:
    """The definitions that the documents of a stream or folder make."""
    files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    for file in files:
        data = lzma.decompress(file.read_bytes()) if file.suffix == ".xz" else file.read_bytes()
        for chunk in split(data).chunks:
            document = parse(data, chunk)
            value = document.value if isinstance(document, PackageDocument) else None
            if isinstance(value, dict) and value.get("apiVersion") != "apiextensions.k8s.io/v1beta1":
                yield from (with_service(made) for made in custom_resources(value))


def ours(definition: Node) -> tuple[bool, Said]:
    """What xpkgtui says of a definition, in the same form."""
    shape = definition_of(_API, _KIND)
    assert shape is not None
    if any(not one.unknown for one in check(definition, shape)):
        return False, {("BadRequest", "", "")}
    said = {(str(one.type), one.field, one.detail) for one in check_definition(definition) if not one.is_undecided}
    spec, name = mapping(definition["spec"]), field(definition, "metadata", "name")
    if name != f"{field(spec, 'names', 'plural')}.{spec.get('group')}":
        said.add(("Invalid value", "metadata.name", 'must be spec.names.plural+"."+spec.group'))
    said |= {("Invalid value", "metadata.name", one) for one in faults_of_subdomain(str(name))}
    return not said, said


def difference(mine: Said, theirs: Said) -> tuple[list[Any], list[Any]]:
    """What only one of the two says; the API server repeats the value before its words."""

    def is_said(one: tuple[str, str, str], there: tuple[str, str, str]) -> bool:
        return one[0] == there[0] and (one[0] == "BadRequest" or (one[1] == there[1] and there[2].endswith(one[2])))

    return (
        [one for one in mine if not any(is_said(one, there) for there in theirs)],
        [there for there in theirs if not any(is_said(one, there) for one in mine)],
    )


def main() -> int:
    """Prints each difference, and the figures."""
    server, counts = ApiServer(), Counter[str]()
    for path in map(Path, sys.argv[1:]):
        held = 0
        for one in definitions(path):
            held += 1
            (accepted, mine), (takes, theirs) = ours(one), server.says(one)
            only_ours, only_theirs = difference(mine, theirs)
            counts["definitions"] += 1
            counts["refused"] += not takes
            counts["verdicts that differ"] += accepted is not takes
            counts["words that differ"] += bool(only_ours or only_theirs)
            if only_ours or only_theirs:
                print(f"{path}: {field(one, 'metadata', 'name')}: only ours {only_ours}, only theirs {only_theirs}")
        counts["packages"] += bool(held)
    print(", ".join(f"{count:,} {what}" for what, count in sorted(counts.items())))
    return int(counts["words that differ"] > 0)


if __name__ == "__main__":
    sys.exit(main())
