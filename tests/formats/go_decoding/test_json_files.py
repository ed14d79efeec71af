"""Files that begin with a brace, and what the decoder says where they are not JSON."""

from typing import cast

from xpkgtui.documents.origins import Origins
from xpkgtui.errors import NotFound
from xpkgtui.formats.go_decoding.lists import braced_names, with_json_faults
from xpkgtui.readers.folder import SourceFile, SourceFolder
from xpkgtui.readers.reader import FolderEntry

ORIGINS = Origins(files=("a", "b", "c", "d"), braced=(0, 1, 3))
CONTENT = {"a": b'{"a": 1}\n{', "b": b'{"b": 2}', "c": b"{"}


class Folder:
    """A folder with files of these bytes."""

    def read(self, file: SourceFile, _limit: int) -> bytes:
        """The bytes of a file."""
        if file.name not in CONTENT:
            raise NotFound("it is gone")
        return CONTENT[file.name]


def test_the_files_that_begin_with_a_brace_are_named() -> None:
    assert braced_names(ORIGINS) == {"a", "b", "d"}
    assert not braced_names(None)


def test_only_they_are_read_to_their_end() -> None:
    files = [SourceFile(name=name) for name in "abcd"]
    entries = [FolderEntry(name=name) for name in "abcde"]
    found = with_json_faults(cast(SourceFolder, Folder()), entries, files, ORIGINS)
    assert [(one.name, one.fails) for one in found] == [(name, name == "a") for name in "abcde"]
    assert found[0].unread == "unexpected EOF"
    assert found[1:] == tuple(entries[1:])
