"""Lists taken apart: each item a document of its own, in the file's own words wherever they can be kept."""

import json
import re
from collections.abc import Iterator
from itertools import accumulate

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.plain.rules.decoding import undecodable
from xpkgtui.formats.plain.subject import PlainDocument, inferred, is_json
from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.readers.assembly import DocumentPart
from xpkgtui.untyped import field, text

_PLAIN = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null|nan)\Z)[a-z][a-z0-9_./-]*\Z", re.IGNORECASE)
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")
_DASH = re.compile(r" *- +\Z")
_Lines = Iterator[tuple[str, FieldPath]]


class ListText:
    """The text of a list, from which its items are cut."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._decoder = json.JSONDecoder()

    def lines(self, row: int, column: int) -> tuple[str, int]:
        """The lines of an item in block style that begins at `row` and `column`, moved to the margin; its first row.

        Comments right above the item belong to it. Empty where the item is in other lines than these.
        """
        lines = self._lines
        dash = lines[row][:column]
        if dash.strip(" ") and not _DASH.match(dash):
            return "", row
        end = row + 1
        while end < len(lines) and _belongs(lines[end], column):
            end += 1
        least = dash.find("-") if "-" in dash else column
        while end > row + 1 and _is_blank_or_comment(lines[end - 1], least):
            end -= 1
        first = row
        while (
            dash.strip(" ") and first and lines[first - 1].strip() and _is_blank_or_comment(lines[first - 1], least)
        ):
            first -= 1
        above = [line.strip(" ") for line in lines[first:row]]
        below = [line[column:] if not line[:column].strip(" ") else line.lstrip(" ") for line in lines[row + 1 : end]]
        return "".join(f"{line}\n" for line in (*above, lines[row][column:], *below)), first

    def json(self, row: int, column: int) -> str:
        """The JSON object that begins at `row` and `column`; empty where it is none."""
        start = self._starts[row] + column
        try:
            _, end = self._decoder.raw_decode(self._text, start)
        except (ValueError, RecursionError):
            return ""
        return self._text[start:end]


def written(value: dict[str, object], path: FieldPath, indent: str = "") -> _Lines:
    """A mapping as YAML in block style, each line with the path of what is on it."""
    for key, child in value.items():
        yield from _entry(f"{indent}{_scalar(key)}:", child, path.child(key), indent)


def _entry(lead: str, value: object, path: FieldPath, indent: str) -> _Lines:
    if not isinstance(value, dict | list) or not value:
        yield f"{lead} {_scalar(value)}", path
        return
    yield lead, path
    if isinstance(value, dict):
        yield from written(value, path, f"{indent}  ")
        return
    yield from _items(value, path, indent)


def _items(value: list[object], path: FieldPath, indent: str) -> _Lines:
    for number, child in enumerate(value):
        at = path.child(number)
        if not isinstance(child, dict | list) or not child:
            yield f"{indent}- {_scalar(child)}", at
            continue
        deeper = f"{indent}  "
        lines = written(child, at, deeper) if isinstance(child, dict) else _items(child, at, deeper)
        for nth, (line, place) in enumerate(lines):
            yield (line if nth else f"{indent}- {line[len(deeper) :]}"), place


def _scalar(value: object) -> str:
    """A scalar, or an empty collection, on one line."""
    if isinstance(value, str) and _PLAIN.match(value):
        return value
    printed = json.dumps(value, ensure_ascii=False)
    return _UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", printed)


def _belongs(line: str, column: int) -> bool:
    return not line[:column].strip() or line.lstrip(" ").startswith("#")


def _is_blank_or_comment(line: str, most: int) -> bool:
    text = line.lstrip(" ")
    return not text.strip() or (text.startswith("#") and len(line) - len(text) <= most)


_MOST = 1 << 20
"""Bytes of lists that are taken apart in one bundle, in two or three seconds; later ones stay whole."""
_WHOLE = ReachedLimit(
    name="lists", most=_MOST, fixed="xpkgtui takes apart 1 MiB of lists, and none that is very deep"
)
_WEIGHT = 8 << 20
"""Characters of a value, aliases followed, that may be written; each part of it counts a few more."""
_DEEPEST = 100
_ESCAPED = re.compile(rb"\"[items]*\\[xuU]0[^\"]*\"[ \t\r\n]*:")
"""A key that may be `items`."""
_FIRST_LINE = re.compile(rb"^(?!---|[ \t]*(?:#|\r?$))( *)", re.MULTILINE)


class Lists:
    """Takes lists apart as RukPak does; one that it would refuse stays whole, for rules to say so."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = _MOST
        self.reached: tuple[ReachedLimit, ...] = ()
        """Why lists that RukPak takes apart stay whole; what they hold is then not known."""

    def __call__(self, data: bytes, line: int, most: int, *, in_json: bool) -> tuple[DocumentPart, ...]:
        """The items of a document that begins at `line` of its file; nothing where it stays as it is.

        `most` is the number of items there is room for; `in_json` says that the file is read as JSON.
        """
        if not _may_be_list(data):
            return ()
        if len(data) > min(self._left, self._limits.document):
            self.reached = (_WHOLE,)
            return ()
        self._left -= len(data)
        document = self._parsed(data, positions=True)
        value = document.value if isinstance(document, PackageDocument) else None
        items = field(value, "items")
        if not isinstance(document, PackageDocument) or not isinstance(items, list):
            return ()
        if not items or _is_refused(document, data, in_json=in_json):
            return ()
        is_short = len(items) <= most and _is_modest(value)
        source, parts = ListText(data.decode()), []
        for number in range(len(items)):
            part = self._part(document, source, number, in_json=in_json) if is_short else None
            if part is None:
                self.reached = (_WHOLE,)
                return ()
            parts.append(DocumentPart(data=part[0].encode(), lines=tuple((at, line + row) for at, row in part[1])))
        return tuple(parts)

    def _part(
        self, document: PackageDocument, source: ListText, number: int, *, in_json: bool
    ) -> tuple[str, tuple[tuple[int, int], ...]] | None:
        """The text of an item and its lines within the document; None where no text of it stands alone."""
        value, path = document.value, FieldPath.of("items", number)
        item, position = value["items"][number], document.position(path)
        if not isinstance(item, dict) or "items" in item or position is None:
            return None
        one = inferred(value, item, number)
        named = text(item.get("kind")) or text(item.get("apiVersion"))
        whole = item if named else {"apiVersion": one.api_version, "kind": one.kind, **item}
        row, column = position.line - 1, position.column - 1
        if in_json:
            cut = source.json(row, column) if named else ""
            candidates = [(cut, ((0, row),)), (json.dumps(whole, ensure_ascii=False), ((0, row),))]
        else:
            own, first = source.lines(row, column) if named else ("", 0)
            candidates = [(own, ((0, first),))]
        for found, lines in candidates:
            if self._stands_alone(found, whole, in_json=in_json):
                return found, lines
        if in_json:
            return None
        made = list(written(whole, path))
        found = "".join(f"{line}\n" for line, _ in made)
        if not self._stands_alone(found, whole, in_json=False):
            return None
        places = (document.position(at) or position for _, at in made)
        return found, tuple((at, place.line - 1) for at, place in enumerate(places))

    def _stands_alone(self, made: str, value: object, *, in_json: bool) -> bool:
        """Whether a text is one document with this value, and RukPak would take it."""
        data = made.encode("utf-8", "surrogatepass")
        if not data or b"\n---" in data or data.startswith(b"---"):
            return False
        document = self._parsed(data, positions=False)
        if isinstance(document, BrokenDocument) or repr(document.value) != repr(value):
            return False
        return not _is_refused(document, data, in_json=in_json)

    def _parsed(self, data: bytes, *, positions: bool) -> PackageDocument | BrokenDocument:
        chunk = Chunk(number=1, start=0, end=len(data), first_line=1, line=1)
        return parse(data, chunk, positions=positions, limits=self._limits)


def _is_refused(document: PackageDocument, data: bytes, *, in_json: bool) -> bool:
    text = data.strip().decode("utf-8", "replace") if in_json else ""
    subject = PlainDocument(
        chunk=document.chunk, document=document, file="", json=text, is_no_json=in_json and not is_json(data.strip())
    )
    return next(undecodable(subject), None) is not None


def _may_be_list(data: bytes) -> bool:
    """Whether the text seems to have a key `items` at its top; parsing everything would take long."""
    if b"items" not in data:
        return _ESCAPED.search(data) is not None
    first = _FIRST_LINE.search(data)
    if first is None or data[first.end() : first.end() + 1] == b"{":
        return True
    key = rb"(?:[\"']?items[\"']?[ \t]*:|[?!&]|\"[^\"\n]*\\)"
    return re.search(rb"^" + first[1] + key, data, re.MULTILINE) is not None


def _is_modest(value: object) -> bool:
    """Whether a value is neither deep nor, its aliases followed, much longer than it can be written."""
    return sum(_weights(value, _DEEPEST, [_WEIGHT])) < _WEIGHT


def _weights(value: object, depth: int, left: list[int]) -> Iterator[int]:
    """What each part weighs; far too much where it is too deep, and no more once nothing is left."""
    weight = (len(value) if isinstance(value, str) else 0) + 32
    left[0] -= weight
    yield weight
    if left[0] <= 0:
        return
    if isinstance(value, dict | list) and depth == 0:
        left[0] = 0
        yield _WEIGHT
        return
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _weights(key, depth, left)
            yield from _weights(child, depth - 1, left)
    elif isinstance(value, list):
        for child in value:
            yield from _weights(child, depth - 1, left)
