"""How long the search over the fields of 901 definitions takes, letter by letter, and how a large schema opens.

    python tests/benchmarks/searching.py [WORDS...]

XPKGTUI_CORPUS names the corpus. A letter is to be answered within 100 ms once the definitions were read, and a schema
of 2.7 MB is to be a tree within 100 ms.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.corpus import content

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.definitions.custom_resources import schema_of, version_of, versions_of
from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldOwner
from xpkgtui.formats.definitions.fields.tree import children, root_of
from xpkgtui.formats.definitions.fields.versions import defined_kind

WIDE, LARGE = "provider-upjet-aws", "provider-argocd"
WORDS = ("region", "bucket region", "spec.forProvider.tags", "fptg")


def timed(what: str, work: Callable[[], object]) -> None:
    """Prints how long something takes, by the clock and by the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{what:40} {wall * 1000:8,.1f} ms  ({cpu * 1000:,.1f} ms of the processor)  {found}")


def definitions(name: str) -> list[object]:
    """The definitions of a package of the corpus."""
    (path,) = Path(os.environ["XPKGTUI_CORPUS"]).glob(f"assembled/{name}*.package.yaml*")
    data = content(path)
    chunks = [one for one in split(data).chunks if one.kind == "CustomResourceDefinition"]
    documents = [parse(data, one) for one in chunks]
    return [one.value for one in documents if isinstance(one, PackageDocument)]


def indexed(values: list[object]) -> FieldIndex:
    """The index of the fields of all definitions."""
    found = FieldIndex()
    for number, value in enumerate(values):
        assert isinstance(value, dict)
        kind, met = defined_kind(value), set[str]()
        for version in versions_of(value):
            owner = FieldOwner(number=number, group=kind.group, kind=kind.kind, version=version["name"])
            found.add(owner, schema_of(version), met)
    return found


def main() -> None:
    """Prints a line for each measure."""
    index = indexed(definitions(WIDE))
    print(f"{len(index.owners):,} versions with {index.size:,} fields")
    for words in sys.argv[1:] or WORDS:
        for length in range(1, len(words) + 1):
            asked = words[:length]
            timed(f"search {asked!r}", lambda asked=asked: f"{index.search(asked, 200).count:,} found")  # type: ignore[misc]
    for value in definitions(LARGE):
        assert isinstance(value, dict)
        version = version_of(value, "")
        assert version is not None
        kind = defined_kind(value).kind
        timed(f"tree of {kind}", lambda version=version: len(children(root_of(schema_of(version)))))  # type: ignore[misc]


if __name__ == "__main__":
    main()
