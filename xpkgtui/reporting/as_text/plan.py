"""The text of `plan`: a sentence, a row a package, the findings, and with --verbose the rest."""

from collections.abc import Iterator
from functools import cache

from xpkgtui.formats.sets.plan import MemberChange, PlannedMember, SetFinding, SetPlan
from xpkgtui.reporting.as_text.tables import ACCEPTANCES, GLYPHS, INDENT, Paint, grid, labeled, numbered, written
from xpkgtui.reporting.contents.set_plan import LETTERS, PlannedSet, broken, happens, sign, to_version, version
from xpkgtui.reporting.manual import page_named
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import clip, line, plural, screenful

_GONE = (MemberChange.NOT_IN_GIT,)
_SEVERITIES = {"✗": Severity.ERROR, "◌": Severity.WARNING, "!": Severity.WARNING, "✓": Severity.INFO}
_NUMBER = 5


@written
def plan(planned: PlannedSet, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; with `is_verbose` also what does not change, the policies and the steps."""
    yield from _headline(planned, paint)
    if planned.failure is not None:
        return
    found = planned.plan
    if paint.is_quiet:
        for finding in found.findings:
            if finding.severity is Severity.ERROR:
                yield from ("", *_finding(finding, paint))
        return
    yield from paint.indented(paint.dim(line(_read(planned))))
    rows = tuple(one for one in found.members if is_verbose or not _is_quiet(one))
    if rows:
        yield ""
        yield from _table(found, rows, paint)
    hidden = len(found.members) - len(rows)
    if hidden:
        yield INDENT + paint.dim(_hidden(found))
    for finding in found.findings:
        if finding.severity is not Severity.INFO or is_verbose:
            yield ""
            yield from _finding(finding, paint)
    yield from _last(planned, paint, is_verbose=is_verbose)


def _headline(planned: PlannedSet, paint: Paint) -> Iterator[str]:
    acceptance = ACCEPTANCES[planned.installs]
    sentence = line(screenful(planned.sentence))
    who = f"Crossplane {planned.plan.crossplane}: " if planned.failure is None else ""
    unsure = planned.is_conditional
    text = paint.verdict(None if unsure else acceptance, who + sentence)
    mark = "!" if unsure else "◌"
    text = text.replace("?", mark, 1) if acceptance is None or unsure else text
    yield from paint.lines(text, 2)


def _is_quiet(one: PlannedMember) -> bool:
    is_same = one.change in (MemberChange.SAME, MemberChange.NOT_IN_GIT)
    return is_same and not one.findings and not one.prints


def _hidden(found: SetPlan) -> str:
    same = sum(one.change is MemberChange.SAME for one in found.members if _is_quiet(one))
    gone = sum(one.change in _GONE for one in found.members if _is_quiet(one))
    parts = [f"{same} unchanged" if same else "", f"{gone} {'is' if gone == 1 else 'are'} not in git" if gone else ""]
    return f"{'; '.join(filter(None, parts))}   --verbose"


def _read(planned: PlannedSet) -> str:
    found, read = planned.plan, planned.plan.read
    added = planned.summary["added"]
    is_set = read.files or not found.has_cluster
    parts = [f"{plural(read.objects, 'object')} in {plural(read.files, 'file')}" if is_set else "what is installed"]
    if added:
        parts.append(f"Crossplane adds {plural(added, 'package')}")
    if not found.has_cluster:
        parts.append("--installed was not given")
    return "; ".join(parts)


def _table(found: SetPlan, rows: tuple[PlannedMember, ...], paint: Paint) -> Iterator[str]:
    changes = ("changes",) if any(map(broken, rows)) else ()
    head = ("  object", *(("from",) if found.has_cluster else ()), "to", "what happens", *changes)
    cells = [head, *(_row(found, one) for one in rows)]
    droppable = tuple(number for number, name in enumerate(head) if name in ("changes", "from"))[::-1]
    for number, lines in enumerate(grid(cells, width=paint.width, drop=droppable)):
        for text in lines:
            shown = text.removeprefix(INDENT)
            yield paint.severity(_SEVERITIES[cells[number][0][0]], shown) if number else paint.dim(shown)


def _row(found: SetPlan, one: PlannedMember) -> tuple[str, ...]:
    name = f"{sign(found, one)} {LETTERS.get(one.object.kind, '?')} {one.shown}"
    before = (version(one.before),) if found.has_cluster else ()
    return (name, *before, to_version(one), happens(found, one), *((broken(one),) if broken(one) else ()))


@cache
def _title(rule: str) -> str:
    page = page_named(rule)
    return f"{page.title[0].upper()}{page.title[1:]}" if page else ""


def _finding(finding: SetFinding, paint: Paint) -> Iterator[str]:
    title, place = finding.title or _title(finding.rule), finding.place
    where = f"{place.file}:{place.line}" if place.file and place.line else place.file or ""
    head = f"{GLYPHS[finding.severity]} {finding.rule}  {title}"
    yield from paint.lines(
        paint.severity(finding.severity, head) + (f"   {paint.dim(line(where))}" if where else ""), 10
    )
    yield from paint.indented(line(screenful(finding.message)))
    if finding.excerpt and place.line:
        first = place.line - len(finding.excerpt) + 1
        for number, row in enumerate(finding.excerpt, first):
            shown = line(screenful(row))
            shown = clip(shown, paint.width - _NUMBER - 3) if paint.width else shown
            yield paint.dim(f"{number:>{_NUMBER}} │ ") + shown
    for also, what in finding.also:
        what = screenful(what)
        yield from labeled("also", f"{also.file}:{also.line} {what}" if also.file else what, paint)
    for label, said in (("prints", finding.says), ("then", finding.then), ("fix", finding.fix)):
        if said:
            yield from labeled(label, screenful(said), paint)
    for command in finding.commands:
        yield from labeled("", str(command), paint)


def _last(planned: PlannedSet, paint: Paint, *, is_verbose: bool) -> Iterator[str]:
    found = planned.plan
    active = sum(len(one.active) for one in found.providers)
    total = active + sum(len(one.inactive) for one in found.providers)
    if total:
        yield ""
        more = "" if is_verbose else "   --verbose"
        yield INDENT + paint.dim(f"{active} of {plural(total, 'kind')} {'is' if active == 1 else 'are'} active{more}")
    if is_verbose:
        yield from _verbose(found, paint)
    summary = planned.summary
    parts = [plural(summary[one], one) for one in ("error", "warning", "info") if summary[one]]
    if parts:
        hidden = "   --verbose" if summary["info"] and not is_verbose else ""
        yield INDENT + paint.dim(f"{', '.join(parts)}{hidden}")


def _verbose(found: SetPlan, paint: Paint) -> Iterator[str]:
    for policy in found.policies:
        yield from paint.section(line(f"Policy {policy.name} ({policy.origin})"))
        for pattern in policy.patterns:
            yield from labeled("", f"{pattern.pattern}: {', '.join(pattern.matches) or 'nothing'}", paint)
    if found.read.others:
        yield ""
        listed = ", ".join(f"{kind} ({count:,})" for kind, count in found.read.others)
        count = plural(len(found.read.others), "kind is", "kinds are")
        yield from paint.lines(INDENT + line(f"{count} not for Crossplane: {listed}"), 4)
    for skipped in found.read.skipped:
        yield from paint.lines(INDENT + line(f"{skipped.path} is left out: {skipped.why}"), 4)
    if found.steps:
        yield from numbered(((one.title, one.evidence) for one in found.steps), paint)
