"""Plain bundles of RukPak: recognised by a folder `manifests` alone."""

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.plain.reader import PlainReader
from xpkgtui.formats.plain.summary import METADATA, PROVISIONER, RUKPAK, SUMMARY
from xpkgtui.formats.profile_format import ProfileFormat
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

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


PLAIN: Format = ProfileFormat(
    room=__package__,
    summary=SUMMARY,
    judges={PROVISIONER: RUKPAK},
    recognise=_recognise,
    folder_of=PlainReader,
    images=FolderImages(matrix=(_READER,), folders=PlainReader(), missing="the image has no folder manifests"),
)
"""Plain bundles (plain+v0): every file of `manifests`, in the order of names."""
