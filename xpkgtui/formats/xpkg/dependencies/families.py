"""Families of providers: one package that all members depend on, from one registry and organization."""

from collections.abc import Iterable

from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.dependencies.references import PackageReference

LABEL = "pkg.crossplane.io/provider-family"
"""The label by which Crossplane knows the members of a family; its value is the last part of the family's path."""
PREFIX = "provider-family-"
"""How the repositories of families begin."""
_MEMBER = "provider-"
_KNOWN = tuple(f"{PREFIX}{one}" for one in ("aws", "azure", "gcp", "gcp-beta"))
"""Families whose members are known by their names alone."""


def home(name: str) -> tuple[str, str]:
    """Registry and first part of the path, which the RBAC manager compares; of no reference, the name itself."""
    reference = parsed(PackageReference.parse, name)
    return (reference.registry, reference.repository.partition("/")[0]) if reference else ("", name)


def asks_elsewhere(label: str, source: str, package: str) -> bool:
    """Whether a member from `source`, which has this label, depends on its family in another place than its own."""
    return bool(label) and package.rpartition("/")[2] == label and home(package) != home(source)


def families_among(packages: Iterable[str]) -> dict[str, list[str]]:
    """The packages of each family, by its name, the family itself first; as their names say it.

    `provider-aws-s3` is a member of `provider-family-aws`, where that is among them or known.
    """
    names = {package: package.rpartition("/")[2] for package in packages}
    prefixes = {f"{_MEMBER}{one.removeprefix(PREFIX)}-": one for one in (*_KNOWN, *names.values()) if _is_family(one)}
    found: dict[str, list[str]] = {}
    for package, name in sorted(names.items(), key=lambda one: not _is_family(one[1])):
        fitting = [prefix for prefix in prefixes if name.startswith(prefix)]
        family = name if _is_family(name) else prefixes[max(fitting, key=len)] if fitting else ""
        if family:
            found.setdefault(family, []).append(package)
    return found


def _is_family(name: str) -> bool:
    return name.startswith(PREFIX)
