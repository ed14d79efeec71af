"""The facts of a file: what it is, where it comes from, what lies beneath it, and where a link leads."""

import json
import stat
from collections.abc import Iterator
from dataclasses import asdict

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Fact, Line
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import DeadEnd, FileChange, FileRow, Whiteout
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import plural

_NOUNS = {
    EntryType.DIRECTORY: "folder",
    EntryType.SYMLINK: "symbolic link",
    EntryType.HARDLINK: "hard link",
    EntryType.FIFO: "pipe",
}


def facts(row: FileRow, wording: Wording, more: tuple[tuple[str, str], ...] = ()) -> Iterator[Line]:
    """The facts of an entry: those of its row, and those that came with its text."""
    yield safe(row.path, "bold $foreground")
    yield Content("")
    yield Fact("type", safe(_noun(row.type), "$foreground"))
    if row.type is EntryType.DIRECTORY:
        yield Fact("entries", safe(f"{row.children:,}", "$foreground"))
    else:
        yield Fact("size", safe(visible.exact_size(row.size), "$foreground"))
    yield Fact("mode", safe(f"{row.mode:04o}  {stat.filemode(row.mode)[1:]}", "$foreground"))
    yield Fact("owner", safe(f"{row.uid}:{row.gid}", "$foreground"))
    if row.layer is not None:
        yield Fact("layer", Content.assemble(*_origin(row)))
        yield from _beneath(row)
    if row.linkname:
        yield Fact("links to", safe(row.linkname, "$foreground"))
        yield Fact("leads to", _end(row))
    if row.taken:
        yield Fact("read", join(sign("✓"), f" {_use(row, wording)}"))
    if row.decoy:
        why = row.reason or f"{wording.program} reads another entry of that name"
        yield Fact("not read", join(sign("!"), " ", safe(why, "$foreground")))
    for label, text in more:
        yield Fact(visible.line(label), safe(text, "$foreground"))


def _use(row: FileRow, wording: Wording) -> str:
    """What becomes of a file that is read."""
    if row.layer is None and wording.builds:
        return f"a build puts it into {wording.stream_file}"
    if row.path.rpartition("/")[2] == wording.stream_file:
        return f"{wording.program} reads this file as {wording.stream_file}"
    return f"{wording.program} reads this file"


def as_json(row: FileRow) -> tuple[Line, ...]:
    """The row as lines of JSON, which escapes every character that must not reach the terminal raw."""
    value = {key: text for key, text in asdict(row).items() if text not in ("", None, ())}
    return tuple(Code(safe(line, "$foreground")) for line in json.dumps(value, indent=2, default=str).splitlines())


def _noun(kind: EntryType) -> str:
    return _NOUNS.get(kind, kind)


def _origin(row: FileRow) -> Iterator[Content]:
    """The layer that supplies it, and what that layer does to the ones below."""
    yield safe(str(row.layer), "$foreground")
    match row.change or row.whiteout:
        case FileChange.ADDED:
            yield words(", which adds it", "$foreground")
        case FileChange.CHANGED if row.type is EntryType.DIRECTORY:
            yield words("; the topmost layer of this view changes it or its contents", "$foreground")
        case FileChange.CHANGED:
            yield words(", which replaces a lower one", "$foreground")
        case FileChange.REMOVED | Whiteout.FILE:
            yield words(", which removes it", "$foreground")
    if row.whiteout is Whiteout.OPAQUE:
        yield words("; it hides all that lower layers have in this folder", "$foreground")


def _beneath(row: FileRow) -> Iterator[Line]:
    gone = row.change is FileChange.REMOVED or row.whiteout is Whiteout.FILE
    for number, one in enumerate(row.covers):
        what = f"layer {one.layer}: {_noun(one.type)}"
        if one.type is EntryType.DIRECTORY and not (gone and row.type is EntryType.DIRECTORY):
            text = what
        elif one.type is EntryType.DIRECTORY:
            text = f"{what} with {plural(row.children, 'entry', 'entries')}"
        else:
            text = f"{what}, {visible.exact_size(one.size)}"
        yield Fact(("removes" if gone else "covers") if number == 0 else "", safe(text, "$foreground"))
    if gone and not row.covers:
        yield Fact("removes", words("what lower layers have here, if anything", "$muted"))


def _end(row: FileRow) -> Content:
    """The end of a link, in a sentence."""
    start = (sign("!"), " it leads above the root folder, so it stops there; then ") if row.leaves else ()
    target = row.target or "/"
    match row.leads:
        case None:
            said = "not followed: too many links here" if row.layer is not None else "a file of this machine"
            return words(said, "$muted")
        case DeadEnd.CIRCLE:
            return join(sign("!"), " a circle: it has no end")
        case DeadEnd.NOWHERE:
            missing = safe(f": {target} does not exist in this view" if row.target else "", "$foreground")
            return join(*start, sign("!"), " nowhere", missing)
    return join(*start, safe(f"{target} ({_noun(row.leads)})", "$foreground"), ("   enter goes there", "$muted"))
