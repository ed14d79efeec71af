"""Why it is accepted or refused: the picture of the layers, the steps, and what the program prints."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Fact, Line
from xpkgtui.app.drawing.page import Step as NumberedStep
from xpkgtui.app.drawing.styled_text import block, fit, join, safe, sign, words
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import stack, stages
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.readers.reader import Reading, Step
from xpkgtui.reporting.sentence import profile_note
from xpkgtui.rules.finding import Acceptance, Verdict

_TITLE, _LONGEST_TITLE = 26, 60
"""Cells of a step's title, at least and at most."""
_COLUMN = 9


def body(inspection: Inspection) -> Iterator[Line]:
    """The finding to blame or the picture of what was accepted, then every step."""
    reading = inspection.reading
    verdict = inspection.verdict.value if isinstance(inspection.verdict, Ready) else None
    if inspection.not_a_package:
        yield words("**Not checked**")
        yield Content("")
        yield safe(verdict.reason if verdict else "This is not a package.", "$foreground")
        yield words(
            f"{inspection.wording.program} reads another entry of the index. **-** goes back to it.", "$muted"
        )
        return
    yield from instead(inspection)
    blamed = inspection.culprit
    if blamed:
        yield from finding_detail.of_one(blamed, inspection, manual=("why",))
        yield Content("")
    if drawn := pictured(inspection):
        yield from drawn
        yield Content("")
    done = stages.steps(inspection)
    yield words(f"**Steps of {_reader(inspection)}**")
    yield Content("")
    if not done:
        yield words("◌ nothing read yet" if is_loading(inspection.objects) else "no layer was read", "$muted")
    yield from numbered(done)
    says = _says(reading, verdict)
    if reading and reading.unread is not None:
        yield Content("")
        yield words(f"Layer {reading.unread} was not fetched. **enter** in the list of layers fetches it.", "$muted")
    elif says and not (blamed and blamed.says):
        yield Content("")
        lead = fit(Content.styled(f"      {inspection.wording.program} says", "$muted"), 6 + _room(done))
        yield NumberedStep(lead, block(says, "$error"))
    if isinstance(inspection.verdict, Failed):
        yield Content("")
        yield join(sign("✗"), " ", safe(inspection.verdict.failure.title, "$foreground"))
        yield words("The package is shown, but not checked. **r** checks it again.", "$muted")
    if stages.is_accepted(inspection) and verdict:
        yield Content("")
        yield join(sign("✓"), " ", safe(f"Accepted: {verdict.reason}", "$foreground"))
    if verdict:
        yield from _of_others(inspection, verdict)
    yield from recognised(inspection)


def is_foreign(inspection: Inspection) -> bool:
    """Whether no format recognises the source, and it is known what it is instead."""
    return bool(inspection.format.also) and not inspection.format.reasons


def instead(inspection: Inspection) -> Iterator[Line]:
    """What a source is that no format recognises, what to do with it, and what it was read as; else nothing."""
    if not is_foreign(inspection):
        return
    for one in inspection.format.also:
        what, _, how = one.partition(": ")
        yield join(sign("!"), " ", safe(f"It looks like {what}", "bold $foreground"))
        if how:
            yield Fact("do", block(how, "$foreground"), _COLUMN)
    yield safe(f"No format recognises it, so that it was read as one of {inspection.wording.program}.", "$muted")
    yield Content("")


def recognised(inspection: Inspection) -> Iterator[Line]:
    """What the format was recognised by, and what the source looks like as well, if anything."""
    reasons = inspection.format.reasons
    if reasons:
        yield Content("")
        yield words("**Recognised**")
        for number, reason in enumerate(reasons):
            yield Fact("" if number else "by", block(reason, "$foreground"))
        for one in inspection.format.also:
            yield Fact("also", block(one, "$foreground"))


def _of_others(inspection: Inspection, verdict: Verdict) -> Iterator[Line]:
    """The verdicts of other profiles, a line each; and the profile that the format lacks."""
    if verdict.others:
        yield Content("")
        yield words("**Others**")
    crossplane = inspection.judged.crossplane if inspection.judged else ""
    for one in verdict.others:
        mark = "!" if one.acceptance is None else "✓" if one.acceptance is Acceptance.ACCEPTED else "✗"
        rule = f" ({one.rule})" if one.rule else ""
        who = inspection.wording.judge(one.profile, crossplane)
        yield join(sign(mark), " ", safe(f"{who}: {one.reason}{rule}", "$foreground"))
    if note := profile_note(inspection):
        yield Content("")
        yield safe(f"{note}.", "$muted")


def pictured(inspection: Inspection) -> tuple[Line, ...]:
    """How the image was found, and its layers; empty where nothing was accepted or there is no image."""
    is_accepted = stages.is_accepted(inspection)
    drawn = stack.picture(inspection, _reader(inspection)) if is_accepted else ()
    return (stack.path(inspection), Content(""), *drawn) if drawn else ()


def _reader(inspection: Inspection) -> str:
    """The subject of the steps: a program, or how a source without an image is read."""
    reading, resolved, wording = inspection.reading, inspection.resolved, inspection.wording
    if reading and resolved and not resolved.has_image:
        folder = "building the folder" if wording.builds else "reading the folder"
        return folder if resolved.is_assembled else "reading a stream"
    if inspection.judged and not wording.eras:
        return wording.judge(inspection.judged.profile, inspection.judged.crossplane)
    if inspection.judged:
        return f"{wording.program} {inspection.judged.crossplane}"
    return wording.readers((reading.reader,)) if reading else wording.program


def numbered(done: tuple[Step, ...]) -> Iterator[Line]:
    """Steps with their signs and what was met."""
    room = _room(done)
    for number, step in enumerate(done, 1):
        title = fit(safe(step.title, "$foreground"), room)
        lead = join((f"{number:>3} ", "$muted"), sign(step.sign.glyph), " ")
        yield NumberedStep(join(lead, title), safe(step.evidence, "$muted"))


def _room(done: tuple[Step, ...]) -> int:
    longest = max((len(step.title) for step in done), default=0)
    return min(_LONGEST_TITLE, max(_TITLE, longest))


def _says(reading: Reading | None, verdict: Verdict | None) -> str:
    if verdict and verdict.culprit and verdict.culprit.says:
        return verdict.culprit.says
    return reading.message or "" if reading else ""


def plain(inspection: Inspection) -> str:
    """The text to copy: the finding to blame, or the verdict with its steps."""
    if blamed := inspection.culprit:
        return finding_detail.plain(blamed)
    if not isinstance(inspection.verdict, Ready):
        return ""
    steps = enumerate(stages.steps(inspection), 1)
    lines = [f"{number}. {step.title}: {step.evidence}" for number, step in steps]
    return "\n".join([f"{_reader(inspection)}: {visible.line(inspection.verdict.value.reason)}", *lines])
