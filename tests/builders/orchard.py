"""A registry of small packages, and sets that install them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig, LockDependency
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags
from xpkgtui.formats.xpkg.sets.contents import BroughtObject, MemberContents
from xpkgtui.formats.xpkg.sets.controllers.cluster import Crossplane
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World

HOST = "xpkg.example.org/orchard"


def tree(fruit: str, *, version: str = "v1alpha1") -> BroughtObject:
    """The definition of a managed resource."""
    return BroughtObject(
        kind="CustomResourceDefinition",
        name=f"trees.{fruit}.example.org",
        defines="Tree",
        group=f"{fruit}.example.org",
        versions=(version,),
        stored=version,
    )


def needs(name: str, constraints: str, kind: str = "Provider") -> LockDependency:
    """A dependency on a package of the orchard."""
    return LockDependency(package=f"{HOST}/{name}", constraints=constraints, kind=kind)


class Orchard:
    """What registries say: packages by name and tag."""

    def __init__(self, packages: Mapping[str, Mapping[str, MemberContents]]) -> None:
        self._packages = {f"{HOST}/{name}": tags for name, tags in packages.items()}

    def contents(self, reference: str) -> MemberContents:
        """What is behind a reference; a digest of its own for each tag."""
        source, _, tag = reference.rpartition(":")
        found = self._packages.get(source, {}).get(tag)
        if found is None:
            return MemberContents(fault=f"cannot resolve {reference} to digest: not found")
        return found if found.digest else replace(found, digest=f"sha256:{sha256(reference.encode()).hexdigest()}")

    def refusal(self, path: str, configs: Sequence[ClusterImageConfig]) -> str:
        """Nothing is verified."""
        return ""

    def tags(self, repository: str) -> tuple[str, ...]:
        """The tags of a repository."""
        if repository not in self._packages:
            raise Malformed("not found")
        return tuple(sorted(self._packages[repository]))


def package(kind: str, name: str, image: str, **spec: object) -> dict[str, Any]:
    """The manifest of a package object."""
    return {
        "apiVersion": "pkg.crossplane.io/v1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {"package": f"{HOST}/{image}", **spec},
    }


def grown(
    objects: Sequence[object],
    orchard: Orchard,
    *,
    waves: Sequence[Sequence[int]] | None = None,
    schedule: Schedule = Schedule.GIVEN,
    activations: Sequence[str] = ("*",),
    flags: Flags | None = None,
    crossplane: str = "2.4.0",
) -> World:
    """The cluster after a set was applied."""
    world = World(objects, Crossplane(version=crossplane, flags=flags or Flags()), orchard, schedule, activations)
    world.run(waves or [range(len(objects))])
    return world
