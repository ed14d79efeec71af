"""One change in full: before and now, who is affected, what to do first, and the proof."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.changes.list import NAMES, short
from xpkgtui.app.drawing.page import Code, Ends, Fact, Hanging, Line, Page, ShellLine, Tab, TwoTexts
from xpkgtui.app.drawing.styled_text import SEVERITIES, Part, block, join, safe, sign, words
from xpkgtui.app.findings.list import place_words as finding_place
from xpkgtui.app.state.changes import (
    ChangeGroup,
    ChangeSelection,
    ChangeText,
    ComparedPackages,
    FindingsCheck,
    WeighedChange,
    chosen_row,
    count_of,
    group_of,
    shown_change,
)
from xpkgtui.app.state.selection import TabId
from xpkgtui.commands import PrintedCommand
from xpkgtui.reporting.contents.differences import SEVERITY, name_of, subject_of, value_words
from xpkgtui.rules.changes.change import Change, ComparedObject, Presence, Weight
from xpkgtui.rules.finding import Finding, ObjectName, Place
from xpkgtui.visible import plural

_MOST = 1_000
"""Objects, and findings of each package, that are listed."""
_LONGEST_MESSAGE = 300
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
        message = safe(visible.clip(one.message, _LONGEST_MESSAGE), "$foreground")
        place = safe(f"  {finding_place(one)}", "$muted")
        yield Hanging("  ", "    ", join(lead, message, place))
    if (more := len(found) - _MOST) > 0:
        yield words(f"    {more:,} more", "$muted")


_COLUMN = 12
_MOST_ALIKE = 40
"""Places that are listed of which the same is said."""
_AROUND = (3, 9)
"""Rows of both texts before and after the place of a change, beneath its words."""
_LONGEST = 1_200
"""Characters of a value that are shown."""
_NAMES = {TabId.CHANGE: "Change", TabId.TEXT: "Text", TabId.OBJECTS: "Objects", TabId.FINDINGS: "Findings"}
_TABS = tuple(Tab(id=one, name=name) for one, name in _NAMES.items())
_EXPLAINED = {
    ChangeGroup.BREAKS: "Something that works with the old package does not work with the new one.",
    ChangeGroup.CHECK: "These may affect you: look at each before the upgrade.",
    ChangeGroup.ADDITIONS: "New, or allowed that was not. No action needed.",
    ChangeGroup.WORDS: "Descriptions and columns, which no program reads. No action needed.",
    ChangeGroup.IMAGE: "The image around the package.",
}


def page(
    compared: ComparedPackages,
    selection: ChangeSelection,
    both: ChangeText | None = None,
    check: FindingsCheck | None = None,
) -> Page:
    """The page of the row under the cursor, with old and new text once they are read; or one about all of it."""
    if compared.failure is None and selection.tab in (TabId.OBJECTS, TabId.FINDINGS):
        is_objects = selection.tab is TabId.OBJECTS
        lines = objects_page(compared) if is_objects else findings_page(compared, check or FindingsCheck())
        return Page(key=f"{selection.tab}", tabs=_TABS, tab=selection.tab, body=tuple(lines))
    one = shown_change(compared, selection)
    if one is not None:
        read = both if both is not None and both.number == one.number else None
        number = f"{(compared.place(one.key) or 0) + 1:,} of {len(compared.order):,}"
        return Page(
            key=f"{one.key}:{selection.tab}",
            tabs=_TABS,
            tab=selection.tab,
            body=tuple(
                _texts(one, selection, read)
                if selection.tab is TabId.TEXT
                else _whole(one, selection, read, compared.found.steps(one.alike))
            ),
            note=number,
            line=read.focus if read is not None and selection.tab is TabId.TEXT else None,
            copied=copied(one),
        )
    body = tuple(_no_change(compared, selection))
    key = f"{chosen_row(compared, selection)}"
    if compared.failure is not None or not compared.is_done:
        return Page(key=key, title="Change", body=body)
    return Page(key=key, tabs=_TABS, tab=selection.tab, body=body)


def _whole(
    one: WeighedChange,
    selection: ChangeSelection,
    read: ChangeText | None,
    steps: Sequence[str | PrintedCommand],
) -> Iterator[Line]:
    """The change, and the lines around its place."""
    yield from _change(one, steps)
    if read is not None and read.rows:
        first = max(0, read.focus - _AROUND[0])
        yield Content("")
        yield TwoTexts(read.rows[first : read.focus + _AROUND[1]], one_column=selection.one_column)


def _texts(one: WeighedChange, selection: ChangeSelection, read: ChangeText | None) -> Iterator[Line]:
    """The object's text, old and new; long stretches without a change are left out."""
    yield join(sign(SEVERITIES[SEVERITY[one.weight]]), " ", safe(subject_of(one.change), "bold $foreground"))
    yield Ends(
        safe(place_words(one.change.old) or "not in the old package", "$muted"),
        safe(place_words(one.change.new) or "not in the new package", "$muted"),
    )
    yield Content("")
    if read is None:
        yield join(sign("◌"), " ", safe("Reading both texts", "$muted"))
    elif read.problem:
        yield join(sign("✗"), " ", safe(read.problem, "$foreground"))
    elif read.rows:
        yield TwoTexts(read.rows, one_column=selection.one_column, focus=read.focus)
    else:
        yield words("This change is not in a text of the package.", "$muted")


def _no_change(compared: ComparedPackages, selection: ChangeSelection) -> Iterator[Line]:
    """What is said where the cursor is on no change: why nothing is compared, or what a group is."""
    if compared.failure is not None:
        yield join(sign("✗"), " ", safe(compared.failure.title, "bold $foreground"))
        yield Content("")
        for number, tried in enumerate(compared.failure.tried, 1):
            yield Fact("tried" if number == 1 else "", safe(tried, "$foreground"), _COLUMN)
        if compared.failure.hint:
            yield Fact("next", safe(compared.failure.hint, "$foreground"), _COLUMN)
        return
    group = group_of(chosen_row(compared, selection) or ":")
    if group is not None:
        members = compared.groups[group]
        yield words(f"**{NAMES[group]}**")
        yield Content("")
        yield words(_EXPLAINED[group], "$foreground")
        yield Content("")
        objects = len({each.object for one in members for each in one.alike})
        yield words(f"{plural(count_of(members), 'change')} in {plural(objects, 'object')}", "$muted")
    elif compared.is_done:
        yield words(f"✓ {plural(compared.found.equal, 'object')} on both sides, all equal", "$foreground")


def _change(one: WeighedChange, steps: Sequence[str | PrintedCommand]) -> Iterator[Line]:
    change = one.change
    head = f"{subject_of(change)}: {short(change)}"
    yield join(sign(SEVERITIES[SEVERITY[one.weight]]), " ", safe(head, "bold $foreground"))
    yield Content("")
    yield from _values(change)
    yield from _others(one.alike[1:])
    if change.who:
        yield Fact("who", block(change.who, "$foreground"), _COLUMN)
        yield Content("")
    if steps:
        yield from _first(steps)
    if change.witness is not None:
        yield Fact("proof", words("The old package accepts this manifest:", "$foreground"), _COLUMN)
        for row in visible.block(change.witness.manifest.strip("\n")).split("\n"):
            yield Code(Content.styled(f"   {row} ", "$foreground"), "$panel")
        yield Fact("", words("With the new one the API server answers:", "$foreground"), _COLUMN)
        yield Fact("", block(change.witness.says, "$error"), _COLUMN)
        yield Content("")
    yield from _places(change)


def _values(change: Change) -> Iterator[Line]:
    """The field, and its value on both sides."""
    if change.object is not None:
        name = f"{change.object.kind} {change.object.name}"
        yield Fact("object", safe(name, "$foreground"), _COLUMN)
    if change.version:
        yield Fact("version", safe(change.version, "$foreground"), _COLUMN)
    if change.field:
        yield Fact("field", safe(change.field, "$foreground"), _COLUMN)
    if change.before is not None or change.after is not None:
        yield Fact("before", _value(change.before), _COLUMN)
        yield Fact("now", _value(change.after), _COLUMN)
    yield Content("")


def _others(alike: Sequence[Change]) -> Iterator[Line]:
    """The other places and objects of which the same is said."""
    for number, one in enumerate(alike[:_MOST_ALIKE]):
        place = " ".join(filter(None, (subject_of(one), one.version, one.field)))
        yield Fact("also" if not number else "", safe(place, "$foreground"), _COLUMN)
    if (more := len(alike) - _MOST_ALIKE) > 0:
        yield Fact("", words(f"{more:,} more", "$muted"), _COLUMN)
    if alike:
        yield Content("")


def _value(text: str | None) -> Content:
    if text is None:
        return words("nothing", "$muted")
    return safe(visible.clip(value_words(text), _LONGEST), "$foreground")


def _first(rows: Sequence[str | PrintedCommand]) -> Iterator[Line]:
    """What to do first: sentences beside the label, commands in a box."""
    label = "do first"
    for row in rows:
        if isinstance(row, PrintedCommand):
            if label:
                yield Fact(label, Content(""), _COLUMN)
            yield ShellLine(row.line)
        else:
            yield Fact(label, safe(row, "$foreground"), _COLUMN)
        label = ""
    yield Content("")


def _places(change: Change) -> Iterator[Line]:
    old, new = place_words(change.old), place_words(change.new)
    if old:
        yield Fact("old", safe(old, "$muted"), _COLUMN)
    if new:
        yield Fact("new", safe(new, "$muted"), _COLUMN)
    yield Ends(Content(""), Content.styled(change.id, "$muted"))


def place_words(place: Place | None) -> str:
    """`package.yaml · line 1,204`; empty where there is none."""
    if place is None or place.line is None:
        return ""
    return f"{place.file or place.path or 'document ' + str(place.document)} · line {place.line:,}"


def copied(one: WeighedChange) -> str:
    """The text of a change for the clipboard."""
    change = one.change
    rows = [f"{change.id} {subject_of(change)}: {short(change)}"]
    rows += [f"before: {change.before}", f"now: {change.after}"] if change.before or change.after else []
    rows += [f"who: {change.who}"] if change.who else []
    rows += [f"first: {row}" for row in change.first]
    if change.witness is not None:
        rows += ["proof:", change.witness.manifest.strip("\n"), f"the API server answers: {change.witness.says}"]
    return "\n".join(rows)
