"""The examples of a bundle: those in the annotations of its ClusterServiceVersions, which consoles show."""

from collections.abc import Iterator

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.examples.example import ExampleText, ExampleVerdict, Owner, PackageExamples, owner
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.registry_v1.layout import CSV
from xpkgtui.formats.registry_v1.rules.declarations import EXAMPLE_KEYS
from xpkgtui.untyped import field, listing, mapping, text

_KEYS = (*EXAMPLE_KEYS, "operatorframework.io/initialization-resource", "operatorframework.io/suggested-resources")
_OWNED, _REQUIRED = "owned", "required"


def _of_package(package: PackageObjects) -> Iterator[ExampleText]:
    for head in package.heads:
        if head.kind != CSV:
            continue
        data = package.text(head)
        for chunk in split(data, Effort(0)).chunks[:1]:
            document = parse(data, chunk, positions=True)
            if isinstance(document, PackageDocument):
                yield from _of_version(data, chunk, document, head)


def _of_version(data: bytes, chunk: Chunk, document: PackageDocument, head: ObjectHead) -> Iterator[ExampleText]:
    found = mapping(field(document.value, "metadata", "annotations"))
    for key in _KEYS:
        written = text(found.get(key))
        if not written.strip():
            continue
        path = FieldPath.of("metadata", "annotations", key)
        position = document.position(path)
        line = position.line if position is not None else chunk.line
        lines = data.splitlines()
        words = lines[line - 1].rsplit(b":", 1)[-1].strip() if 0 < line <= len(lines) else b""
        is_block = words[:1] == b"|"
        # Elsewhere the lines of the value are not those of the file.
        plain = written if is_block else " ".join(written.splitlines())
        yield ExampleText(
            data=plain.encode("utf-8", "surrogatepass"),
            file=head.file or "",
            line=head.line + line - chunk.line + is_block,
            document=head.document,
            field=str(path),
            is_json=True,
        )


def _owner_of(package: PackageObjects) -> Owner:
    declared: dict[tuple[str, str], str] = {}
    for head in package.heads:
        if head.kind == CSV:
            every = mapping(field(package.read(head), "spec", "customresourcedefinitions"))
            for word in (_OWNED, _REQUIRED):
                for one in listing(every.get(word)):
                    group = text(field(one, "name")).partition(".")[2]
                    declared.setdefault((group, text(field(one, "kind"))), word)

    def of(group: str, kind: str) -> tuple[ExampleVerdict, str]:
        word = declared.get((group, kind))
        if word == _REQUIRED:
            return ExampleVerdict.ELSEWHERE, f"the bundle requires {kind} of {group}, which another operator defines"
        if word == _OWNED:
            return ExampleVerdict.UNDEFINED, f"the bundle owns {kind} of {group}, and has no definition of it"
        return owner(group, kind, noun="bundle")

    return of


EXAMPLES = PackageExamples(
    inside="annotations of the ClusterServiceVersion", of_package=_of_package, owner_of=_owner_of
)
