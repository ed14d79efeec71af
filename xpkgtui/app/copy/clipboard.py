"""The clipboard: the natural value of what is looked at, and texts made fit for it."""

from collections.abc import Mapping
from typing import Any

from textual.app import App

from xpkgtui import visible
from xpkgtui.app.copy.offer import MOST
from xpkgtui.app.drawing import failure
from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.app.toast import notify
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.readings import repair_text
from xpkgtui.visible import plural

_SHOWN = 60
_NOUNS: Mapping[Subject | None, str] = {
    Subject.LAYER: "the digest",
    Subject.PLATFORM: "the digest",
    Subject.FILE: "the path",
    Subject.OBJECT: "the name",
    Subject.GROUP: "the group name",
    Subject.VERDICT: "the finding",
}


def value(inspection: Inspection, page: Page, selection: Selection) -> tuple[str, str]:
    """The value, and its name in words: a digest, a path, a name; of a text that has the keys, all of it."""
    if inspection.failure:
        return "the report", failure.report(inspection.failure)
    text = page.text
    if text and selection.in_detail and not text.binary and text.end - text.start <= MOST:
        return "the text", read(text)
    if page.tab is TabId.SCHEMA and selection.in_detail:
        return "the path", page.copied
    is_repair = page.subject is Subject.VERDICT and page.copied in _repairs(inspection)
    if page.tab is TabId.FINDINGS and page.findings and not is_repair:
        return "the finding" if len(page.findings) == 1 else "the findings", page.copied
    return "the repair" if is_repair else _NOUNS.get(page.subject, "the text"), page.copied


def _repairs(inspection: Inspection) -> tuple[str, ...]:
    """The commands of each repair, and the likeliest with its cause, as pages copy them."""
    known = inspection.comparison.repairs if inspection.comparison else ()
    commands = tuple("\n".join(each.line for each in one.commands) for one in known if one.commands)
    return (*commands, repair_text(inspection.comparison)) if known else ()


def read(part: TextRange) -> str:
    """A part of a file as text; bytes that are none are spelled out."""
    data = LineTable(part.path, part.start, part.end).read_bytes(part.start, part.end)
    return data.decode("utf-8", "backslashreplace")


def copy(app: App[Any], inspection: Inspection, page: Page, selection: Selection) -> None:
    """Copies the natural value of what is looked at."""
    give(app, *value(inspection, page, selection))


def give(app: App[Any], what: str, text: str | None) -> None:
    """Copies a text, if there is one."""
    if text:
        send(app, what, text)
    else:
        notify(app, "Nothing to copy here.")


def send(app: App[Any], what: str, text: str, *, controls: int = 0) -> None:
    """Copies a text, and says so; its control characters are made visible, unless that many are wanted."""
    text = sendable(text) if controls else visible.pasted(sendable(text))
    app.copy_to_clipboard(text)
    notify(app, receipt(what, text, controls))


def sendable(text: str) -> str:
    """The text for a clipboard, which takes UTF-8 only; a file name may hold other bytes, which are spelled out."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass").decode("utf-8", "backslashreplace")
    return text


def receipt(what: str, text: str, controls: int) -> str:
    """The sentence after copying."""
    count = len(text)
    raw = f", {plural(controls, 'control character')} among them" if controls else ""
    shown = visible.clip(visible.line(text), _SHOWN)
    return f"Copied {what}, {plural(count, 'character')}{raw}: {shown}"
