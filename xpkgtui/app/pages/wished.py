"""Pages that wait for an answer: a text in a file, or facts."""

from dataclasses import replace

from xpkgtui.app.answers import Answers
from xpkgtui.app.pages import prose
from xpkgtui.app.pages.page import Line, Page, TextRange
from xpkgtui.inspection.parts import Failed
from xpkgtui.inspection.requests import ReadFacts, ReadText


def with_text(page: Page, wish: ReadText, answers: Answers, what: str) -> Page:
    """The page with the text that is wished for, or with why it is not there."""
    ready = answers.text(wish)
    if ready is not None:
        text = TextRange(path=ready.path, start=0, end=ready.size, language=ready.language, binary=ready.binary)
        return replace(page, text=text, wish=wish)
    return replace(page, body=_state(wish, answers, what), wish=wish)


def with_facts(page: Page, wish: ReadFacts, answers: Answers, *more: tuple[str, str]) -> Page:
    """The page with the facts that are wished for; `more` is what the screen knows itself."""
    ready = answers.facts(wish)
    if ready is None:
        return replace(page, body=_state(wish, answers, "reading the object"), wish=wish)
    last = [fact for label in ("comes from", "readme") for fact in ready.facts if fact[0] == label]
    first = [fact for fact in ready.facts if fact not in last]
    return replace(page, body=tuple(prose.facts([*first, *more, *last])), wish=wish)


def _state(wish: ReadText | ReadFacts, answers: Answers, what: str) -> tuple[Line, ...]:
    part = answers.get(wish)
    if isinstance(part, Failed):
        return prose.refused(part.failure.title, part.failure.hint)
    return prose.asking(what)
