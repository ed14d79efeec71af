"""Lists and pages that wait for a reply, and lists that will have no rows."""

from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.page import Line, Page, TextRange
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.lists.file_views import is_folder
from xpkgtui.app.state.replies import Replies
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Absent, Failed, Loading, Part, Ready, Waiting
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import LookInto, ReadFacts, ReadText

ENDED = "Not read: opening ended before this.  r opens it again"


def is_stream(inspection: Inspection) -> bool:
    """Whether there is no image, so that there are neither platforms nor layers."""
    return bool(not_an_image(inspection))


def has_files(inspection: Inspection) -> bool:
    """Whether there are files to list: those of an image, or of a folder that is read as it lies."""
    return not is_stream(inspection) or is_folder(inspection)


def bare(name: str, inspection: Inspection) -> Pane:
    """A list that stays empty because there is no image: `2 Layers` of a stream or of a folder of sources."""
    line = words(f"no {name.partition(' ')[2].lower()}: {not_an_image(inspection)}", "$muted")
    return Pane(name=name, count="0", note=words("none", "$muted"), empty=(line,))


def not_an_image(inspection: Inspection) -> str:
    """What a source without an image is; empty where there is an image, or where it is not known yet."""
    if inspection.resolved is None or inspection.resolved.has_image:
        return ""
    if inspection.resolved.is_assembled:
        return "a folder of sources, not built yet" if inspection.wording.builds else "a folder, read as it is"
    return f"{inspection.wording.stream_file} read directly"


def state_lines(part: Part[object], fallback: str, absent: str = ENDED) -> tuple[Content, ...]:
    """A part that is not there yet, or cannot be had, in a sentence; `absent` says why it does not come."""
    match part:
        case Waiting(for_what=what):
            return (words(f"◌ waits for {what or fallback}", "$muted"),)
        case Loading(what=what):
            return (join(words("▸ "), safe(what, "$muted")),)
        case Failed(failure=failure):
            return failed_lines(failure)
        case Absent():
            return (safe(absent, "$muted"),)
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


def without_image(inspection: Inspection, what: str) -> str:
    """Why a source has no layers, or no files: nothing in it is an image that can be read."""
    if inspection.case is None:
        return ENDED
    if inspection.case.contents.manifest_error is not None:
        return f"The manifest cannot be read, so there are no {what}: {inspection.case.contents.manifest_error}"
    return f"The index lists no image, so there are no {what}.  x says why"


def is_loading(part: Part[object]) -> bool:
    """Whether a part has yet to come."""
    return isinstance(part, Waiting | Loading)


def unready(name: str, part: Part[object], fallback: str, absent: str = ENDED) -> Pane:
    """A list whose part is not there."""
    note = words(state_word(part), "$muted")
    count = "0" if isinstance(part, Absent) else ""
    lines = state_lines(part, fallback, absent)
    return Pane(name=name, count=count, note=note, is_loading=is_loading(part), empty=lines)


def state_word(part: Part[object]) -> str:
    """The state of a part in one word, for the border; empty for a part that is ready."""
    match part:
        case Waiting():
            return "waits"
        case Loading():
            return "loading"
        case Failed():
            return "failed"
        case Absent():
            return "none"
        case Ready():
            return ""


def with_text(page: Page, request: ReadText, replies: Replies, what: str) -> Page:
    """The page with the text of the reply, or with why it is not there."""
    ready = replies.of(request, TextReady)
    if ready is not None:
        text = TextRange(path=ready.path, start=0, end=ready.size, language=ready.language, binary=ready.binary)
        return replace(page, text=text, request=request, file=page.file or page.note)
    return replace(page, body=state_of(request, replies, what), request=request)


def state_of(request: ReadText | ReadFacts | LookInto, replies: Replies, what: str) -> tuple[Line, ...]:
    """The lines in the place of a reply that is not there."""
    part = replies.get(request)
    if not isinstance(part, Failed):
        return (words(f"◌ {what}", "$muted"),)
    return failed_lines(part.failure)
