"""What rules about plain bundles look at: one document with its objects, and the whole bundle."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.stream import Stream
from xpkgtui.formats.go_decoding.lists import braced_names, names_of_item
from xpkgtui.golang.json_syntax import fault_of_json
from xpkgtui.rules.case import Case
from xpkgtui.rules.ruleset import ParsedSubject
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

_ORDER = [
    *("Namespace", "NetworkPolicy", "ResourceQuota", "LimitRange", "PodSecurityPolicy", "PodDisruptionBudget"),
    *("ServiceAccount", "Secret", "SecretList", "ConfigMap", "StorageClass", "PersistentVolume"),
    *("PersistentVolumeClaim", "CustomResourceDefinition", "ClusterRole", "ClusterRoleList", "ClusterRoleBinding"),
    *("ClusterRoleBindingList", "Role", "RoleList", "RoleBinding", "RoleBindingList", "Service", "DaemonSet", "Pod"),
    *("ReplicationController", "ReplicaSet", "Deployment", "HorizontalPodAutoscaler", "StatefulSet", "Job"),
    *("CronJob", "IngressClass", "Ingress", "APIService"),
]
_RANKS = {kind: rank for rank, kind in enumerate(_ORDER)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """One object."""

    api_version: str
    kind: str
    namespace: str
    name: str
    item: int | None = None
    """Its number in a list."""

    @property
    def group(self) -> str:
        """Its API group; empty for the core group."""
        return self.api_version.rpartition("/")[0]

    @property
    def is_custom(self) -> bool:
        """Whether its kind is none of Kubernetes itself, so that it needs a definition."""
        return "." in self.group and not self.group.endswith(".k8s.io")

    @property
    def turn(self) -> tuple[int, str]:
        """Sorts objects as Helm applies them: by kind, unknown kinds at the end."""
        return _RANKS.get(self.kind, len(_RANKS)), "" if self.kind in _RANKS else self.kind

    def __str__(self) -> str:
        where = f" in {self.namespace}" if self.namespace else ""
        return f"{self.kind} {self.name or '(no name)'}{where}"


def objects_of(value: object) -> Iterator[Applied]:
    """The objects of a document: those of its `items`, where it has that key, else itself."""
    if not isinstance(value, dict):
        return
    if "items" not in value:
        yield _applied(value, None)
        return
    for number, item in enumerate(listing(value["items"])):
        yield inferred(value, item, number)


def inferred(value: object, item: object, number: int) -> Applied:
    """An item of a list; with neither kind nor apiVersion it takes those of the list, without `List` at the end."""
    api_version, kind = names_of_item(value, item)
    return replace(_applied(item, number), api_version=api_version, kind=kind)


def _applied(value: object, item: int | None) -> Applied:
    return Applied(
        api_version=text(field(value, "apiVersion")),
        kind=text(field(value, "kind")),
        namespace=text(field(value, "metadata", "namespace")),
        name=text(field(value, "metadata", "name")),
        item=item,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlainDocument(ParsedSubject):
    """One document."""

    file: str
    json: str = ""
    """Its text, where it is in a file that begins with `{`: such a file is read as JSON."""
    is_no_json: bool = False
    """Whether that text is not JSON."""
    fault: str = ""
    """What RukPak says of its file, where that begins as JSON and does not go on so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainObject:
    """One object, and where it is."""

    applied: Applied
    number: int
    line: int
    file: str
    defines: tuple[str, str] | None = None
    """Group and kind of a definition."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlainBundle:
    """The whole bundle."""

    objects: tuple[PlainObject, ...]
    is_readable: bool
    """Whether every document could be read."""
    stream: Stream
    last_file: str = ""
    """The file at which reading ended."""
    faults: tuple[tuple[str, str], ...] = ()
    """Files that begin as JSON and go on as something else, each with what RukPak says of it."""


class Examination:
    """The documents, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._data, self._stream, self._limits = data, stream, case.options.limits
        self._origins = case.reading.origins if case.reading else None
        self._objects: list[PlainObject] = []
        self._braced = braced_names(self._origins)
        self._is_readable = True
        self._faults = {one.name: one.unread for one in case.reading.files if one.unread} if case.reading else {}

    def document(self, chunk: Chunk) -> PlainDocument:
        """Parses one document."""
        origin = self._origins.at(chunk.line) if self._origins else None
        if chunk.start == 0 and self._origins and self._origins.lead:
            chunk = replace(chunk, start=self._origins.lead, first_line=chunk.first_line + 1)
        document = parse(self._data, chunk, limits=self._limits)
        file = origin.file if origin else ""
        text = self._data[chunk.start : chunk.end].strip() if file in self._braced else b""
        is_no_json = bool(text) and not is_json(text)
        if isinstance(document, BrokenDocument) and document.limit is None and text and not is_no_json:
            with contextlib.suppress(ValueError, RecursionError):
                document = PackageDocument(chunk=chunk, value=json.loads(text.decode("utf-8", "replace")))
        return PlainDocument(
            chunk=chunk,
            document=document,
            file=file,
            json=text.decode("utf-8", "replace"),
            is_no_json=is_no_json,
            fault=self._faults.get(file, ""),
        )

    def remember(self, subject: PlainDocument) -> None:
        """Keeps the names of its objects."""
        self._is_readable &= isinstance(subject.document, PackageDocument)
        if subject.is_no_json:
            self._faults.pop(subject.file, None)  # its document says it
        value = subject.value
        for one in objects_of(value):
            defines = None
            if one.kind == "CustomResourceDefinition" and one.item is None:
                defines = text(field(value, "spec", "group")), text(field(value, "spec", "names", "kind"))
            place = subject.chunk
            found = PlainObject(applied=one, number=place.number, line=place.line, file=subject.file, defines=defines)
            self._objects.append(found)

    def package(self) -> PlainBundle:
        """The bundle."""
        problem = self._stream.problem
        origin = self._origins.at(problem.line) if self._origins and problem else None
        return PlainBundle(
            objects=tuple(self._objects),
            is_readable=self._is_readable,
            stream=self._stream,
            last_file=origin.file if origin else "",
            faults=tuple(sorted(self._faults.items())),
        )


def is_json(text: bytes) -> bool:
    """Whether a text is JSON to Go."""
    return fault_of_json(text) is None
