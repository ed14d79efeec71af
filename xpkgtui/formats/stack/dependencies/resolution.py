"""The dependencies that app.yaml lists: Crossplane 0.12 gives permissions for the definitions, and installs nothing.

Source: crossplane 0.12, pkg/packages/unpack.go, applyRules.
"""

from collections.abc import Iterator

from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import AskedBy, DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.formats.dependencies.questions import (
    Asking,
    PackageContents,
    PackageDependencies,
    ResolveOptions,
    RootPackage,
)
from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.untyped import listing, mapping

_NOTHING = "Crossplane 0.12 installs none of it"


class StackDependencies(PackageDependencies):
    """The dependencies of packages with `.registry`."""

    def holds(self, contents: PackageContents) -> None:
        """Nothing: app.yaml says all."""

    def direct(self, root: RootPackage) -> DependencyTree:
        """What app.yaml lists, each entry once."""
        listed = dict.fromkeys(_listed(root.opened.meta))
        needed = {
            name: NeededPackage(
                package=name, kind=kind, asked_by=(AskedBy(package=root.source, constraint=constraint),)
            )
            for kind, name, constraint in listed
            if name != root.source
        }
        return DependencyTree(
            packages=(NeededPackage(package=root.source, kind="Package"), *needed.values()),
            edges=tuple(
                DependencyEdge(source=root.source, target=name, constraint=constraint)
                for _, name, constraint in listed
            ),
            further=_NOTHING,
        )

    def resolve(self, root: RootPackage, options: ResolveOptions) -> Asking:
        """Raises `Usage`: there is no program that resolves them."""
        del root, options
        yield from ()
        raise Usage(_NOTHING, hint="Leave --resolve out.")


DEPENDENCIES = StackDependencies()


def _listed(app: object) -> Iterator[tuple[str, str, str]]:
    """Kind, name and version of each entry."""
    for one in listing(lowered(mapping(app), "dependsOn")):
        fields = mapping(one)
        name, _, version = text_of(lowered(fields, "crd")).partition("/")
        if name:
            yield "CRD", name, version
        elif package := text_of(lowered(fields, "package")):
            yield "Package", package, ""
