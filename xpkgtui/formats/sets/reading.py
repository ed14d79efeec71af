"""The objects of files: which documents are objects, and where each of them stands."""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, normpath

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.sets.objects import ManifestFault, ManifestFile, ManifestSet, SetObject, SkippedFile, SkipReason
from xpkgtui.limits import LIMITS, Limits, NotRead
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Place
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import clip

_TEMPLATE = late(rb"\{\{")
_QUOTED = late(rb"'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*")
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
_KINDS = frozenset(("ServiceAccount", "Secret", "ClusterRole", "ClusterRoleBinding"))
"""The kinds of built-in groups that matter."""
_MAKES_SECRETS = ("SealedSecret", "ExternalSecret")
_CHANGES = (
    *("patches", "patchesStrategicMerge", "patchesJson6902", "images", "namePrefix", "nameSuffix", "namespace"),
    *("replacements", "helmCharts", "helmChartInflationGenerator", "transformers", "components", "vars"),
)
"""The keys of a kustomization with which it applies something other than its files."""
_PATCHES = ("patches", "patchesStrategicMerge", "patchesJson6902")


def read_set(
    files: Iterable[ManifestFile],
    skipped: Iterable[SkippedFile],
    unread: Iterable[NotRead],
    limits: Limits = LIMITS,
) -> ManifestSet:
    """The objects of files. Whatever is wrong with one is a fault of its own; the others are read."""
    reader = _Reader(tuple(files), limits)
    reader.read()
    return ManifestSet(
        objects=tuple(reader.objects),
        others={kind: reader.others[kind] for kind in sorted(reader.others)},
        files=reader.files,
        skipped=(*skipped, *reader.skipped),
        faults=tuple(reader.faults),
        unread=(*unread, *reader.unread),
        total=reader.total,
    )


class _Reader:
    def __init__(self, files: tuple[ManifestFile, ...], limits: Limits) -> None:
        self._all = files
        self._limits = limits
        self.objects: list[SetObject] = []
        self.others: Counter[str] = Counter()
        self.skipped: list[SkippedFile] = []
        self.faults: list[ManifestFault] = []
        self.unread: list[NotRead] = []
        self.files = 0
        self.total = 0
        self._documents = 0

    def read(self) -> None:
        patches: set[str] = set()
        for file in self._all:
            if basename(file.path) in ("kustomization.yaml", "kustomization.yml", "Kustomization"):
                patches |= self._kustomization(file)
        for file in self._all:
            if basename(file.path) in ("kustomization.yaml", "kustomization.yml", "Kustomization"):
                continue
            if normpath(file.path) in patches:
                self.skipped.append(SkippedFile(path=file.path, why=SkipReason.PATCH))
            elif basename(file.path) == "Chart.yaml" or basename(file.path).startswith("values"):
                self.skipped.append(SkippedFile(path=file.path, why=SkipReason.NOT_AN_OBJECT))
            elif line := template_line(file.data):
                self._template(file, line)
            else:
                self._file(file)

    def _kustomization(self, file: ManifestFile) -> set[str]:
        """The files that it takes as patches."""
        self.skipped.append(SkippedFile(path=file.path, why=SkipReason.KUSTOMIZATION))
        chunk = next((one for one in split(file.data).chunks if not one.empty), None)
        if chunk is None:
            return set()
        document = parse(file.data, chunk, effort=Effort.of_stream(len(file.data), self._limits))
        if isinstance(document, BrokenDocument):
            self._broken(file, chunk, document)
            return set()
        value, folder = mapping(document.value), dirname(file.path)
        changes = [key for key in _CHANGES if value.get(key)]
        if changes:
            shown = " and ".join((", ".join(changes[:-1]), changes[-1]) if len(changes) > 1 else changes)
            self.faults.append(
                ManifestFault(
                    rule="SET003",
                    place=Place(file=file.path, line=1),
                    message=f"The kustomization has {shown}, so that it applies something other than its files",
                    folder=folder or ".",
                )
            )
        named = [one for key in _PATCHES for one in listing(value.get(key))]
        paths = (text(one) or text(field(one, "path")) for one in named)
        return {normpath(f"{folder}/{one}" if folder else one) for one in paths if one and "\n" not in one}

    def _template(self, file: ManifestFile, line: int) -> None:
        self.skipped.append(SkippedFile(path=file.path, why=SkipReason.TEMPLATE))
        is_unknown = b"pkg.crossplane.io" in file.data
        self.faults.append(
            ManifestFault(
                rule="SET002",
                place=Place(file=file.path, line=line),
                message="The file is a template, which is not rendered",
                folder=_chart(file.path),
                is_unknown=is_unknown,
            )
        )

    def _file(self, file: ManifestFile) -> None:
        self.files += 1
        stream = split(file.data)
        effort = Effort.of_stream(len(file.data), self._limits)
        before = self.total
        for chunk in stream.chunks:
            if chunk.empty:
                continue
            self._documents += 1
            if self._documents > self._limits.documents:
                self._stop(file)
                return
            self._document(file, chunk, effort)
        if stream.problem is not None:
            self._fault(file, stream.problem.line, stream.problem.message)
        if self.total == before and not self.faults:
            self.skipped.append(SkippedFile(path=file.path, why=SkipReason.NOT_AN_OBJECT))

    def _stop(self, file: ManifestFile) -> None:
        why = self._limits.reached("documents").sentence
        self.unread.append(NotRead(where=file.path, what="some of its documents", why=why, limit="documents"))

    def _fault(self, file: ManifestFile, line: int, says: str) -> None:
        is_unknown = b"crossplane.io" in file.data
        self.faults.append(
            ManifestFault(
                rule="SET001",
                place=Place(file=file.path, line=line),
                message="The manifest cannot be parsed",
                says=f"error parsing {file.path}: {says}",
                is_unknown=is_unknown,
            )
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
        value = mapping(document.value)
        if text(value.get("kind")).endswith("List") and isinstance(value.get("items"), list):
            for number, item in enumerate(value["items"]):
                self._object(file, document, mapping(item), FieldPath.of("items", number))
        elif text(value.get("kind")) and text(value.get("apiVersion")):
            self._object(file, document, value, FieldPath.of())
        elif any(one in value for one in ("kind", "apiVersion")) and self._is_manifest(file):
            absent = "kind" if not value.get("kind") else "apiVersion"
            self._fault(file, chunk.line, f"the object has no {absent}")

    def _broken(self, file: ManifestFile, chunk: Chunk, document: BrokenDocument) -> None:
        if document.limit is None:
            self._fault(file, document.position.line if document.position else chunk.line, document.message)
            return
        what = f"the document at line {chunk.line}"
        why, limit = document.limit.sentence, document.limit.name
        self.unread.append(NotRead(where=file.path, what=what, why=why, limit=limit))

    def _is_manifest(self, file: ManifestFile) -> bool:
        return b"crossplane.io" in file.data or self.total > 0

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
        kept = _without_secrets(value)
        found = document if kept is value and not shown else None
        self.objects.append(
            SetObject(value=kept, place=place, source=file.source, document=found, path=at, data=file.data)
        )


def template_line(data: bytes) -> int:
    """The first line with `{{` outside of quotes and comments; 0 without one."""
    if _TEMPLATE.search(data) is None:
        return 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if b"{{" in _QUOTED.sub(b"", line):
            return number
    return 0


def _matters(api_version: str, kind: str) -> bool:
    group = api_version.rpartition("/")[0]
    return group not in _BUILT_IN or kind in _KINDS or (kind.endswith("List") and not group)


def _origin(file: ManifestFile, chunk: Chunk, origin: str) -> str:
    """The file that a document of standard input was rendered from, as helm or kustomize says; else empty."""
    if file.path != "-":
        return ""
    for line in origin.splitlines():
        if line.startswith("path: "):
            return clip(line.removeprefix("path: ").strip(), 200)
    found = _SOURCE.search(file.data[chunk.start : chunk.start + 400])
    return clip(found[1].decode("utf-8", "replace").strip(), 200) if found else ""


def _chart(path: str) -> str:
    """The folder of the chart that a template belongs to."""
    head, found, _ = path.rpartition("/templates/")
    return head if found else dirname(path) or "."


def _without_secrets(value: Mapping[str, object]) -> Mapping[str, object]:
    """The object; of a Secret its name, and what is a public key."""
    kind = text(value.get("kind"))
    if kind != "Secret" and kind not in _MAKES_SECRETS:
        return value
    kept = {key: value[key] for key in ("apiVersion", "kind") if key in value}
    metadata = mapping(value.get("metadata"))
    named = {key: metadata[key] for key in ("name", "namespace") if key in metadata}
    target = text(field(value, "spec", "target", "name")) if kind == "ExternalSecret" else ""
    if target:
        named["name"] = target
    keys = dict(_public_keys(value)) if kind == "Secret" else {}
    return {**kept, "metadata": named, **({"stringData": keys} if keys else {})}


_PUBLIC = "-----BEGIN PUBLIC KEY-----"
_LONGEST_KEY = 16 << 10


def _public_keys(secret: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The entries of a Secret that are public keys in PEM, by which ImageConfigs verify."""
    encoded, plain = mapping(secret.get("data")), mapping(secret.get("stringData"))
    for key in {**encoded, **plain}:
        value = text(plain.get(key) or encoded.get(key))[:_LONGEST_KEY]
        if key not in plain:
            try:
                value = b64decode("".join(value.split()), validate=True).decode("ascii")
            except ValueError:
                continue
        if value.strip().startswith(_PUBLIC) and value.count("-----BEGIN") == 1:
            yield text(key), value


def names_of_secrets(objects: Iterable[SetObject]) -> Iterator[str]:
    """The names of the Secrets that the set has or makes."""
    for one in objects:
        if one.name.kind == "Secret" or one.name.kind in _MAKES_SECRETS:
            yield one.name.name
