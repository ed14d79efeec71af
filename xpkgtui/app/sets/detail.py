"""One package of a plan, or one finding: what is wrong, what follows and the way out; what it is; the steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Ends, Fact, Hanging, Line, NumberedStep, Page, ShellLine, Tab
from xpkgtui.app.drawing.styled_text import SEVERITIES, block, join, safe, sign, words
from xpkgtui.app.sets.list import described
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.state.sets import (
    PlanPane,
    PlanSelection,
    ShownPlan,
    finding_key,
    findings_of,
    is_unhealthy,
    key_of,
    needs_others,
)
from xpkgtui.formats.dependencies.needed import DependencyEdge, DependencyTree, NeededPackage, branches
from xpkgtui.formats.sets.plan import (
    ActivatedProvider,
    MemberCondition,
    MemberOrigin,
    PlannedMember,
    SetFinding,
    SetPlan,
    StepSource,
)
from xpkgtui.reporting.contents.needed_packages import prefix
from xpkgtui.reporting.contents.set_plan import broken, to_version, version
from xpkgtui.visible import plural

_COLUMN = 10
_NUMBER = 4
_FEW, _KINDS, _STEPS = 8, 40, 500
_ORIGINS = {
    MemberOrigin.GIT: "an object of the set",
    MemberOrigin.ADDED: "Crossplane makes it for a dependency",
    MemberOrigin.INSTALLED: "in the cluster",
}


def page(
    shown: ShownPlan,
    row: PlannedMember | None,
    finding: SetFinding | None,
    selection: PlanSelection,
    *,
    is_narrow: bool = False,
) -> Page:
    """The page of the package under the cursor, or of the finding."""
    is_asking = not shown.is_done and not shown.at
    if row is None and finding is None:
        said = "◌ Nothing is known yet." if shown.doing else "Nothing is known."
        return Page(key="nothing", title="Package", body=(words(said, "$muted"),))
    tabs = tuple(_tabs(shown, row, finding, is_asking=is_asking, is_tree_shown=selection.tab is TabId.TREE))
    tab = selection.tab if selection.tab in {one.id for one in tabs} else tabs[0].id
    if selection.pane is PlanPane.FINDINGS and finding is not None and selection.tab is None:
        tab = TabId.FINDINGS
    key = f"{key_of(row) if row else ''}:{finding_key(finding) if finding else ''}:{tab}"
    place = finding.place if finding is not None and tab is TabId.FINDINGS else row.place if row is not None else None
    note = f"{place.file}:{place.line}" if place is not None and place.file and place.line else ""
    plain = Page(key=key, tabs=tabs, tab=tab, copied=row.name if row else "", note=visible.line(note))
    plan = shown.plan
    if tab is TabId.WHY:
        return replace(plain, key="steps", body=tuple(_steps(plan)))
    if tab is TabId.FINDINGS and finding is not None:
        number = f"{plan.findings.index(finding) + 1} of {len(plan.findings)}" if finding in plan.findings else ""
        body = (*_finding(finding, is_narrow=is_narrow), *(() if is_narrow else _set(shown)))
        return replace(plain, note=plain.note if is_narrow else number, body=body)
    assert row is not None
    made = {TabId.PROGRESS: _progress, TabId.STATE: _state, TabId.CHANGE: _changes, TabId.TREE: _tree}
    lines = tuple(made.get(tab, _package)(shown, row))
    return replace(plain, body=lines)


def _tabs(
    shown: ShownPlan, row: PlannedMember | None, finding: SetFinding | None, *, is_asking: bool, is_tree_shown: bool
) -> Iterator[Tab]:
    if is_asking and row is not None:
        yield Tab(id=TabId.PROGRESS, name="Progress")
    if row is not None and row.conditions and (shown.is_live or is_unhealthy(row)):
        yield Tab(id=TabId.STATE, name="State")
    if finding is not None and not is_asking:
        yield Tab(id=TabId.FINDINGS, name="Finding")
    if row is not None:
        yield Tab(id=TabId.FACTS, name="Package")
        yield Tab(id=TabId.CHANGE, name="Changes")
    if row is not None and is_tree_shown and needs_others(shown.plan, row):
        yield Tab(id=TabId.TREE, name="Needs")
    yield Tab(id=TabId.WHY, name="Steps")


def _finding(one: SetFinding, *, is_narrow: bool) -> Iterator[Line]:
    title, place, gap = one.title or one.message, one.place, () if is_narrow else (Content(""),)
    yield join(sign(SEVERITIES[one.severity]), " ", safe(f"{one.rule}  {title}", "bold $foreground"))
    yield from gap
    if one.message != title:
        yield Fact("fact", safe(one.message, "$foreground"), _COLUMN)
    if not is_narrow and one.object is not None:
        yield Fact("object", safe(f"{one.object.kind} {one.object.name}", "$foreground"), _COLUMN)
    if not is_narrow and place.file:
        yield Fact("at", safe(f"{place.file}:{place.line}" if place.line else place.file, "$foreground"), _COLUMN)
    if not is_narrow and one.excerpt and place.line:
        yield Content("")
        yield from _frame(one)
    for also, what in one.also:
        where = f", {also.file}:{also.line}" if also.file else ""
        yield Fact("also", safe(f"{what}{where}", "$foreground"), _COLUMN)
    for label, said, style in (
        ("prints", one.says, "$error"),
        ("then", one.then, "$foreground"),
        ("fix", one.fix, "$foreground"),
    ):
        if said:
            yield from gap
            yield Fact(label, block(visible.screenful(said), style), _COLUMN)
    for command in one.commands:
        yield ShellLine(command.line)
        if said := command.writes or command.deletes:
            yield Fact("", safe(f"It {'writes over' if command.writes else 'deletes'} {said}.", "$muted"), _COLUMN)


def _frame(one: SetFinding) -> Iterator[Line]:
    """The lines of the manifest up to the one that is meant."""
    last = one.place.line or 0
    for number, text in enumerate(one.excerpt, last - len(one.excerpt) + 1):
        lead, back = (f"{number:>{_NUMBER}} │ ", "$bad-back") if number == last else (f"{number:>{_NUMBER}} │ ", "")
        yield Code(join((lead, "$muted"), safe(text, "$foreground")), back)


def _set(shown: ShownPlan) -> Iterator[Line]:
    """What is to be known of all packages together."""
    plan, summary = shown.plan, shown.found.summary
    git = sum(one.origin is MemberOrigin.GIT for one in plan.members)
    counts = f"{git} in git" + (f", {summary['added']} added" if summary["added"] else "")
    yield Content("")
    yield Ends(words("**The set**"), words(counts, "$muted"))
    if plan.has_cluster:
        yield Fact("unchanged", words(f"{summary['unchanged'] or 'none'}", "$foreground"), _COLUMN)
    active = sum(len(one.active) for one in plan.providers)
    total = active + sum(len(one.inactive) for one in plan.providers)
    if total:
        yield Fact("kinds", words(f"{active:,} of {total:,} active", "$foreground"), _COLUMN)
    if shown.asked.fetched:
        yield Fact("fetched", words(visible.size(shown.asked.fetched), "$foreground"), _COLUMN)


def _package(shown: ShownPlan, one: PlannedMember) -> Iterator[Line]:
    mark, what, _ = described(shown, one)
    yield join(sign(mark), " ", safe(one.name, "bold $foreground"), safe(f"  {what}", "$foreground"))
    yield Content("")
    origin = _ORIGINS[one.origin] + (", under the name that Crossplane derives" if one.is_derived else "")
    facts = (
        ("kind", one.object.kind),
        ("origin", origin),
        ("source", one.source),
        ("pulled as", one.pulled if one.pulled and not one.pulled.startswith(one.source) else ""),
        ("asked", one.asked),
        ("installed", version(one.before) if one.before else ""),
        ("in the end", version(one.after) if one.after else ""),
        ("digest", visible.clip(one.after.digest, 26) if one.after else ""),
    )
    for label, said in facts:
        if said:
            yield Fact(label, safe(said, "$foreground"), _COLUMN + 2)
    for asker in one.asked_by[:_FEW]:
        yield Fact("asks", safe(f"{asker.package}: {asker.constraint or 'any version'}", "$foreground"), _COLUMN + 2)
    if len(one.asked_by) > _FEW:
        yield Fact("", words(f"and {len(one.asked_by) - _FEW:,} more", "$muted"), _COLUMN + 2)
    if one.prints:
        yield Content("")
        yield Fact("prints", block(visible.screenful(one.prints), "$error"), _COLUMN + 2)
    if one.why:
        yield Fact("not known", safe(one.why, "$foreground"), _COLUMN + 2)
        if shown.plan.advice:
            yield Fact("fix", safe(shown.plan.advice, "$foreground"), _COLUMN + 2)
    if (provider := next((each for each in shown.plan.providers if each.package == one.name), None)) is not None:
        yield from _kinds(provider)
    yield from _findings(findings_of(shown.plan, one))


def _findings(findings: Sequence[SetFinding]) -> Iterator[Line]:
    for found in findings[:_FEW]:
        yield Content("")
        yield join(sign(SEVERITIES[found.severity]), " ", safe(f"{found.rule}  {found.message}", "$foreground"))
    if len(findings) > _FEW:
        yield words(f"and {len(findings) - _FEW:,} more", "$muted")


def _kinds(provider: ActivatedProvider) -> Iterator[Line]:
    """The kinds that are active in a provider, and those that are not."""
    yield Content("")
    total = len(provider.active) + len(provider.inactive)
    said = (
        f"{len(provider.active):,} of {plural(total, 'kind')} {'is' if len(provider.active) == 1 else 'are'} active"
    )
    yield words(f"**{said}**")
    for mark, names in (("✓", provider.active), ("·", provider.inactive)):
        yield from (join(sign(mark), " ", safe(name, "$foreground")) for name in names[:_KINDS])
        if len(names) > _KINDS:
            yield words(f"and {len(names) - _KINDS:,} more", "$muted")


def _state(shown: ShownPlan, one: PlannedMember) -> Iterator[Line]:
    """What the cluster says of a package, what that leads to, and what the plan finds as its cause."""
    mark, what, _ = described(shown, one)
    yield join(sign(mark), " ", safe(one.name, "bold $foreground"), safe(f"  {what}", "$foreground"))
    if when := shown.changed.get(key_of(one)):
        yield Fact("changed", safe(when, "$foreground"), _COLUMN)
    said: dict[str, None] = {}
    for each in sorted(one.conditions, key=lambda each: each.status == "True"):
        yield Content("")
        yield from _condition(each, repeated=each.message in said)
        if each.message and each.message not in said:
            said[each.message] = None
            for lead in shown.leads.get(each.message, ()):
                yield Fact("leads to", safe(lead.title, "$foreground"), _COLUMN)
                yield ShellLine(lead.command)
    if not is_unhealthy(one):
        return
    yield Content("")
    causes = findings_of(shown.plan, one)
    if not causes:
        yield Fact("cause", words("xpkgtui finds none in what is installed.", "$muted"), _COLUMN)
    for cause in causes[:_FEW]:
        yield Fact("cause", safe(f"{cause.rule}  {cause.message}", "$foreground"), _COLUMN)
        if cause.fix:
            yield Fact("fix", safe(cause.fix, "$foreground"), _COLUMN)
        yield from (ShellLine(command.line) for command in cause.commands)
    if len(causes) > _FEW:
        yield Fact("", words(f"and {len(causes) - _FEW:,} more", "$muted"), _COLUMN)


def _condition(each: MemberCondition, *, repeated: bool) -> Iterator[Line]:
    mark = {"True": "✓", "False": "✗"}.get(each.status, "◌")
    yield join(
        sign(mark), " ", safe(f"{each.type} {each.status}", "bold $foreground"), safe(f"  {each.reason}", "$muted")
    )
    yield Fact("of", safe(f"{each.kind} {each.name}", "$foreground"), _COLUMN)
    if each.message and not repeated:
        style = "$error" if each.status == "False" else "$foreground"
        yield Fact("prints", block(visible.screenful(each.message), style), _COLUMN)


def _changes(shown: ShownPlan, one: PlannedMember) -> Iterator[Line]:
    if one.before is None or one.after is None:
        said = "Nothing of it is installed, so nothing changes." if one.before is None else "Nothing of it stays."
        yield words(said, "$muted")
        return
    yield Fact("from", safe(version(one.before), "$foreground"), _COLUMN)
    yield Fact("to", safe(version(one.after), "$foreground"), _COLUMN)
    yield Content("")
    if said := broken(one):
        yield Fact("changes", words(said, "$foreground"), _COLUMN)
    if one.before == one.after:
        yield words("The version is the same.", "$muted")
    else:
        yield words("**D** compares the two packages", "$foreground")
    for found in findings_of(shown.plan, one):
        if found.rule.startswith("SET80"):
            yield Content("")
            yield from _finding(found, is_narrow=True)


def _tree(shown: ShownPlan, one: PlannedMember) -> Iterator[Line]:
    """The packages that it needs and what they need, each with what happens to it in the set."""
    members = {each.name: each for each in (one, *shown.plan.members)}
    edges = tuple(
        DependencyEdge(source=asker.package, target=each.name, constraint=asker.constraint)
        for each in shown.plan.members
        for asker in each.asked_by
    )
    packages = tuple(NeededPackage(package=name) for name in members)
    for branch in islice(branches(DependencyTree(packages=packages, edges=edges)), _STEPS):
        member = members[branch.package.package]
        mark, what, _ = described(shown, member)
        below = "".join("   " if is_last else "│  " for is_last in branch.lasts)
        name = safe(
            f"{member.name} {to_version(member)}".rstrip(), "bold $foreground" if member is one else "$foreground"
        )
        yield Hanging(prefix(branch.lasts), below, join(sign(mark), " ", name))
        asked = "" if branch.edge is None else f"asks for {branch.edge.constraint or 'any version'}: "
        said = "shown above" if branch.is_repeated else what
        yield Hanging(f"{below}  ", f"{below}  ", safe(f"{asked}{said}", "$muted"))


def _progress(shown: ShownPlan, one: PlannedMember) -> Iterator[Line]:
    mark, what, _ = described(shown, one)
    yield join(sign(mark), " ", safe(one.name, "bold $foreground"), safe(f"  {what}", "$foreground"))
    yield Content("")
    packages = shown.asked.packages
    answered = sum(each.is_answered for each in packages)
    yield Fact("asks", safe(one.source.partition("/")[0], "$foreground"), _COLUMN)
    said = f"{answered} of {plural(len(packages), 'package')}; what the others add is not known yet"
    yield Fact("known", words(said, "$foreground"), _COLUMN)
    slow = sorted(
        {each.reference.partition("/")[0]: each.waited for each in packages if not each.is_answered}.items()
    )
    for host, waited in slow:
        if waited > 2:
            said = f"{host} has not answered for {waited} s; the rest goes on"
            yield Fact("slow", safe(said, "$foreground"), _COLUMN)
    yield Content("")
    yield Fact("esc", words("stops here: what is known stays, the rest counts as not known", "$foreground"), _COLUMN)


def _steps(plan: SetPlan) -> Iterator[Line]:
    yield words("**Steps**  ● Crossplane's own controllers, compared with them  ○ ours, read in its source", "$muted")
    yield Content("")
    for number, one in enumerate(plan.steps[:_STEPS], 1):
        known = "●" if one.by is StepSource.CROSSPLANE else "○"
        lead = join((f"{number:>3} {known} ", "$muted"), safe(one.title, "$foreground"))
        yield NumberedStep(lead, safe(one.evidence, "$muted"))
    if len(plan.steps) > _STEPS:
        yield words(f"and {len(plan.steps) - _STEPS:,} more", "$muted")
    if not plan.steps:
        yield words("No steps are known.", "$muted")
