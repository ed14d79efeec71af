"""One chapter of the manual, over the screen that it is about."""

from textwrap import dedent
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.objects.overview import lines
from xpkgtui.app.state.selection import PaneId, Selection, TabId
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.formats.prose.markdown import blocks_of
from xpkgtui.reporting.chapters import Chapter, chapter_of

_OF_PACKAGES = "keys"
"""The chapter about the screen of a package as a whole."""
OF_SCREENS = {
    "ChangeScreen": "upgrade",
    "DependencyScreen": "dependencies",
    "ExampleScreen": "examples",
    "PlanScreen": "plan",
    "ReferrerScreen": "signatures",
    "SchemaScreen": "schemas",
    "TagScreen": "versions",
    "Start": "sources",
    "StartOver": "sources",
}
"""The chapters of the screens over that of a package, by the names of their classes: none is loaded for this."""
_OF_TABS = {TabId.WHY: "readers", TabId.FINDINGS: "verdict", TabId.MANUAL: "verdict"}
_OF_PANES = {PaneId.PLATFORMS: "sources", PaneId.LAYERS: "readers", PaneId.FIELDS: "schemas"}


class ChapterScreen(ModalScreen[None], Overlay[None]):
    """The chapter, as long as it is read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Close the manual", show=False, id="manual.close"),
        Binding("colon", "other", "Open another source, or type a command", show=False, id="manual.other"),
    ]
    AUTO_FOCUS = "#chapter"

    def __init__(self, chapter: Chapter) -> None:
        super().__init__()
        self._chapter = chapter

    def compose(self) -> ComposeResult:
        """One text."""
        with Vertical(id="manual"):
            yield TextView("chapter")

    def on_mount(self) -> None:
        """Its lines."""
        chapter = self._chapter
        body = (line for block in blocks_of(chapter.text) for line in lines(block))
        self.query_one(TextView).page = Page(
            key=chapter.name, title=f"Manual: {chapter.name}", body=tuple(body), note="esc closes"
        )

    async def action_other(self) -> None:
        """Back to the screen, where another source or a command is typed."""
        self.dismiss()
        self.app.call_later(self.app.run_action, "ask_source")


def chapter_about(screen: type[Screen[Any]], selection: Selection | None) -> Chapter:
    """The chapter about what a screen shows; `selection` is what is looked at on the screen of a package."""
    if selection is not None:
        shown = _OF_TABS.get(selection.verdict_tab) if selection.verdict_tab else _OF_PANES.get(selection.filtered)
        return _chapter(shown or _OF_PACKAGES)
    return _chapter(OF_SCREENS.get(screen.__name__, _OF_PACKAGES))


def chapter_of_rule(rule: str) -> Chapter | None:
    """The manual page of a rule as a chapter."""
    from xpkgtui.reporting.manual import page_named, sections

    page = page_named(rule)
    if page is None:
        return None
    said = (f"## {title}\n\n{dedent(text).strip()}" for title, text in sections(page) if text.strip())
    return Chapter(name=rule, question=page.title, text="\n\n".join((f"# {page.title}", *said)))


def _chapter(name: str) -> Chapter:
    found = chapter_of(name)
    assert found is not None
    return found
