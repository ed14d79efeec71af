"""What the comparison says as a whole: the objects that differ, and what the check of one package alone finds."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Ends, Hanging, Line
from xpkgtui.app.drawing.styled_text import SEVERITIES, Part, join, safe, sign, words
from xpkgtui.app.findings.list import place_words
from xpkgtui.app.state.changes import ComparedPackages, FindingsCheck
from xpkgtui.reporting.as_text.tables import plural
from xpkgtui.reporting.differences import name_of
from xpkgtui.rules.changes.change import ComparedObject, Presence
from xpkgtui.rules.changes.weight import Weight
from xpkgtui.rules.finding import Finding, ObjectName

_MOST = 1_000
"""Objects, and findings of each package, that are listed."""
_LONGEST = 300
"""Characters of a message."""
_SIGNS = {Presence.GONE: ("-", "$error"), Presence.BOTH: ("~", "$warning"), Presence.NEW: ("+", "$success")}
_ORDER = tuple(_SIGNS)
_COUNTED = {
    Weight.BREAKS: "✗",
    Weight.CHECK: "!",
    Weight.ADDITION: "·",
    Weight.WORDS: "words",
}
_Weights = Mapping[ObjectName, Counter[Weight]]


def objects_page(compared: ComparedPackages) -> Iterator[Line]:
    """The objects that are gone, that changed, the worst first, and that are new; how many are equal."""
    found = compared.found
    counts = Counter(one.presence for one in found.objects)
    head: list[Part] = []
    for presence, text in ((Presence.NEW, "new"), (Presence.GONE, "gone"), (Presence.BOTH, "changed")):
        mark, color = _SIGNS[presence]
        head += [(f"{mark} ", f"bold {color}"), (f"{counts[presence]:,} {text}   ", "$foreground")]
    yield join(*head, (f"{found.equal:,} equal", "$muted"))
    yield Content("")
    if not compared.is_done:
        yield join(sign("◌"), " ", safe(compared.doing, "$muted"))
        return
    weights = _weights(compared)
    ordered = sorted(found.objects, key=lambda one: _order(one, weights))
    for one in ordered[:_MOST]:
        yield _object(one, weights.get(one.name, Counter()))
    if (more := len(ordered) - _MOST) > 0:
        yield words(f"  {more:,} more", "$muted")


def _weights(compared: ComparedPackages) -> _Weights:
    """How many changes of each weight every object has."""
    found: dict[ObjectName, Counter[Weight]] = defaultdict(Counter)
    for weight, change in compared.found.listed:
        if change.object is not None:
            found[change.object][weight] += 1
    return found


def _order(one: ComparedObject, weights: _Weights) -> tuple[int, tuple[int, ...]]:
    counts = weights.get(one.name, Counter())
    return _ORDER.index(one.presence), tuple(-counts[weight] for weight in reversed(Weight))


def _object(one: ComparedObject, counts: Counter[Weight]) -> Line:
    """`~ CRD buckets.s3.example.org      ✗ 1  · 3`"""
    mark, color = _SIGNS[one.presence]
    numbers: list[Part] = []
    for weight, text in _COUNTED.items():
        if counts[weight] and one.presence is Presence.BOTH:
            lead = sign(text) if text in "✗!·" else Content.styled(text, "$muted")
            numbers += ["  ", lead, (f" {counts[weight]:,}", "$foreground")]
    left = join((f"{mark} ", f"bold {color}"), safe(name_of(one.name), "$foreground"))
    return Ends(left, join(*numbers))


def findings_page(compared: ComparedPackages, check: FindingsCheck) -> Iterator[Line]:
    """The findings of the new package alone, and those of the old package alone."""
    found = check.found
    if found is None:
        mark = "✗" if check.problem else "◌"
        yield join(sign(mark), " ", safe(check.problem or "Checking both packages", "$muted"))
        return
    profile = compared.found.new.case.profile if compared.found.new.case else ""
    by = f" by profile {profile}" if profile else ""
    if not found.new and not found.gone:
        yield words(f"✓ The check{by} finds the same in both: {plural(found.same, 'finding')}.", "$foreground")
        return
    yield from _findings("+", "New", "$warning", found.new, "The check of the new package finds nothing more.")
    yield Content("")
    yield from _findings(
        "-", "Gone", "$success", found.gone, "Every finding of the old package is one of the new package too."
    )
    yield Content("")
    yield safe(f"{plural(found.same, 'finding')} in both{by}", "$muted")


def _findings(mark: str, title: str, color: str, found: Sequence[Finding], none: str) -> Iterator[Line]:
    number = f" {len(found):,}" if found else ""
    yield join((f"{mark} ", f"bold {color}"), (f"{title}{number}", "bold $foreground"))
    if not found:
        yield Hanging("  ", "  ", words(none, "$muted"))
    for one in found[:_MOST]:
        lead = join(sign(SEVERITIES[one.severity]), " ", (f"{one.rule}  ", "bold $foreground"))
        message = safe(visible.clip(one.message, _LONGEST), "$foreground")
        place = safe(f"  {place_words(one)}", "$muted")
        yield Hanging("  ", "    ", join(lead, message, place))
    if (more := len(found) - _MOST) > 0:
        yield words(f"    {more:,} more", "$muted")
