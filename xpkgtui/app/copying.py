"""What `y` copies: the natural value of what is looked at."""

from xpkgtui.app.pages.page import Page
from xpkgtui.app.panes import failure
from xpkgtui.app.papers.line_table import LineTable
from xpkgtui.app.selection import Selection
from xpkgtui.inspection.inspection import Inspection

_MOST = 1_000_000
"""Bytes of a text that go to the clipboard; terminals refuse far less than a package can hold."""


def value(inspection: Inspection, page: Page, selection: Selection) -> tuple[str, str]:
    """What it is, in words, and its text: a digest, a path, a name; of a text that has the keys, all of it."""
    if inspection.failure:
        return "the report", failure.report(inspection.failure)
    text = page.text
    if text and selection.in_detail and not text.binary and text.end - text.start <= _MOST:
        data = LineTable(text.path, text.start, text.end).read_bytes(text.start, text.end)
        return "the text", data.decode("utf-8", "backslashreplace")
    words = {"layer": "the digest", "platform": "the digest", "file": "the path", "object": "the name"}
    return words.get(page.subject, "it"), page.copied
