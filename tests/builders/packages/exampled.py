"""Packages with examples: judged as they are listed, and what the oracle is asked about the real ones.

examples = judged_examples(XPKG, stream, {"a.yaml": text})   # the examples of files, by the stream's definitions
real = real_examples(corpus)                                 # {"assembled/x": RealExamples, ...}
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from builders.corpus import content

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.examples.documents import ExampleDocument, documents_of
from xpkgtui.formats.examples.example import Example, ExampleText, unknown_owner
from xpkgtui.formats.examples.judging import Definitions, judged
from xpkgtui.formats.format import Format
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.objects.stream import row_of

_GENERATED = ("uid", "creationTimestamp", "generation", "managedFields", "namespace")
"""What the API server adds to the metadata of every object; the namespace of an object may be that of the request."""


def objects_of(format: Format, data: bytes) -> PackageObjects:
    """The objects of a stream."""
    rows = [row_of(one, format.outline(data, one, None), format, AS_GIVEN) for one in split(data).chunks]
    repeats = Repeats()

    def read(head: ObjectHead) -> object:
        chunk = Chunk(number=head.document, start=head.start, end=head.end, first_line=1, line=1)
        document = parse(data, chunk, repeats=repeats)
        return document.value if isinstance(document, PackageDocument) else None

    return PackageObjects(heads=rows, read=read, text=lambda head: data[head.start : head.end])


def definitions_of(format: Format, package: PackageObjects) -> Definitions:
    """The definitions of a package, as its format makes them."""
    known = format.examples()
    owner_of = (known.owner_of if known else unknown_owner)(package)
    return Definitions(package, format.custom_resources, owner_of)


def judged_examples(format: Format, data: bytes, files: Mapping[str, str | bytes]) -> list[Example]:
    """The examples of these files, judged by the definitions of a stream; without files those inside the stream."""
    package = objects_of(format, data)
    texts = [
        ExampleText(data=one if isinstance(one, bytes) else one.encode(), file=name) for name, one in files.items()
    ]
    known = format.examples()
    if not files and known is not None and known.of_package is not None:
        texts = list(known.of_package(package))
    return list(judged(texts, definitions_of(format, package)))


@dataclass(frozen=True, kw_only=True)
class RealExamples:
    """The examples of a real package, and the definitions that it has of their kinds."""

    format: Format
    data: bytes
    texts: tuple[ExampleText, ...]

    @cached_property
    def package(self) -> PackageObjects:
        """The objects of the package."""
        return objects_of(self.format, self.data)

    @cached_property
    def all_texts(self) -> tuple[ExampleText, ...]:
        """The texts of files, or those inside the package."""
        known = self.format.examples()
        inside = known.of_package if known is not None else None
        return self.texts if self.texts or inside is None else tuple(inside(self.package))

    @property
    def documents(self) -> Iterator[ExampleDocument]:
        """The documents, in order."""
        for text in self.all_texts:
            yield from documents_of(text)

    @cached_property
    def definitions(self) -> Definitions:
        """The definitions of the package; `judged` adds those that are examples themselves."""
        return definitions_of(self.format, self.package)

    def judged(self) -> Iterator[Example]:
        """What xpkgtui says of each of them, in order."""
        return judged(self.all_texts, self.definitions)


def real_examples(corpus: Path) -> dict[str, RealExamples]:
    """The assembled packages that have examples, and the bundles, by their paths in the corpus."""
    found: dict[str, RealExamples] = {}
    for path in sorted(corpus.glob("assembled/*.examples.yaml")):
        base = path.name.removesuffix(".examples.yaml")
        (package,) = corpus.glob(f"assembled/{base}.package.yaml*")
        text = ExampleText(data=path.read_bytes(), file=path.name)
        found[f"assembled/{base}"] = RealExamples(format=XPKG, data=content(package), texts=(text,))
    for folder in sorted(corpus.glob("olm-registry-v1/**/manifests")):
        files = [one.read_bytes() for one in sorted(folder.glob("*.y*ml"))]
        name = folder.parent.relative_to(corpus).as_posix()
        found[name] = RealExamples(format=REGISTRY_V1, data=b"\n---\n".join(files), texts=())
    return found


def digest_of(value: Mapping[str, Any]) -> str:
    """A digest of what is stored of an object, without what the API server adds to its metadata."""
    metadata = {key: one for key, one in value.get("metadata", {}).items() if key not in _GENERATED}
    text = json.dumps(_plain({**value, "metadata": metadata}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _plain(value: Any) -> Any:
    """The value with whole numbers as Go writes them."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
