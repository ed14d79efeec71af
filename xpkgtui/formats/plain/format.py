"""Plain bundles of RukPak: recognised by a folder `manifests` alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.plain.reader import PlainReader
from xpkgtui.formats.plain.summary import METADATA, PROVISIONER, RUKPAK, SUMMARY
from xpkgtui.formats.profile_format import ProfileFormat
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

if TYPE_CHECKING:
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.rules.catalogue import Catalogue

_READER = KnownReader(
    name=PROVISIONER,
    title=SUMMARY.wording.programs[PROVISIONER],
    takes="all of manifests",
    phases=(
        Phase(title="Lists manifests", passed="the folder is there", stages=(Stage.FILE,)),
        Phase(
            title="Reads every entry",
            passed="none is a folder, and each document is an object",
            stages=(Stage.PARSE,),
        ),
        Phase(title="Counts the objects", passed="there is at least one", stages=(Stage.LINT, Stage.INSTALL)),
    ),
)


def _recognise(traces: Traces) -> Evidence | None:
    """The folder `manifests`; operator bundles, which have more, are asked before."""
    folder = traces.folder
    if folder is None or PlainReader().place(folder) is None or folder.has_folder(METADATA):
        return None
    return Evidence(reasons=("it has a folder manifests, and no metadata",))


def _catalogue() -> "Catalogue[Any, Any, Any]":
    from xpkgtui.formats.plain.rules.catalogue import CATALOGUE

    return CATALOGUE


def _facts(value: object, package: "PackageObjects") -> "Iterator[Fact]":
    from xpkgtui.formats.plain.facts import of_object

    return of_object(value, package)


PLAIN: Format = ProfileFormat(
    summary=SUMMARY,
    judges={PROVISIONER: RUKPAK},
    recognise=_recognise,
    catalogue=_catalogue,
    facts=_facts,
    folder=PlainReader(),
    images=FolderImages(matrix=(_READER,), folders=PlainReader(), missing="the image has no folder manifests"),
)
"""Plain bundles (plain+v0): every file of `manifests`, in the order of names."""
