"""What readers take bytes for that a registry serves, by the media type that they are served as."""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.tools.eras import SPECIFICATION, VALIDATE
from xpkgtui.golang.printing import quoted
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.readers.reader import REPOSITORY, EntryChoice, ReadStage

_SCHEMA1 = "see https://github.com/google/go-containerregistry/issues/377"
_BLANKS, _NOTHING = b" \t\r\n", b"{}"
_HASH = "sha256"
"""The only algorithm that the library knows; another in any descriptor, and it refuses the whole document."""


def take_served(reader: str, data: bytes, media_type: str) -> Index | Manifest | EntryChoice:
    """What a reader takes bytes for, by the media type that they are served as, whatever they say themselves."""
    if media_type in media_types.SCHEMA1:
        return _bad_index(reader, f"unsupported MediaType: {quoted(media_type)}, {_SCHEMA1}")
    is_index = media_type in media_types.INDEXES
    data = _NOTHING if data.strip(_BLANKS) == b"null" else data
    try:
        found = Index.parse(data, media_type) if is_index else Manifest.parse(data, media_type)
        _require_known_hashes(reader, found)
    except Malformed as problem:
        return _bad_index(reader, str(problem)) if is_index else _bad_manifest(reader, problem)
    return found


def _bad_index(reader: str, message: str) -> EntryChoice:
    words: str | None = message
    if reader == SPECIFICATION:
        words = None
    elif reader == VALIDATE:
        words = f"cannot get config: reading image {quoted(f'{REPOSITORY}:latest')}: {message}"
    return EntryChoice(stage=ReadStage.FETCH, message=words)


def _bad_manifest(reader: str, problem: Malformed) -> EntryChoice:
    """A manifest is fetched before it is decoded."""
    if reader == SPECIFICATION:
        return EntryChoice(stage=ReadStage.SELECT)
    if reader == VALIDATE:
        return EntryChoice(stage=ReadStage.FETCH, message=f"cannot get config: {problem}")
    return EntryChoice(stage=ReadStage.SELECT, message=str(problem))


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
