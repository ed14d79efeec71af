"""What the packages of a catalog can be filtered by: whether OLM v1 installs a version of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from xpkgtui.formats.catalog.installable import installables
from xpkgtui.formats.catalog.model.blobs import PACKAGE
from xpkgtui.formats.catalog.written.upgrades import each_of
from xpkgtui.formats.format import Trait
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects


def _olm_v1(objects: PackageObjects, heads: Sequence[ObjectHead]) -> Iterator[tuple[int, str]]:
    """`yes` where there is a version that OLM v1 installs, `no` where it refuses all, else `?`."""
    documents: dict[str, list[int]] = defaultdict(list)
    for head in heads:
        if head.name:
            documents[head.name].append(head.document)
    for one in installables(objects, each_of(objects, *documents)):
        value = "yes" if one.version else "no" if one.is_known else "?"
        yield from ((number, value) for number in documents[one.package])


TRAITS = {"olmv1": Trait(kind=PACKAGE, read=_olm_v1)}
