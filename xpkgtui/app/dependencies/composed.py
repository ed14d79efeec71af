"""What the package composes, judged by the definitions of what is installed for it."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui.app.drawing.page import Line
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.state.dependencies import ShownDependencies, asking
from xpkgtui.formats.dependencies.composed import UNDEFINED, ComposedFaults, findings_of
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import ComposedRead
from xpkgtui.inspection.messages.parts import Failed, Part, Ready, Waiting
from xpkgtui.inspection.messages.replies import Reply
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding, in_order
from xpkgtui.values import dataclass
from xpkgtui.visible import few

_FEW = 8
_NONE = "Nothing that it composes is refused"


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class JudgedCompositions:
    """How far it is judged."""

    part: Part[Reply | None] = Waiting()
    whole: ComposedFaults | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """What its tab is called."""
        return f"Composes {len(self.findings):,}" if self.findings else "Composes"


def judged(part: Part[Reply | None], case: Case | None) -> JudgedCompositions:
    """What a reply says under the profile of a case."""
    match part:
        case Ready(value=ComposedRead(whole=whole)) if case is not None:
            found = findings_of(whole, format_of(case.format).ruleset(), case)
            return JudgedCompositions(part=part, whole=whole, findings=in_order(found))
    return JudgedCompositions(part=part)


def is_composing(inspection: Inspection) -> bool:
    """Whether packages of this format may compose."""
    return format_of(inspection.format.name).has_compositions


def body(inspection: Inspection, shown: ShownDependencies, found: JudgedCompositions) -> Iterator[Line]:
    """The findings in full, and what is not judged; without them, why."""
    if not shown.is_done or not shown.found.tree.is_resolved:
        yield words("◌ It is not resolved yet." if shown.doing else "It is not resolved.", "$muted")
        return
    if isinstance(found.part, Failed):
        yield from failed_lines(found.part.failure)
        return
    if found.whole is None:
        yield join(sign("◌"), " ", safe(asking(inspection.progress), "$muted"))
        return
    whole = found.whole
    if whole.unread:
        yield _aside(f"not all that it composes is judged: {whole.unread}")
        yield Content("")
    if found.findings or not (whole.unread or whole.undefined):
        yield from finding_detail.body(found.findings, inspection, none=_NONE)
    for why, kinds in ((UNDEFINED, whole.undefined), ("built in", whole.built_in)):
        if kinds:
            yield Content("")
            yield _aside(f"not judged ({why}): {few(kinds, _FEW)}")


def _aside(said: str) -> Content:
    return join(sign("◌"), " ", safe(said, "$foreground"))
