"""What each reader takes out of an index, and as what it takes the bytes that a registry serves."""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.tools.eras import SPECIFICATION, VALIDATE, WAYS
from xpkgtui.golang.quoting import quoted
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.readers.matrix import REPOSITORY, Choice
from xpkgtui.readers.reader import ReadStage, Sign, Step

_REFERENCE = f"{REPOSITORY}:latest"
_CHOOSES = "Chooses a platform"
_READS = "Reads what the registry serves"
_SCHEMA1 = "see https://github.com/google/go-containerregistry/issues/377"
_BLANKS, _NOTHING = b" \t\r\n", b"{}"
_HASH = "sha256"
"""The only algorithm that the library knows; another in any descriptor, and it refuses the whole document."""


def take_served(reader: str, data: bytes, media_type: str, asked: str = "") -> Index | Manifest | Choice:
    """What a reader takes bytes for, by the media type that they are served as, whatever they say themselves.

    `asked` is the name of the image in messages.
    """
    if media_type in media_types.SCHEMA1:
        message = f"unsupported MediaType: {quoted(media_type)}, {_SCHEMA1}"
        return _refused(reader, asked, message, Step(title=_READS, evidence="it is a Docker schema 1 manifest"))
    is_index = media_type in media_types.INDEXES
    data = _NOTHING if data.strip(_BLANKS) == b"null" else data
    try:
        found = Index.parse(data, media_type) if is_index else Manifest.parse(data, media_type)
        _require_known_hashes(reader, found)
    except Malformed as problem:
        step = Step(title=_READS, evidence=str(problem), sign=Sign.BAD)
        return _refused(reader, asked, str(problem), step) if is_index else _bad_manifest(reader, problem, step)
    return found


def choose(reader: str, index: Index, reference: str = "", asked: str = "") -> Choice:
    """The entry that a reader takes; `reference` is the name of the index in messages, `asked` that of the image."""
    if reader == SPECIFICATION and len(index.manifests) == 1:
        entry = index.manifests[0]
        evidence = f"the only entry, {entry.platform or 'without a platform'}: {entry.digest.short}"
        return Choice(entry=0, steps=(Step(title=_CHOOSES, evidence=evidence),))
    found = index.first_match(DEFAULT)
    if found is None:
        message = f"no child with platform {DEFAULT} in index {reference or _REFERENCE}"
        step = Step(title=_CHOOSES, evidence=f"no entry is for {DEFAULT}", sign=Sign.BAD)
        return _refused(reader, asked or reference, message, step)
    entry = index.manifests[found]
    why = "its default" if entry.platform is not None else "an entry without a platform counts as it"
    sign = Sign.OK if entry.platform is not None else Sign.WARNING
    evidence = f"{DEFAULT}, {why}: {entry.digest.short}"
    return Choice(entry=found, steps=(Step(title=_CHOOSES, evidence=evidence, sign=sign),))


def _refused(reader: str, asked: str, message: str, step: Step) -> Choice:
    words: str | None = message
    if reader == SPECIFICATION:
        words = None
    elif reader == VALIDATE:
        words = f"cannot get config: reading image {quoted(asked or _REFERENCE)}: {message}"
    return Choice(stage=ReadStage.FETCH, message=words, steps=(step,))


def _bad_manifest(reader: str, problem: Malformed, step: Step) -> Choice:
    """A manifest is fetched before it is decoded."""
    if reader == SPECIFICATION:
        return Choice(stage=ReadStage.SELECT, steps=(step,))
    if reader == VALIDATE:
        return Choice(stage=ReadStage.FETCH, message=f"cannot get config: {problem}", steps=(step,))
    return Choice(stage=ReadStage.SELECT, message=f"{WAYS[reader].describing}: {problem}", steps=(step,))


def _require_known_hashes(reader: str, found: Index | Manifest) -> None:
    for descriptor in _descriptors(found) if reader != SPECIFICATION else ():
        if descriptor.digest.algorithm != _HASH:
            raise Malformed(f"unsupported hash: {quoted(descriptor.digest.algorithm)}")


def _descriptors(found: Index | Manifest) -> Iterator[Descriptor]:
    if isinstance(found, Index):
        yield from found.manifests
    else:
        yield from (found.config,) if found.config else ()
        yield from found.layers
    yield from (found.subject,) if found.subject else ()
