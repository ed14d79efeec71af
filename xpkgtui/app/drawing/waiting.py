"""Lists that have no rows yet, or will have none."""

from textual.content import Content

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.state.retry import may_pass
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Loading, Part, Ready, Waiting


def is_stream(inspection: Inspection) -> bool:
    """Whether there is no image, so that three of the lists stay empty."""
    return inspection.resolved is not None and not inspection.resolved.has_image


def bare(name: str, inspection: Inspection) -> Pane:
    """A list that stays empty because there is no image: `2 Layers` of a stream or of a folder of sources."""
    is_assembled = inspection.resolved is not None and inspection.resolved.is_assembled
    why = (
        "a folder of sources, not built yet"
        if is_assembled
        else f"a bare {inspection.wording.stream_file}, without an image"
    )
    line = words(f"no {name.partition(' ')[2].lower()}: {why}", "$muted")
    return Pane(name=name, count="0", note=words("none", "$muted"), empty=(line,))


def state_lines(part: Part[object], fallback: str) -> tuple[Content, ...]:
    """A part that is not there yet, or cannot be had, in a sentence."""
    match part:
        case Waiting(for_what=what):
            return (words(f"◌ waits for {what or fallback}", "$muted"),)
        case Loading(what=what):
            return (join(words("▸ "), safe(what, "$muted")),)
        case Failed(failure=failure):
            return failed_lines(failure)
        case Ready():
            return ()


def failed_lines(failure: Failure) -> tuple[Content, ...]:
    """Why something cannot be had, and the key that tries again where that may help."""
    mark = "!" if failure.kind is FailureKind.STOPPED else "✗"
    lines = [join(sign(mark), " ", safe(failure.title, "$foreground"))]
    if failure.hint:
        lines.append(safe(failure.hint, "$muted"))
    if may_pass(failure.kind) and failure.kind is not FailureKind.STOPPED:
        lines.append(words("**r** tries it again", "$muted"))
    return tuple(lines)


def is_loading(part: Part[object]) -> bool:
    """Whether a part has yet to come."""
    return isinstance(part, Waiting | Loading)


def unready(name: str, part: Part[object], fallback: str) -> Pane:
    """A list whose part is not there."""
    note = words(state_word(part), "$muted")
    return Pane(name=name, note=note, is_loading=is_loading(part), empty=state_lines(part, fallback))


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
