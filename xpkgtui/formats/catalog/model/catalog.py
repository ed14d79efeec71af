"""The catalog as one value: its documents by package."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Self

from xpkgtui.formats.catalog.model.blobs import Blob, Bundle, Channel, Deprecations, Other, Package
from xpkgtui.values import dataclass


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
