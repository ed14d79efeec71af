"""The lines above the changes: which packages, the verdict, and the counts."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.changes.list import short
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import COLORS, Part, join, safe, sides, sign
from xpkgtui.app.state.changes import ComparedPackages
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.differences import Differences, subject_of
from xpkgtui.rules.changes.change import Level, Weight
from xpkgtui.visible import plural

_CAUSES = 3
"""Changes that the verdict names."""
_DIGEST = 7
_WIDE = 100
_STATUS = {
    Weight.BREAKS: (Status.BAD, "✗"),
    Weight.CHECK: (Status.WARN, "!"),
    Weight.WORDS: (Status.OK, "✓"),
    None: (Status.WARN, "?"),
}


def title(compared: ComparedPackages, width: int) -> Content:
    """Old and new with their digests; of two tags or platforms the second without what both have in common."""
    names, found = _names(compared), compared.found
    digests = [_digest(one, of_entry=_is_one(found)) for one in (found.old, found.new)]
    right = f"{' → '.join(digests)} " if all(digests) else ""
    arrow = "   →  " if width >= _WIDE else " → "
    room = width - 2 - len(right) - len(arrow)
    if room < sum(map(len, names)):
        half = max(4, room // 2)
        first = visible.middle(names[0], max(half, room - len(names[1])))
        names = first, visible.middle(names[1], max(half, room - len(first)))
    left = join(" ", (names[0], "bold $foreground"), (arrow, "$muted"), (names[1], "bold $foreground"))
    return sides(left, Content.styled(right, "$muted"), width)


def headline(compared: ComparedPackages) -> Headline:
    """The verdict and its worst causes; meanwhile what is under way."""
    found = compared.found
    if compared.failure is not None:
        reason = compared.failure.title.removesuffix(".")
        clause = f"{visible.line(compared.failed) or 'It'} was not read:"
        if compared.failed and reason.startswith(compared.failed):
            clause = "Not compared:"
        return Headline(
            status=Status.BAD,
            sign="✗",
            clause=clause,
            reason=reason,
            short_clause="Not compared:",
            short_reasons=(reason,),
        )
    if not compared.is_done:
        return Headline(clause=f"{compared.doing}", reason="", key="esc", does="back")
    status, mark = _STATUS[found.verdict]
    if found.verdict is None:
        return Headline(status=status, sign=mark, clause="Undecided:", reason=found.unread)
    clause, _, reason = found.sentence.partition(": ")
    causes = ", ".join(f"{subject_of(one.change)} {short(one.change)}" for one in compared.order[:_CAUSES])
    if found.level is Level.OLMV1 and found.counts[Weight.BREAKS]:
        reason = f"OLM v1 refuses it, {reason}"
    if reason:  # what hurts is counted there, and named here
        return Headline(status=status, sign=mark, clause=f"{reason}:", reason=causes, short_reasons=(causes,))
    return Headline(status=status, sign=mark, clause=clause)


def question(compared: ComparedPackages) -> Content:
    """`Can v1.20.1 go to v1.21.0?  ✗ Not without work: 3 changes break its users`"""
    old, new = (visible.middle(visible.line(name), 40) for name in _short_names(compared))
    asked: list[Part] = [(f"Can {old} go to {new}?", "bold $foreground")]
    if compared.failure is None and compared.is_done:
        mark = _STATUS[compared.found.verdict][1]
        asked += ["  ", sign(mark) if mark in COLORS else mark, " ", (_answer(compared), "$foreground")]
    return join(*asked)


def _answer(compared: ComparedPackages) -> str:
    """The answer, in the words of the level."""
    found = compared.found
    breaks, checks = found.counts[Weight.BREAKS], found.counts[Weight.CHECK]
    if breaks:
        says = "break" if breaks > 1 else "breaks"
        who = {Level.STORED: f"{says} what is stored", Level.OLMV1: "for OLM v1"}.get(
            found.level, f"{says} its users"
        )
        lead = "OLM v1 refuses it" if found.level is Level.OLMV1 else "Not without work"
        return f"{lead}: {plural(breaks, 'change')} {who}".removesuffix(" for OLM v1")
    if found.unread:
        return f"Undecided: {visible.line(found.unread)}"
    if checks:
        return f"Yes, with {plural(checks, 'thing')} to check"
    return "Yes: nothing changes that anyone relies on"


def counts(compared: ComparedPackages, width: int) -> Content:
    """`23 of 25 objects differ   ✗ 3 break   ! 4 to check   level clients`; no word of it is cut."""
    if compared.failure is not None:
        return safe(compared.failure.title, "$foreground")
    whole, *shorter = (_counts(compared, *form) for form in (("   ", True), ("  ", True), ("  ", False)))
    return next((one for one in (whole, *shorter) if one.cell_length <= width), shorter[-1])


def _counts(compared: ComparedPackages, gap: str, has_level: bool) -> Content:
    found = compared.found
    objects = f"{found.total:,} of {plural(found.total + found.equal, 'object')} differ"
    number = found.counts
    parts: list[Part] = [(objects, "$foreground")]
    for count, mark, text in (
        (number[Weight.BREAKS], "✗", "breaks" if number[Weight.BREAKS] == 1 else "break"),
        (number[Weight.CHECK], "!", "to check"),
        (number[Weight.ADDITION], "·", "addition" if number[Weight.ADDITION] == 1 else "additions"),
        (number[Weight.WORDS], "", "in words only"),
    ):
        if count:
            parts += [gap, *((sign(mark), " ") if mark else ()), (f"{count:,} {text}", "$foreground")]
    return join(*parts, *([(f"{gap}level {found.level}", "$muted")] if has_level else []))


def _short_names(compared: ComparedPackages) -> tuple[str, str]:
    """The two packages by the ends of their names, where these differ."""
    old, new = compared.found.names if compared.found.old.source else (compared.old, compared.new)
    if _is_one(compared.found):
        return old, new
    ends = old.rpartition("/")[2], new.rpartition("/")[2]
    return ends if all(ends) and ends[0] != ends[1] else (old, new)


def _names(compared: ComparedPackages) -> tuple[str, str]:
    found = compared.found
    old = found.old.resolved.reference if found.old.resolved else compared.old
    short_names = found.names
    new = short_names[1] if found.new.resolved and short_names[0] != old else compared.new
    if _is_one(found):
        old = f"{old}  {short_names[0]}"
    return visible.line(old), visible.line(new)


def _is_one(found: Differences) -> bool:
    """Whether both sides are platforms of one index."""
    return bool(found.old.source) and found.old.source == found.new.source


def _digest(inspection: Inspection, *, of_entry: bool) -> str:
    """The beginning of the digest that pins a side: of an entry of an index where both have the same one."""
    entry = inspection.shown_entry if of_entry else None
    digest = (entry.digest if entry else inspection.digest) or ""
    return digest.partition(":")[2][:_DIGEST] if digest else ""
