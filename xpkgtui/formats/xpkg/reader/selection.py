"""What each reader takes out of an index."""

from xpkgtui.formats.xpkg.tools.eras import SPECIFICATION, VALIDATE
from xpkgtui.golang.printing import quoted
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.readers.matrix import REPOSITORY, EntryChoice
from xpkgtui.readers.reader import ReadStage, Sign, Step

_REFERENCE = f"{REPOSITORY}:latest"
_CHOOSES = "Chooses a platform"


def choose(reader: str, index: Index, reference: str = "", asked: str = "") -> EntryChoice:
    """The entry that a reader takes; `reference` is the name of the index in messages, `asked` that of the image."""
    if reader == SPECIFICATION and len(index.manifests) == 1:
        entry = index.manifests[0]
        evidence = f"the only entry, {entry.platform or 'without a platform'}: {entry.digest.short}"
        return EntryChoice(entry=0, steps=(Step(title=_CHOOSES, evidence=evidence),))
    found = index.first_match(DEFAULT)
    if found is None:
        message = f"no child with platform {DEFAULT} in index {reference or _REFERENCE}"
        step = Step(title=_CHOOSES, evidence=f"no entry is for {DEFAULT}", sign=Sign.BAD)
        return _refused(reader, asked or reference, message, step)
    entry = index.manifests[found]
    why = "its default" if entry.platform is not None else "an entry without a platform counts as it"
    sign = Sign.OK if entry.platform is not None else Sign.WARNING
    evidence = f"{DEFAULT}, {why}: {entry.digest.short}"
    return EntryChoice(entry=found, steps=(Step(title=_CHOOSES, evidence=evidence, sign=sign),))


def _refused(reader: str, asked: str, message: str, step: Step) -> EntryChoice:
    words: str | None = message
    if reader == SPECIFICATION:
        words = None
    elif reader == VALIDATE:
        words = f"cannot get config: reading image {quoted(asked or _REFERENCE)}: {message}"
    return EntryChoice(stage=ReadStage.FETCH, message=words, steps=(step,))
