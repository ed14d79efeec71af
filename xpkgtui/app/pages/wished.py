"""Pages that wait for an answer: a text in a file, or facts."""

from dataclasses import replace

from xpkgtui.app.answers import Answers
from xpkgtui.app.pages import overview, prose
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
    last = [fact for fact in ready.facts if fact[0] == "comes from"]
    first = [fact for fact in ready.facts if fact[0] != "comes from"]
    said: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    if ready.overview is not None:
        said, below = overview.above(ready.overview), overview.below(ready.overview)
    body = (*prose.facts(first), *said, *prose.facts([*more, *last]), *below)
    return replace(page, body=body, wish=wish)


def _state(wish: ReadText | ReadFacts, answers: Answers, what: str) -> tuple[Line, ...]:
    part = answers.get(wish)
    if isinstance(part, Failed):
        return prose.refused(part.failure.title, part.failure.hint)
    return prose.asking(what)
