"""Rules about packages: their name, their default channel, and what they have at all."""

import re
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import MODEL, PACKAGES
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.rule import Problem, Where

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_LONGEST = 63
_FORM = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
    "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)


@rule("FBC010", "each package has a unique name without dots", "E - E", met=(PACKAGES, 0))
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
            says = "config contains package with no name"
            yield Problem(
                message="A package has no name",
                says=says,
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif one.name in seen:
            says = f"duplicate package {quoted(one.name)}"
            yield Problem(
                message=f"The package {one.name} appears twice",
                says=says,
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


@rule("FBC011", "each package has a default channel that exists", "E - E")
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
            message = f"The package {one.name} has no default channel"
            yield Problem(
                message=message,
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


@rule("FBC012", "each package has a channel and a bundle", "EW - E")
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


RULES = (package_names, default_channels, package_contents)
