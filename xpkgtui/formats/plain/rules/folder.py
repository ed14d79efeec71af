"""Rules about the folder manifests: what is in it beside files."""

from collections.abc import Iterator

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.plain.summary import MANIFESTS, RUKPAK
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_ERROR, _WARNING = {RUKPAK: "E"}, {RUKPAK: "W"}
_BUNDLE = "get objects from bundle manifests: "


@rule("PLN001", "the folder manifests is missing", _ERROR, stage=Stage.FILE)
def has_manifests(case: Case) -> Iterator[Problem]:
    """A plain bundle has its objects in /manifests.

    Why: RukPak reads nothing else.
    When it bites: When the bundle is unpacked.
    Fix: Copy the objects to /manifests in the image.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, getBundleObjects.
    """
    if case.reading is not None and case.reading.stage is ReadStage.EXTRACT:
        says = f"{_BUNDLE}open {MANIFESTS}: no such file or directory"
        yield Problem(message="The image has no folder manifests", says=says)


@rule("PLN002", "manifests holds a folder", _ERROR, stage=Stage.PARSE)
def is_flat(case: Case) -> Iterator[Problem]:
    """/manifests holds only files; RukPak refuses even an empty folder.

    Why: RukPak does not enter folders, and stops at the first one.
    When it bites: When the bundle is unpacked.
    Fix: Move the files into manifests, and remove the folder.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, getBundleObjects.
    """
    for one in case.reading.files if case.reading else ():
        if one.type is EntryType.DIRECTORY and one.name.count("/") == 1:
            says = (
                f'{_BUNDLE}subdirectories are not allowed within the "{MANIFESTS}" directory of the bundle image'
                f' filesystem: found "{one.name}"'
            )
            yield Problem(
                message=f"{one.name} is a folder",
                says=says,
                where=Where(entry=one.name, layer=one.layer),
                walked=(one.name,),
            )


@rule("PLN007", "manifests holds a link", _WARNING, stage=Stage.FILE)
def no_links(case: Case) -> Iterator[Problem]:
    """/manifests has no symbolic links.

    Why: RukPak drops links when it unpacks an image, so the linked object is missing.
    When it bites: When the bundle is unpacked from an image.
    Fix: Copy the file itself.
    Source: rukpak 0.12, internal/source, the unpacking of images.
    """
    for one in case.reading.files if case.reading else ():
        if one.type is EntryType.SYMLINK:
            message = f"{one.name} is a link to {one.linkname}; it is dropped"
            yield Problem(message=message, where=Where(entry=one.name, layer=one.layer))
