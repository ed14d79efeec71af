"""The objects of a set of manifests, each with its place."""

from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field as default
from enum import StrEnum
from typing import TypedDict

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.limits import NotRead
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.untyped import field, mapping, text
from xpkgtui.values import dataclass

WAVE = "argocd.argoproj.io/sync-wave"
OPTIONS = "argocd.argoproj.io/sync-options"


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestFile:
    """One file of a set, or standard input."""

    path: str
    """As it is shown; `-` is standard input."""
    data: bytes
    source: int = 0
    """The index of the PATH that it was found under."""


class SkipReason(StrEnum):
    """Why a file has no objects of the set, as JSON spells it."""

    TEMPLATE = "template"
    PATCH = "patch"
    PACKAGE = "package"
    KUSTOMIZATION = "kustomization"
    NOT_AN_OBJECT = "not-an-object"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedFile:
    """A file, or a folder, that has no objects of the set."""

    path: str
    why: SkipReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestFault:
    """Something in a file that keeps objects from being read, or that makes them others when they are applied."""

    rule: str
    place: Place
    message: str
    says: str = ""
    folder: str = ""
    """The folder that a tool renders."""
    is_unknown: bool = False
    """Whether package objects may be in it."""
    is_read: bool = False
    """Whether its objects are there all the same."""


class Whereabouts(TypedDict):
    """What a finding is about, and where."""

    object: ObjectName | None
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetObject:
    """One object of the set."""

    value: Mapping[str, object]
    """As JSON; of a Secret without its values."""
    place: Place
    """The line of its first key, or of its item in a list."""
    source: int = 0
    """The index of the PATH that it was found under."""
    document: PackageDocument | None = None
    """The document that it stands in; None where it has no lines, and of a Secret."""
    path: FieldPath = FieldPath.of()
    """Where it stands in its document."""

    data: bytes = default(default=b"", repr=False)
    """The file that the document stands in."""

    @property
    def written(self) -> tuple[bytes, int] | None:
        """Its text and the line of its first byte; None of an item of a list, and where it has no lines."""
        if self.document is None or self.path.parts:
            return None
        chunk = self.document.chunk
        return self.data[chunk.start : chunk.end], chunk.first_line

    @property
    def name(self) -> ObjectName:
        """apiVersion, kind and name."""
        return ObjectName(
            api_version=text(self.value.get("apiVersion")),
            kind=text(self.value.get("kind")),
            name=text(field(self.value, "metadata", "name")),
        )

    @property
    def group(self) -> str:
        """The group of its apiVersion."""
        return self.name.api_version.rpartition("/")[0]

    @property
    def wave(self) -> int:
        """Its sync wave; 0 without one, or with one that is no number."""
        try:
            return int(text(self._annotations.get(WAVE)) or 0)
        except ValueError:
            return 0

    @property
    def may_lack_kind(self) -> bool:
        """Whether Argo CD applies it although its kind is not there yet when all is tried."""
        options = text(self._annotations.get(OPTIONS)).split(",")
        return "SkipDryRunOnMissingResource=true" in [one.strip() for one in options]

    @property
    def _annotations(self) -> Mapping[str, object]:
        return mapping(field(self.value, "metadata", "annotations"))

    def at(self, *path: str | int) -> Place:
        """The place of a field, or of the nearest that it is in."""
        below = self.path
        for name in path:
            below = below.child(name)
        position = self.document.position(below) if self.document else None
        if position is None:
            return self.place
        return Place(file=self.place.file, line=position.line, field=str(FieldPath(path)))

    def here(self, *path: str | int) -> Whereabouts:
        """The object and the place of a field of it, or its own."""
        return {"object": self.name, "place": self.at(*path) if path else self.place}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ManifestSet:
    """All that the files of a set hold."""

    objects: tuple[SetObject, ...] = ()
    """Those that may matter, in the order of the files."""
    others: Mapping[str, int] = default(default_factory=dict)
    """How many objects of other kinds there are."""
    files: int = 0
    skipped: tuple[SkippedFile, ...] = ()
    faults: tuple[ManifestFault, ...] = ()
    unread: tuple[NotRead, ...] = ()
    total: int = 0
    """Objects in all."""
    hidden: frozenset[str] = frozenset()
    """The kinds of which objects may be in what was not read; with the empty one those of any kind."""

    def may_hide(self, kinds: Collection[str]) -> bool:
        """Whether an object of one of the kinds may be in what was not read, so that none is known to be absent."""
        return bool(kinds) and ("" in self.hidden or not self.hidden.isdisjoint(kinds))


MAKES_SECRETS = ("SealedSecret", "ExternalSecret")
"""The kinds whose objects a controller makes a Secret of."""
NAMESPACES = ("", "crossplane-system", "upbound-system")
"""Where Crossplane runs; a manifest without a namespace is applied to that of the call."""


def without_secrets(value: Mapping[str, object]) -> Mapping[str, object]:
    """The object; of a Secret its name, and what is a public key."""
    kind = text(value.get("kind"))
    if kind != "Secret" and kind not in MAKES_SECRETS:
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


def _public_keys(secret: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The entries of a Secret that are public keys in PEM, by which ImageConfigs verify."""
    encoded, plain = mapping(secret.get("data")), mapping(secret.get("stringData"))
    for key in {**encoded, **plain}:
        value = text(plain.get(key) or encoded.get(key))
        if key not in plain:
            try:
                value = b64decode("".join(value.split()), validate=True).decode("ascii")
            except ValueError:
                continue
        if value.strip().startswith(_PUBLIC) and value.count("-----BEGIN") == 1:
            yield text(key), value


def names_of_secrets(objects: Iterable[SetObject]) -> Iterator[str]:
    """The names of the Secrets that the set has or makes, where Crossplane may be."""
    for one in objects:
        namespace = text(field(one.value, "metadata", "namespace"))
        is_secret = one.name.kind == "Secret" or one.name.kind in MAKES_SECRETS
        if is_secret and namespace in NAMESPACES:
            yield one.name.name


def is_package(data: bytes, chunks: tuple[Chunk, ...], effort: Effort) -> bool:
    """Whether a file is what a package holds: it has a meta object, and no object that installs a package."""
    groups = {_version_in(data, one, effort).rpartition("/")[0] for one in chunks if not one.empty}
    return "pkg.crossplane.io" not in groups and any(one.startswith("meta.pkg.") for one in groups)


def _version_in(data: bytes, chunk: Chunk, effort: Effort) -> str:
    if chunk.api_version:
        return chunk.api_version
    document = parse(data, chunk, effort=effort)
    return "" if isinstance(document, BrokenDocument) else text(field(document.value, "apiVersion"))
