"""Rules about packages and deprecations: their names, a default channel, what they have, and of what they speak."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, PACKAGE, Deprecations, Package
from xpkgtui.formats.catalog.model.shapes import decoded
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogDocument, CatalogSubject
from xpkgtui.formats.catalog.tools import DEPRECATED, MODEL, PACKAGES
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where

_PICTURES = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    ("image/svg+xml", re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:svg|\?xml|!DOCTYPE svg|!--)", re.IGNORECASE)),
)
"""Media types, and how their data begins."""
_LEAD = 4096
"""Characters of base64 that are looked at."""


@rule("FBC013", "the icon of a package is not the image that it claims", "EW EW EW", stage=Stage.PARSE)
def icons(document: CatalogDocument) -> Iterator[Problem]:
    """An icon has base64 data and the media type of an image, and both agree.

    Why: Consoles show the icon by its media type. opm refuses data that is not base64, and checks no more.
    When it bites: The package is shown without an icon.
    Fix: Write the image as base64 into base64data, and its type, such as image/svg+xml, into mediatype.
    Source: operator-registry, alpha/declcfg/declcfg.go, alpha/model/model.go; the text on file-based catalogs.
    """
    fault, blob = document.fault, document.blob
    if fault is not None and fault.rule == "FBC013":
        yield Problem(message=f"Document {document.chunk.number} {fault.message}", says=fault.says, path=fault.path)
    if not isinstance(blob, Package) or not blob.has_icon:
        return
    lead = decoded("".join(blob.icon[:_LEAD].split())[: _LEAD // 2 // 4 * 4] if len(blob.icon) > _LEAD else blob.icon)
    found = next((name for name, start in _PICTURES if start.match(lead)), "")
    path, what = FieldPath.of("icon"), f"The icon of {blob.name}"
    if not blob.icon:
        yield Problem(message=f"{what} has no data", level=1, path=path)
    elif not blob.media_type:
        yield Problem(message=f"{what} has no media type", level=1, path=path)
    elif not blob.media_type.startswith("image/"):
        message = f"{what} has the media type {blob.media_type}, which is not that of an image"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "mediatype"))
    elif found and found != blob.media_type:
        message = f"{what} has the media type {blob.media_type}, and its data is {found}"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "mediatype"))
    elif not found and blob.media_type in {name for name, _ in _PICTURES}:
        message = f"{what} has the media type {blob.media_type}, and its data does not begin like that"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "base64data"))


_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_LONGEST = 63
_FORM = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
    "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)


@rule("FBC010", "a package has a wrong or duplicate name", "E - E", met=(PACKAGES, 0))
def package_names(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.package has a name that is a DNS label, and no other olm.package has it.

    Why: Channels and bundles refer to their package by its name.
    When it bites: When opm reads the catalog.
    Fix: Use lowercase letters, digits and hyphens, and a name that no other package has.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    seen: set[str] = set()
    for one in catalog.model.packages:
        if not one.name:
            yield Problem(
                message="A package has no name",
                says="config contains package with no name",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif one.name in seen:
            yield Problem(
                message=f"The package {one.name} appears twice",
                says=f"duplicate package {quoted(one.name)}",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif faults := _label_faults(one.name):
            says = f"invalid package name {quoted(one.name)}: [{faults}]"
            message = f"The package name {one.name} is not a DNS label"
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        seen.add(one.name)


def _label_faults(name: str) -> str:
    faults = [f"must be no more than {_LONGEST} characters"] if len(name) > _LONGEST else []
    if not _LABEL.fullmatch(name):
        is_dotted = all(map(_LABEL.fullmatch, name.split(".")))
        faults.append("must not contain dots" if is_dotted else _FORM)
    return " ".join(faults)


@rule("FBC011", "the default channel of a package is missing", "E - E")
def default_channels(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each package names a default channel, and the catalog has it.

    Why: A subscription without a channel follows the default one.
    When it bites: When opm reads the catalog. Its message says only that a channel has no bundle.
    Fix: Set defaultChannel to a channel of the package.
    Source: operator-registry, alpha/model/model.go.
    """
    for one in catalog.model.packages:
        channels = [channel.name for channel in catalog.model.channels_of.get(one.name, ())]
        if not one.default:
            yield Problem(
                message=f"The package {one.name} has no default channel",
                says="default channel must be set",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif one.default not in channels:
            message = f"The default channel {one.default} of the package {one.name} is not in the catalog"
            says = "channel must contain at least one bundle"
            yield Problem(
                message=message, says=says, where=Where(document=one.document), path=FieldPath.of("defaultChannel")
            )


@rule("FBC012", "a package has no channel or no bundle", "EW - E")
def package_contents(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each package has at least one olm.channel and at least one olm.bundle.

    Why: Otherwise there is nothing to install.
    When it bites: When opm reads the catalog: it refuses a package without channels.
    Fix: Add a channel and a bundle, or remove the package.
    Source: operator-registry, alpha/model/model.go; the text on file-based catalogs.
    """
    for one in catalog.model.packages:
        if not catalog.model.channels_of.get(one.name):
            # opm makes the default channel itself, and complains about that one.
            says, met = (None, (MODEL, 1)) if one.default else ("package must contain at least one channel", None)
            yield Problem(
                message=f"The package {one.name} has no channel",
                says=says,
                met=met,
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif not catalog.model.bundles_of.get(one.name):
            yield Problem(
                message=f"The package {one.name} has no bundle",
                level=1,
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )


@rule("FBC060", "deprecations of an unknown package, or several of one", "E - E", met=(DEPRECATED, 0))
def deprecated_packages(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.deprecations names a package of the catalog, and no other one names it.

    Why: Two of them could contradict each other.
    When it bites: When opm reads the catalog.
    Fix: Name the package, and write all its deprecations into one document.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    packages = catalog.model.package_names
    seen: set[str] = set()
    for number, one in enumerate(catalog.model.deprecations):
        if not one.package:
            yield Problem(
                message="Deprecations have no package",
                says=f"package name must be set for deprecation item {number}",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif one.package not in packages:
            says = f"cannot apply deprecations to an unknown package {quoted(one.package)}"
            message = f"Deprecations name the package {one.package}, which does not exist"
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        elif one.package in seen:
            says = f"expected a maximum of one deprecation per package: {quoted(one.package)}"
            message = f"The package {one.package} has several documents of deprecations"
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        seen.add(one.package)


@rule("FBC061", "a deprecation refers to nothing", "E - E", met=(DEPRECATED, 1))
def deprecated_references(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each entry refers to the package, or to one of its channels or bundles, and no other entry refers to the same.

    Why: No user sees a message about something that does not exist.
    When it bites: When opm reads the catalog.
    Fix: Correct schema and name. A reference to the package has no name.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    defaults: dict[str, set[str]] = {}
    for each in catalog.model.packages:
        defaults.setdefault(each.name, set()).add(each.default)
    for one in catalog.model.deprecations:
        channels = {channel.name for channel in catalog.model.channels_of.get(one.package, ())}
        channels |= defaults.get(one.package, set()) - {""}
        seen: set[tuple[str, str]] = set()
        for number, entry in enumerate(one.entries):
            if says := _reference_fault(catalog, one, number, channels, is_twice=(entry.schema, entry.name) in seen):
                message = f"The deprecation of {entry.schema or 'nothing'} {entry.name} in {one.package} is wrong"
                path = FieldPath.of("entries", number, "reference")
                yield Problem(message=message, says=says, where=Where(document=one.document), path=path)
            seen.add((entry.schema, entry.name))


def _reference_fault(
    catalog: CatalogSubject, one: Deprecations, number: int, channels: AbstractSet[str], *, is_twice: bool
) -> str:
    entry, of = one.entries[number], f"for package {quoted(one.package)}"
    shown = f"declcfg.PackageScopedReference{{Schema:{quoted(entry.schema)}, Name:{quoted(entry.name)}}}"
    if not entry.schema:
        return f"schema must be set for deprecation entry [{number}] {of}"
    if is_twice:
        return f"duplicate deprecation entry {shown} {of}"
    if entry.schema == BUNDLE:
        is_there = entry.name in catalog.model.bundles_of.get(one.package, {})
        return "" if is_there else f"cannot deprecate bundle {quoted(entry.name)} {of}: bundle not found"
    if entry.schema == CHANNEL:
        is_there = entry.name in channels
        return "" if is_there else f"cannot deprecate channel {quoted(entry.name)} {of}: channel not found"
    if entry.schema == PACKAGE:
        says = f"package name must be empty for deprecated package {quoted(one.package)}"
        return f"{says} (specified {quoted(entry.name)})" if entry.name else ""
    return f"cannot deprecate object {shown} referenced by entry {number} {of}: object schema unknown"


@rule("FBC062", "a deprecation has no message", "E - E")
def deprecated_messages(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each entry of deprecations has a message.

    Why: Users see this message.
    When it bites: When opm reads the catalog.
    Fix: Say what to use instead.
    Source: operator-registry, alpha/model/model.go (Deprecation.Validate).
    """
    for one in catalog.model.deprecations:
        for number, entry in enumerate(one.entries):
            if not entry.message:
                yield Problem(
                    message=f"The deprecation of {entry.schema} {entry.name} in {one.package} has no message",
                    says="invalid deprecation: message must be set",
                    where=Where(document=one.document),
                    path=FieldPath.of("entries", number),
                )
