"""The plan of a set in Markdown, for a pull request."""

from collections.abc import Iterable, Iterator

from xpkgtui.formats.sets.plan import MemberChange, PlannedMember, SetFinding, SetPlan
from xpkgtui.reporting.addresses import address_of, command_of
from xpkgtui.reporting.contents.set_plan import LETTERS, PlannedSet, broken, happens, sign, to_version, version
from xpkgtui.reporting.quoting import markdown_code, markdown_prose, markdown_text
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import are, line, screenful

MOST = 60_000
"""Characters: GitHub takes 65,536 in a comment."""
_SIGNS = {True: "✓", False: "✗", None: "◌"}


def markdown(found: PlannedSet) -> str:
    """The headline, a table of what changes, the findings, and the rest folded; what has no room is said."""
    every = found.plan.findings
    findings = _items(one for one in every if one.severity is not Severity.INFO)
    infos = _items(one for one in every if one.severity is Severity.INFO)
    parts = [tuple(_head(found)), findings, *(tuple(one) for one in _folded(found.plan))]
    left = ""
    while len(_joined([*parts, infos])) > MOST:
        if len(parts) > 2:
            parts.pop()
            left = "Details were left out, because a comment has no room for them."
        elif infos:
            infos, left = (), "Details and infos were left out, because a comment has no room for them."
        else:
            return _joined(parts)[:MOST] + "\n\n…\n"
    return _joined([*parts, infos, (left,) if left else ()])


def _joined(parts: list[tuple[str, ...]]) -> str:
    return "\n\n".join("\n".join(one) for one in parts if one) + "\n"


def _head(found: PlannedSet) -> Iterator[str]:
    who = f"Crossplane {found.plan.crossplane}: " if found.failure is None else ""
    mark = "!" if found.is_conditional else _SIGNS[found.installs]
    yield f"### {mark} {markdown_text(who + screenful(found.sentence))}"
    rows = [one for one in found.plan.members if one.change not in (MemberChange.SAME, MemberChange.NOT_IN_GIT)]
    if rows:
        yield ""
        yield "| | object | from | to | what happens | changes |"
        yield "|---|---|---|---|---|---|"
        for one in rows:
            yield _row(found.plan, one)


def _row(plan: SetPlan, one: PlannedMember) -> str:
    name = f"{LETTERS.get(one.object.kind, '')} {one.shown}".strip()
    cells = (sign(plan, one), name, version(one.before), to_version(one), happens(plan, one), broken(one))
    return f"| {' | '.join(map(markdown_text, cells))} |"


def _items(findings: Iterable[SetFinding]) -> tuple[str, ...]:
    return tuple(row for one in findings for row in _item(one))


def _item(one: SetFinding) -> Iterator[str]:
    address = address_of(one.rule)
    rule = f"[{one.rule}]({address})" if address else markdown_code(command_of(one.rule))
    place = f" {markdown_code(f'{one.place.file}:{one.place.line}')}" if one.place.file else ""
    glyph = "✗" if one.severity is Severity.ERROR else "!" if one.severity is Severity.WARNING else "·"
    yield f"- {glyph} {markdown_text(screenful(one.message))}{place} ({rule})"
    if one.says:
        yield f"  - prints {markdown_code(screenful(one.says))}"
    for row in filter(None, (one.then, one.fix)):
        yield f"  - {markdown_prose(screenful(row))}"
    for command in one.commands:
        yield f"  - {markdown_code(command.line)}"


def _folded(plan: SetPlan) -> Iterator[Iterator[str]]:
    same = [one for one in plan.members if one.change in (MemberChange.SAME, MemberChange.NOT_IN_GIT)]
    if same:
        yield _details(
            f"{len(same)} unchanged", (f"- {markdown_text(one.name)} {version(one.before)}" for one in same)
        )
    active = [name for one in plan.providers for name in one.active]
    if active:
        yield _details(are(len(active), "kind") + " active", (f"- {markdown_text(name)}" for name in active))
    if plan.manifests:
        text = "---\n".join(plan.manifests).replace("```", "'''")
        yield _details("Manifests that the set lacks", iter(("```yaml", *map(line, text.splitlines()), "```")))


def _details(title: str, rows: Iterator[str]) -> Iterator[str]:
    yield f"<details><summary>{title}</summary>"
    yield ""
    yield from rows
    yield ""
    yield "</details>"
