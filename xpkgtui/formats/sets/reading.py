"""The objects of files: which documents are objects, and where each of them stands."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, normpath

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.formats.sets.objects import (
    MAKES_SECRETS,
    ManifestFault,
    ManifestFile,
    ManifestSet,
    SetObject,
    SkippedFile,
    SkipReason,
    is_package,
    without_secrets,
)
from xpkgtui.limits import LIMITS, Limits, NotRead
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Place
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import all_of, clip

_PLACEHOLDER = late(r"\{\{|\$\{[A-Za-z_]")
"""What Helm, or Flux, Terraform and envsubst put a value in place of."""
_CONTENT = late(r"\S")
_SOURCE = late(rb"\A(?:---[^\n]*\n)?(?:[ \t]*\n)*# Source: ([^\n]+)\n")
_ORIGIN = "config.kubernetes.io/origin"
_BUILT_IN = frozenset(
    (
        *("", "apps", "batch", "policy", "autoscaling", "networking.k8s.io", "rbac.authorization.k8s.io"),
        *("storage.k8s.io", "scheduling.k8s.io", "coordination.k8s.io", "discovery.k8s.io", "node.k8s.io"),
        *("admissionregistration.k8s.io", "certificates.k8s.io", "apiregistration.k8s.io", "events.k8s.io"),
        *("argoproj.io", "kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io", "source.toolkit.fluxcd.io"),
    )
)
"""The groups of kinds that no package of Crossplane brings."""
BUILT_IN_KINDS = frozenset(("ServiceAccount", "Secret", "ClusterRole", "ClusterRoleBinding"))
"""The kinds of built-in groups that matter."""
_CHANGES = (
    *("patches", "patchesStrategicMerge", "patchesJson6902", "images", "namePrefix", "nameSuffix", "namespace"),
    *("replacements", "helmCharts", "helmChartInflationGenerator", "transformers", "components", "vars"),
)
"""The keys of a kustomization with which it applies something other than its files."""
_KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_OF_FLUX = late(rb"^apiVersion:[ ]*[\"']?kustomize\.toolkit\.fluxcd\.io/", re.MULTILINE)
_KIND, _API_VERSION = late(rb"^kind:", re.MULTILINE), late(rb"^apiVersion:", re.MULTILINE)
_KIND_OF_ANY = late(rb"kind[\"']?[ \t]*:[ \t]*[\"']?([^\s\"',}]*)")
_PATCHES = ("patches", "patchesStrategicMerge", "patchesJson6902")


def read_set(
    files: Iterable[ManifestFile],
    skipped: Iterable[SkippedFile],
    unread: Iterable[NotRead],
    limits: Limits = LIMITS,
) -> ManifestSet:
    """The objects of files. Whatever is wrong with one is a fault of its own; the others are read."""
    reader, unread = _Reader(tuple(files), limits), tuple(unread)
    reader.read()
    return ManifestSet(
        objects=tuple(reader.objects),
        others={kind: reader.others[kind] for kind in sorted(reader.others)},
        files=reader.files,
        skipped=(*skipped, *reader.skipped),
        faults=tuple(reader.faults),
        unread=(*unread, *reader.unread),
        total=reader.total,
        hidden=frozenset(reader.hidden | {"" for _ in (*unread, *reader.unread)}),
    )


class _Reader:
    def __init__(self, files: tuple[ManifestFile, ...], limits: Limits) -> None:
        self._all, self._paths = files, {one.path for one in files}
        self._speaks: dict[str, bool] = {}
        self._limits = limits
        self.objects: list[SetObject] = []
        self.others: Counter[str] = Counter()
        self.skipped: list[SkippedFile] = []
        self.faults: list[ManifestFault] = []
        self.unread: list[NotRead] = []
        self.hidden: set[str] = set()
        self.files = 0
        self.total = 0
        self._documents = 0
        self._has_objects = False
        """Whether an object stands in the file that is read."""

    def read(self) -> None:
        patches: set[str] = set()
        for file in filter(_is_kustomization, self._all):
            patches |= self._kustomization(file)
        for file in self._all:
            if _is_kustomization(file):
                continue
            if normpath(file.path) in patches:
                self.skipped.append(SkippedFile(path=file.path, why=SkipReason.PATCH))
            elif _is_of_chart(file):
                self.skipped.append(SkippedFile(path=file.path, why=SkipReason.NOT_AN_OBJECT))
            elif line := _line_of_template(file.data):
                self.skipped.append(SkippedFile(path=file.path, why=SkipReason.TEMPLATE))
                self._template(file, line, is_unknown=b"pkg.crossplane.io" in file.data)
                self.hidden |= _kinds_in(file.data)
            else:
                self._file(file)

    def _kustomization(self, file: ManifestFile) -> set[str]:
        """The files that it takes as patches."""
        self.skipped.append(SkippedFile(path=file.path, why=SkipReason.KUSTOMIZATION))
        chunk = next((one for one in split(file.data).chunks if not one.empty), None)
        if chunk is None:
            return set()
        document = parse(file.data, chunk, positions=True, effort=Effort.of_stream(len(file.data), self._limits))
        if isinstance(document, BrokenDocument):
            self._broken(file, chunk, document)
            return set()
        value, folder = mapping(document.value), dirname(file.path)
        if changes := [key for key in _CHANGES if value.get(key)]:
            shown = all_of(changes)
            lines = [at.line for key in changes if (at := document.position(FieldPath.of(key)))]
            self.faults.append(
                ManifestFault(
                    rule="SET003",
                    place=Place(file=file.path, line=min(lines, default=1)),
                    message=f"The kustomization has {shown}, so that it applies something other than its files",
                    folder=folder or ".",
                )
            )
        named = [one for key in _PATCHES for one in listing(value.get(key))]
        paths = (text(one) or text(field(one, "path")) for one in named)
        return {normpath(f"{folder}/{one}" if folder else one) for one in paths if one and "\n" not in one}

    def _template(
        self, file: ManifestFile, line: int | None, what: str = "file", *, is_unknown: bool, is_chart: bool = True
    ) -> None:
        self.faults.append(
            ManifestFault(
                rule="SET002",
                place=Place(file=file.path, line=line),
                message=f"The {what} is a template, which is not rendered",
                folder=self._chart(file.path) if is_chart else "",
                is_unknown=is_unknown,
            )
        )

    def _chart(self, path: str) -> str:
        """The folder of the chart that a template belongs to; empty where it is of none."""
        head, found, _ = f"/{path}".rpartition("/templates/")
        folder = head[1:] if found else dirname(path)
        named = f"{folder}/Chart.yaml" if folder else "Chart.yaml"
        return (folder or ".") if named in self._paths else ""

    def _file(self, file: ManifestFile) -> None:
        self.files += 1
        stream = split(file.data)
        effort = Effort.of_stream(len(file.data), self._limits)
        if b"meta.pkg." in _ascii(file.data) and is_package(file.data, stream.chunks, effort):
            self.skipped.append(SkippedFile(path=file.path, why=SkipReason.PACKAGE))
            return
        before, faults = self.total, len(self.faults)
        self._has_objects = any(one.kind and one.api_version for one in stream.chunks)
        for chunk in _values_of_json(file.data, stream.chunks):
            if chunk.empty:
                continue
            self._documents += 1
            if self._documents > self._limits.documents:
                self._stop(file)
                return
            self._document(file, chunk, effort)
        if stream.problem is not None:
            self._fault(file, stream.problem.line, f"error parsing {file.path}: {stream.problem.message}")
            self.hidden |= _kinds_in(file.data)
        if self.total == before and len(self.faults) == faults:
            self.skipped.append(SkippedFile(path=file.path, why=SkipReason.NOT_AN_OBJECT))

    def _stop(self, file: ManifestFile) -> None:
        why = self._limits.reached("documents").sentence
        self.unread.append(NotRead(where=file.path, what="some of its documents", why=why, limit="documents"))

    def _fault(
        self, file: ManifestFile, line: int, says: str, message: str = "The manifest cannot be parsed"
    ) -> None:
        place, is_unknown = Place(file=file.path, line=line), self._speaks_of_crossplane(file)
        self.faults.append(
            ManifestFault(rule="SET001", place=place, message=message, says=says, is_unknown=is_unknown)
        )

    def _document(self, file: ManifestFile, chunk: Chunk, effort: Effort) -> None:
        if chunk.kind and chunk.api_version and not _matters(chunk.api_version, chunk.kind):
            self.total += 1
            self.others[chunk.kind] += 1
            return
        document = parse(file.data, chunk, positions=True, effort=effort)
        if isinstance(document, BrokenDocument):
            self._broken(file, chunk, document)
            return
        value = document.value
        if isinstance(value, dict) and (value.get("kind") or value.get("apiVersion")):
            before = len(self.objects)
            self._items(file, document, value, FieldPath.of())
            if len(self.objects) > before:
                self._add_surprises(file, document)
        elif isinstance(value, list) and self._is_manifest(file):
            self._no_object(file, chunk.line, value)

    def _add_surprises(self, file: ManifestFile, document: PackageDocument) -> None:
        for one in document.oddities:
            if message := _ODD.get(one.kind):
                place = Place(file=file.path, line=one.line, field=str(one.path or ""))
                self.faults.append(ManifestFault(rule="SET001", place=place, message=message, is_read=True))

    def _items(self, file: ManifestFile, document: PackageDocument, value: object, at: FieldPath) -> None:
        """An object, or those of a list, in which others may stand; what has no kind is of the list's."""
        found, position = mapping(value), document.position(at)
        kind, api_version = text(found.get("kind")), text(found.get("apiVersion"))
        if not kind or not api_version:
            if at.parts or self._is_manifest(file):
                self._no_object(file, position.line if position else document.chunk.line, value)
        elif kind.endswith("List") and isinstance(found.get("items"), list):
            given = {"kind": kind.removesuffix("List"), "apiVersion": api_version}
            for number, item in enumerate(found["items"]):
                is_bare = isinstance(item, dict) and not item.get("kind") and not item.get("apiVersion")
                below = at.child("items").child(number)
                self._items(file, document, {**given, **item} if is_bare and given["kind"] else item, below)
        else:
            self._object(file, document, found, at)

    def _no_object(self, file: ManifestFile, line: int, value: object) -> None:
        absent = "kind" if not mapping(value).get("kind") else "apiVersion"
        what = f"has no {absent}" if isinstance(value, dict) else f"is {_SPOKEN.get(type(value), 'a number')}"
        says = f"Object 'Kind' is missing in {file.path}" if absent == "kind" and isinstance(value, dict) else ""
        self._fault(file, line, says, f"No object stands here: it {what}")

    def _broken(self, file: ManifestFile, chunk: Chunk, document: BrokenDocument) -> None:
        if document.limit is None:
            says = f"error parsing {file.path}: error converting YAML to JSON: {document.message}"
            self._fault(file, document.position.line if document.position else chunk.line, says)
            self.hidden |= _kinds_in(file.data[chunk.start : chunk.end])
            return
        why, limit = document.limit.sentence, document.limit.name
        self.unread.append(NotRead(where=file.path, what=f"the document at line {chunk.line}", why=why, limit=limit))

    def _is_manifest(self, file: ManifestFile) -> bool:
        return self._has_objects or self._speaks_of_crossplane(file)

    def _speaks_of_crossplane(self, file: ManifestFile) -> bool:
        if file.path not in self._speaks:
            self._speaks[file.path] = b"crossplane.io" in _ascii(file.data)
        return self._speaks[file.path]

    def _object(
        self, file: ManifestFile, document: PackageDocument, value: Mapping[str, object], at: FieldPath
    ) -> None:
        self.total += 1
        api_version, kind = text(value.get("apiVersion")), text(value.get("kind"))
        if not _matters(api_version, kind):
            self.others[kind] += 1
            return
        position = document.position(at)
        origin = text(field(value, "metadata", "annotations", _ORIGIN))
        shown = _origin(file, document.chunk, origin)
        line = position.line if position else document.chunk.line
        place = Place(file=shown or file.path, line=line if not shown else None)
        if placed := _PLACEHOLDER.search(" ".join(_named_in(value))):
            what = f"object {kind} {clip(text(field(value, 'metadata', 'name')), 100)}"
            is_unknown = api_version.startswith("pkg.crossplane.io/")
            self._template(file, place.line, what, is_chart=placed[0] == "{{", is_unknown=is_unknown)
            self.hidden.add(kind)
            return
        kept = without_secrets(value)
        found = document if kept is value and not shown else None
        self.objects.append(
            SetObject(value=kept, place=place, source=file.source, document=found, path=at, data=file.data)
        )


_ODD = {
    OddityKind.DUPLICATE_KEY: "A key is here a second time: kustomize and Flux refuse it, kubectl takes the last one",
    OddityKind.HIDDEN: "What stands here, behind the end of a document, is not read",
}
_SPOKEN = {list: "a list", str: "a text", type(None): "nothing", bool: "a bool"}


def _values_of_json(data: bytes, chunks: tuple[Chunk, ...]) -> Iterator[Chunk]:
    """The documents of a file; of one of JSON its values, which stand one behind the other as kubectl reads them."""
    full = [one for one in chunks if not one.empty]
    written = data[full[0].start : full[0].end].decode("latin-1") if len(full) == 1 else ""
    if written.lstrip()[:1] != "{":
        yield from chunks
        return
    whole, at, line, found = full[0], 0, full[0].first_line, list[Chunk]()
    while more := _CONTENT.search(written, at):
        line += written.count("\n", at, more.start())
        start = whole.start + more.start()
        try:
            _, at = json.JSONDecoder().raw_decode(written, more.start())
        except (ValueError, RecursionError):
            yield from chunks
            return
        found.append(Chunk(number=len(found) + 1, start=start, end=whole.start + at, first_line=line, line=line))
        line += written.count("\n", more.start(), at)
    yield from found if len(found) > 1 else chunks


def _ascii(data: bytes) -> bytes:
    """A text in which names can be sought, also where it is UTF-16."""
    return data.replace(b"\0", b"")


def _kinds_in(data: bytes) -> set[str]:
    """The kinds that a text names which is not parsed; the empty one for what is not known before it is rendered."""
    written = _ascii(data)
    found = {one.decode("ascii", "replace") for one in _KIND_OF_ANY.findall(written)}
    known = set(filter(str.isalnum, found))
    if known == found:
        return known
    return known | {""} if b"crossplane.io" in written else {*known, *BUILT_IN_KINDS, *MAKES_SECRETS}


def _line_of_template(data: bytes) -> int:
    """The first such line in what may matter: an ApplicationSet is full of what looks like a template."""
    if not (line := template_line(data)):
        return 0
    stream = split(data)
    for one in stream.chunks:
        is_beside = one.kind and one.api_version and not _matters(one.api_version, one.kind)
        if not is_beside and (found := template_line(data[one.start : one.end])):
            return one.first_line + found - 1
    return line if stream.problem else 0


def _is_kustomization(file: ManifestFile) -> bool:
    """Whether kustomize reads it; Flux has objects of that kind, which may lie in a file of that name."""
    return basename(file.path) in _KUSTOMIZATIONS and _OF_FLUX.search(file.data) is None


def _is_of_chart(file: ManifestFile) -> bool:
    """Whether Helm reads it, unless an object stands in it."""
    name = basename(file.path)
    is_named_so = name == "Chart.yaml" or name.startswith("values")
    return is_named_so and not (_KIND.search(file.data) and _API_VERSION.search(file.data))


def _named_in(value: Mapping[str, object]) -> Iterator[str]:
    """The texts by which an object is known, and of a package object what it installs."""
    yield text(field(value, "metadata", "name"))
    yield text(field(value, "metadata", "namespace"))
    if text(value.get("apiVersion")).startswith("pkg.crossplane.io/"):
        yield text(field(value, "spec", "package"))


def _matters(api_version: str, kind: str) -> bool:
    group = api_version.rpartition("/")[0]
    return group not in _BUILT_IN or kind in BUILT_IN_KINDS or (kind.endswith("List") and not group)


def _origin(file: ManifestFile, chunk: Chunk, origin: str) -> str:
    """The file that a document of standard input was rendered from, as helm or kustomize says; else empty."""
    if file.path != "-":
        return ""
    for line in origin.splitlines():
        if line.startswith("path: "):
            return clip(line.removeprefix("path: ").strip(), 200)
    found = _SOURCE.search(file.data[chunk.start : chunk.start + 400])
    return clip(found[1].decode("utf-8", "replace").strip(), 200) if found else ""


_TEMPLATE = late(rb"\{\{")
_QUOTED = late(rb"'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*")
_BLOCK = late(rb"(?:[-:?]|[!&]\S+)[ \t]+[|>][-+0-9]{0,2}\s*$")
_INDENT = late(rb" *(?:- +(?=[^\s|>]))*")


def template_line(data: bytes) -> int:
    """The first line with `{{` outside of quotes, comments and blocks of text; 0 without one."""
    if _TEMPLATE.search(data) is None:
        return 0
    block = None
    """The indent of the line that a block of text began in."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if block is not None and (len(line) - len(line.lstrip(b" ")) > block or not line.strip()):
            continue
        block, bare = None, _QUOTED.sub(b"", line)
        if b"{{" in bare:
            return number
        if _BLOCK.search(bare) is not None and (key := _INDENT.match(bare)):
            block = key.end()
    return 0
