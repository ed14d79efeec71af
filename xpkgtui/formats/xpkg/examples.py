"""The examples of a package of Crossplane: beside it, in the folder that a build packs into a layer of its own."""

from collections.abc import Callable

from xpkgtui.formats.examples.example import ExampleVerdict, Owner, PackageExamples, owner
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.xpkg.sources.examples import FOLDER
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.untyped import field, listing

_CROSSPLANE = "crossplane.io"
_OWN = frozenset({"pkg", "meta.pkg", "apiextensions", "ops", "protection", "secrets"})
"""The groups of kinds that Crossplane itself defines, before its domain."""


def _owner_of(package: PackageObjects) -> Owner:
    depends = len(listing(field(package.meta_value(), "spec", "dependsOn")))

    def of(group: str, kind: str) -> tuple[ExampleVerdict, str]:
        verdict, reason = owner(group, kind)
        lead, dot, domain = group.rpartition(f".{_CROSSPLANE}")
        if dot and not domain and lead in _OWN:
            return ExampleVerdict.BUILT_IN, f"{WORDING.program} itself defines {group}"
        if depends and verdict is ExampleVerdict.UNDEFINED:
            named = (
                "the package that it depends on" if depends == 1 else f"one of the {depends} packages it depends on"
            )
            return ExampleVerdict.ELSEWHERE, f"{reason}; {named} may"
        return verdict, reason

    return of


_USAGES = frozenset({"ProviderConfigUsage", "ClusterProviderConfigUsage"})
"""Kinds that only controllers write."""


def _is_written(package: PackageObjects) -> Callable[[ObjectHead], bool]:
    """A function defines what steps of a Composition hold, not objects."""
    meta = package.meta
    is_function = meta is not None and meta.kind == "Function"
    return lambda head: not is_function and head.defines not in _USAGES


EXAMPLES = PackageExamples(folder=FOLDER, is_written=_is_written, owner_of=_owner_of)
