"""What a list says while it has no rows."""

from textual.content import Content

from xpkgtui.app.lettering import join, safe, words
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Loading, Part, Ready, Waiting

BARE = (words("A stream is package.yaml itself: it has no image around it.", "$muted"),)


def is_stream(inspection: Inspection) -> bool:
    """Whether there is no image, so that three of the lists stay empty."""
    return inspection.resolved is not None and inspection.resolved.form == "stream"


def state_lines(part: Part[object], fallback: str) -> tuple[Content, ...]:
    """A part that is not there yet, or cannot be had, in a sentence."""
    match part:
        case Waiting(for_what=what):
            return (words(f"◌ waits for {what or fallback}", "$muted"),)
        case Loading(what=what):
            return (join(words("▸ "), safe(what, "$muted")),)
        case Failed(failure=failure):
            lines = [join(words("✗ "), safe(failure.title, "$foreground"))]
            if failure.hint:
                lines.append(safe(failure.hint, "$muted"))
            return tuple(lines)
        case Ready():
            return ()


def state_word(part: Part[object]) -> str:
    """The same in a word, for the border."""
    match part:
        case Waiting():
            return "waits"
        case Loading():
            return "loading"
        case Failed():
            return "failed"
        case Ready():
            return ""
