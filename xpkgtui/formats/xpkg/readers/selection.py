"""What each reader takes out of an index."""

from xpkgtui.formats.xpkg.readers import specification, validate
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.readers.matrix import Choice
from xpkgtui.readers.reader import ReadStage, Sign, Step

_REFERENCE = "REGISTRY/package:latest"
_TITLE = "Chooses a platform"


def choose(reader: str, index: Index, reference: str = "") -> Choice:
    """The entry that a reader takes; `reference` is the name of the index in messages."""
    if reader == specification.NAME and len(index.manifests) == 1:
        entry = index.manifests[0]
        evidence = f"the only entry, {entry.platform or 'without a platform'}: {entry.digest.short}"
        return Choice(entry=0, steps=(Step(title=_TITLE, evidence=evidence),))
    found = index.first_match(DEFAULT)
    if found is None:
        return _none(reader, reference or _REFERENCE)
    entry = index.manifests[found]
    why = "its default" if entry.platform is not None else "an entry without a platform counts as it"
    sign = Sign.OK if entry.platform is not None else Sign.WARNING
    evidence = f"{DEFAULT}, {why}: {entry.digest.short}"
    return Choice(entry=found, steps=(Step(title=_TITLE, evidence=evidence, sign=sign),))


def _none(reader: str, reference: str) -> Choice:
    message = f"no child with platform {DEFAULT} in index {reference}"
    if reader == validate.NAME:
        message = f"cannot get config: {message}"
    steps = (Step(title=_TITLE, evidence=f"no entry is for {DEFAULT}", sign=Sign.BAD),)
    return Choice(stage=ReadStage.FETCH, message=None if reader == specification.NAME else message, steps=steps)
