"""The documents of a catalog as typed values, each with its number in the stream, and all of them by package."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Self

from xpkgtui.commands import PrintedCommand, operand
from xpkgtui.formats.catalog.model.shapes import PROPERTIES, ShapeMismatch, field_of, mismatch
from xpkgtui.formats.dependencies.operators.requirements import (
    REFUSED_BY_V1,
    OfferedBundle,
    api_of,
    bar,
    requirements_of,
)
from xpkgtui.formats.package_objects import ObjectHead
from xpkgtui.golang.characters import folded
from xpkgtui.untyped import listing, text
from xpkgtui.values import dataclass

PACKAGE = "olm.package"
CHANNEL = "olm.channel"
BUNDLE = "olm.bundle"
DEPRECATIONS = "olm.deprecations"
OBJECT = "olm.bundle.object"
METADATA = "olm.csv.metadata"
TEMPLATES = {
    "olm.semver": "semver",
    "olm.template.basic": "basic",
    "olm.template.substitutes": "substitutes",
    "olm.composite": "",
}
"""The schemas of templates, with opm's word for each; opm 1.73 renders no composite ones."""
_COMPONENTS = (
    "opm renders no composite templates any more. Render the template of each component: "
    "`opm alpha render-template basic FILE`, or `semver`."
)
REQUIRED = REFUSED_BY_V1
"""Properties by which a bundle requires something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """An `olm.package`."""

    document: int
    name: str
    default: str
    has_icon: bool = False
    icon: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelEntry:
    """One entry of a channel."""

    name: str
    replaces: str = ""
    skips: tuple[str, ...] = ()
    skip_range: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """An `olm.channel`."""

    document: int
    name: str
    package: str
    entries: tuple[ChannelEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """One property of a bundle; those with large values keep none."""

    type: str
    value: Any = None
    has_value: bool = True
    fault: ShapeMismatch | None = None
    """What is wrong with a value that is not kept."""
    index: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """An `olm.bundle`."""

    document: int
    name: str
    package: str
    image: str = ""
    related: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()

    def of_type(self, kind: str) -> tuple[Property, ...]:
        """Its properties of a type."""
        return tuple(one for one in self.properties if one.type == kind)

    @property
    def version(self) -> str:
        """The version in its first `olm.package`; empty where there is none."""
        return next((text(field_of(one.value, "version")) for one in self.of_type(PACKAGE)), "")

    @property
    def release(self) -> str:
        """The release beside it."""
        return next((text(field_of(one.value, "release")) for one in self.of_type(PACKAGE)), "")

    def offered(self, hidden: Iterable[str] = ()) -> OfferedBundle:
        """What OLM v0 knows of it; it may have large properties of the types `hidden` too, which are not kept."""
        provided = [api_of(one.value) for one in self.of_type("olm.gvk")]
        types = [one.type for one in self.properties]
        return OfferedBundle(
            name=self.name,
            package=self.package,
            version=self.version,
            provides=frozenset(provided),
            labels=frozenset(text(field_of(one.value, "label")) for one in self.of_type("olm.label")),
            requires=requirements_of((one.type, one.value) for one in self.properties),
            refused=next((one for one in types if one in REFUSED_BY_V1), ""),
            properties=tuple((one.type, one.value) for one in self.properties if one.type not in _LARGE),
            hidden=tuple(sorted({*hidden, *(kind for kind in types if kind in _LARGE)})),
            document=self.document,
            barred=bar(types, provided),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecated:
    """One entry of deprecations."""

    schema: str
    name: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecations:
    """An `olm.deprecations`."""

    document: int
    package: str
    entries: tuple[Deprecated, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A document of a schema that opm does not know."""

    document: int
    schema: str = ""


Blob = Package | Channel | Bundle | Deprecations | Other


def blob_of(document: int, value: Mapping[str, Any]) -> Blob:
    """The typed value of a document that has the shape of its schema."""
    found = {name: text(field_of(value, name)) for name in ("schema", "package", "name")}
    schema, package, name = found.values()
    match schema:
        case "olm.package":
            icon = field_of(value, "icon")
            return Package(
                document=document,
                name=name,
                default=text(field_of(value, "defaultChannel")),
                has_icon=icon is not None,
                icon=text(field_of(icon, "base64data")),
                media_type=text(field_of(icon, "mediatype")),
            )
        case "olm.channel":
            entries = tuple(map(_entry, listing(field_of(value, "entries"))))
            return Channel(document=document, name=name, package=package, entries=entries)
        case "olm.bundle":
            return Bundle(
                document=document,
                name=name,
                package=package,
                image=text(field_of(value, "image")),
                related=tuple(text(field_of(one, "image")) for one in listing(field_of(value, "relatedImages"))),
                properties=tuple(
                    _property(number, one) for number, one in enumerate(listing(field_of(value, "properties")))
                ),
            )
        case "olm.deprecations":
            entries_ = tuple(map(_deprecated, listing(field_of(value, "entries"))))
            return Deprecations(document=document, package=package, entries=entries_)
    return Other(document=document, schema=schema)


def _entry(value: object) -> ChannelEntry:
    return ChannelEntry(
        name=text(field_of(value, "name")),
        replaces=text(field_of(value, "replaces")),
        skips=tuple(map(text, listing(field_of(value, "skips")))),
        skip_range=text(field_of(value, "skipRange")),
    )


_LARGE = (OBJECT, METADATA)


def _property(number: int, value: object) -> Property:
    kind = text(field_of(value, "type"))
    keys = value if isinstance(value, dict) else {}
    has_value = any(folded(key) == "value" for key in keys)
    given = field_of(value, "value")
    if kind not in _LARGE:
        return Property(type=kind, value=given, has_value=has_value, index=number)
    fault = mismatch(given, PROPERTIES[kind], ("properties", number, "value"))
    return Property(type=kind, has_value=has_value, fault=fault, index=number)


def _deprecated(value: object) -> Deprecated:
    reference = field_of(value, "reference")
    return Deprecated(
        schema=text(field_of(reference, "schema")),
        name=text(field_of(reference, "name")),
        message=text(field_of(value, "message")),
    )


@dataclass(frozen=True, kw_only=True)
class CatalogModel:
    """All documents that load, in their order."""

    packages: tuple[Package, ...] = ()
    channels: tuple[Channel, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    deprecations: tuple[Deprecations, ...] = ()
    others: tuple[Other, ...] = ()
    bundles_of: dict[str, dict[str, Bundle]] = field(default_factory=dict)
    """The bundles of a package by their names; of several with one name the last."""
    channels_of: dict[str, tuple[Channel, ...]] = field(default_factory=dict)
    """The channels of a package."""
    package_names: frozenset[str] = frozenset()
    """The names of the packages."""

    @cached_property
    def package_of(self) -> Mapping[str, Package]:
        """The packages by their names; of several with one name the first."""
        return {one.name: one for one in reversed(self.packages)}

    @cached_property
    def deprecations_of(self) -> Mapping[str, Sequence[Deprecations]]:
        """The deprecations of each package."""
        found: dict[str, list[Deprecations]] = defaultdict(list)
        for one in self.deprecations:
            found[one.package].append(one)
        return dict(found)

    @classmethod
    def of(cls, blobs: Iterable[Blob], unloaded: Iterable[Blob] = ()) -> Self:
        """The catalog of these documents; those that are not loaded count where others refer to them by name."""
        found: dict[type, list[Blob]] = defaultdict(list)
        bundles_of: dict[str, dict[str, Bundle]] = defaultdict(dict)
        channels_of: dict[str, list[Channel]] = defaultdict(list)
        for blob in blobs:
            found[type(blob)].append(blob)
            if isinstance(blob, Bundle):
                bundles_of[blob.package][blob.name] = blob
            elif isinstance(blob, Channel):
                channels_of[blob.package].append(blob)
        names = {one.name for one in found[Package] if isinstance(one, Package)}
        for blob in unloaded:
            match blob:
                case Package():
                    names.add(blob.name)
                case Bundle():
                    bundles_of[blob.package].setdefault(blob.name, blob)
                case Channel():
                    channels_of[blob.package].append(blob)
        return cls(
            package_names=frozenset(names),
            packages=tuple(found[Package]),  # type: ignore[arg-type]
            channels=tuple(found[Channel]),  # type: ignore[arg-type]
            bundles=tuple(found[Bundle]),  # type: ignore[arg-type]
            deprecations=tuple(found[Deprecations]),  # type: ignore[arg-type]
            others=tuple(found[Other]),  # type: ignore[arg-type]
            bundles_of=dict(bundles_of),
            channels_of={package: tuple(each) for package, each in channels_of.items()},
        )


def rendering(schema: str, file: str | None) -> str:
    """What renders a template, as an advice."""
    if kind := TEMPLATES[schema]:
        words = ("opm", "alpha", "render-template", kind, operand(file or "FILE"))
        return f"Render it first: `{PrintedCommand(words=words).line}`."
    return _COMPONENTS


def template_among(heads: Iterable[ObjectHead]) -> tuple[str, str] | None:
    """The first schema of a template, and what renders it; None where a document is of a catalog, or none of one."""
    found = [one for one in heads if one.kind in TEMPLATES or one.kind in (PACKAGE, CHANNEL, BUNDLE)]
    if not found or not all(one.kind in TEMPLATES for one in found):
        return None
    return found[0].kind or "", rendering(found[0].kind or "", None)
