"""Rules about the files of a catalog: that its folder is there, and what its ignore files leave out."""

from collections.abc import Iterator

from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.summary import LABEL
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where


@rule("FBC001", "the catalog folder is missing or empty", "EW EW EW", stage=Stage.FILE)
def folder_is_there(case: Case) -> Iterator[Problem]:
    """The image has the folder that its label names, and a file in it holds a document.

    Why: Programs look for the catalog there, and nowhere else.
    When it bites: When the image is read; an empty folder is read as a catalog without packages.
    Fix: Name the folder in the label, as `opm generate dockerfile` does.
    Source: operator-registry, alpha/action/render.go.
    """
    config, reading = case.image.config if case.image else None, case.reading
    label = config.labels.get(LABEL) if config else None
    if label is None or reading is None or reading.unread is not None or reading.limit is not None:
        return
    if reading.stage is not None and reading.layers_read:
        yield Problem(message=f"The image has no folder {label}, which its label names", says=None)
    elif reading.stage is None and not reading.size:
        yield Problem(message=f"The folder {label}, which the label of the image names, holds no document", level=1)


@rule("FBC006", "an ignored file holds catalog documents", "I I I", stage=Stage.FILE)
def ignored_documents(case: Case) -> Iterator[Problem]:
    """No file that .indexignore excludes has documents with a schema of OLM.

    Why: OLM offers nothing from ignored files. opm does not read ignore files as git does: a pattern never excludes
    a whole folder, and the last pattern that matches decides.
    When it bites: A package or bundle seems to be in the catalog, but is not found.
    Fix: If the file belongs to the catalog, include it again: add a line such as `!*.yaml` at the end of
    .indexignore.
    Source: operator-registry, alpha/declcfg/load.go.
    """
    for entry in case.reading.files if case.reading else ():
        if entry.left_out and entry.holds:
            message = f"{entry.name} holds {entry.holds}, and is ignored by {entry.left_out}"
            yield Problem(message=message, where=Where(entry=entry.name, layer=entry.layer))
