"""What stands in the place of what is not there."""

from typing import Any

from builders.cases import each_row
from builders.inspection import ports
from builders.packages.case_facts import case_about

from xpkgtui.app.drawing import waiting
from xpkgtui.app.drawing.page import Page, Tab, TextRange
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Absent, Failed, Loading, Part, Ready, Waiting
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text


def failed(kind: FailureKind, hint: str = "") -> Failed:
    return Failed(Failure(kind=kind, title="It is lost", hint=hint))


@each_row(
    ("part", "word", "lines"),
    [
        (Waiting(), "waits", "◌ waits for the rest"),
        (Waiting("layer 2"), "waits", "◌ waits for layer 2"),
        (Loading("Reading layer 2"), "loading", "▸ Reading layer 2"),
        (failed(FailureKind.STOPPED, "r reads it"), "failed", "! It is lost / r reads it"),
        (failed(FailureKind.NETWORK), "failed", "✗ It is lost / r tries it again"),
        (failed(FailureKind.CORRUPT, "look"), "failed", "✗ It is lost / look"),
        (Absent(), "none", "nothing here"),
        (Ready(1), "", ""),
    ],
)
def test_a_part_that_is_not_there_says_why(part: Part[Any], word: str, lines: str) -> None:
    pane = waiting.unready("1 Rows", part, "the rest", "nothing here")
    assert (pane.note.plain, " / ".join(line.plain for line in pane.empty)) == (word, lines)
    assert (pane.count, pane.is_loading) == ("0" if word == "none" else "", word in ("waits", "loading"))


def source(form: str) -> Inspection:
    return ports.inspection(ports.resolved(form=form))


@each_row(
    ("state", "sentence", "has_files"),
    [
        (Inspection(source="x"), "", True),
        (source("oci-layout"), "", True),
        (source("folder"), "a folder of sources, not built yet", True),
        (source("stream"), "package.yaml read directly", False),
    ],
)
def test_a_source_without_an_image_says_what_it_is(state: Inspection, sentence: str, has_files: bool) -> None:
    assert (waiting.not_an_image(state), waiting.is_stream(state), waiting.has_files(state)) == (
        sentence,
        bool(sentence),
        has_files,
    )
    if sentence:
        pane = waiting.bare("2 Layers", state)
        assert (pane.count, pane.note.plain, pane.empty[0].plain) == ("0", "none", f"no layers: {sentence}")


def test_why_there_are_no_layers() -> None:
    assert waiting.without_image(Inspection(source="x"), "files") == waiting.ENDED
    broken = Inspection(source="x", case=case_about("x", manifest_error="it is no JSON"))
    assert waiting.without_image(broken, "files").endswith("so there are no files: it is no JSON")
    empty = Inspection(source="x", case=case_about("x"))
    assert waiting.without_image(empty, "files").startswith("The index lists no image, so there are no files.")


def test_a_page_has_the_text_of_the_reply_or_says_why_not() -> None:
    page = Page(key="x", tabs=(Tab(id=TabId.CONTENT, name="Content"),), tab=TabId.CONTENT, subject=Subject.FILE)
    request = ReadText(text=Text.FILE, path="a")
    lost = Replies().with_failure(request, Failure(kind=FailureKind.CORRUPT, title="It is lost"))
    texts = [waiting.with_text(page, request, one, "reading") for one in (Replies(), lost)]
    assert [one.body[0].plain for one in texts] == ["◌ reading", "✗ It is lost"]  # type: ignore[union-attr]
    ready = TextReady(path="/at", size=3, language="yaml", binary=False)
    found = waiting.with_text(page, request, Replies().with_event(request, ready), "reading")
    assert found.text == TextRange(path="/at", start=0, end=3, language="yaml", binary=False)
    assert found.request == request
    named = [Page(), Page(note="a/b"), Page(note="3 of 4", file="a/b")]
    files = [waiting.with_text(one, request, Replies().with_event(request, ready), "").file for one in named]
    assert files == ["", "a/b", "a/b"]
