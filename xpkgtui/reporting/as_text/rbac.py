"""The text of `rbac`: who may do what, what runs, what it costs."""

from collections.abc import Iterator, Sequence
from itertools import islice

from xpkgtui.formats.permissions.granted import Pair, RunningContainer, Workload
from xpkgtui.formats.permissions.workloads import in_words
from xpkgtui.reporting.as_text.tables import INDENT, Paint, written
from xpkgtui.reporting.contents.package_permissions import WORDS, FoundPermissions, GrantGroup
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.visible import capitalized, clip, few, line, plural

_FEW = 24
"""Lines of one that gets roles, and things of one sort, before the rest is only counted."""
_FEW_ROLES = 3
_LONGEST = 400
_DEEPER = INDENT * 2


@written
def rbac(found: FoundPermissions, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; long lists are cut unless it `is_verbose`."""
    most = None if is_verbose else _FEW
    sentence = line(found.sentence)
    if found.failure is not None:
        yield from paint.lines(paint.verdict(Acceptance.REFUSED, sentence), 2)
        return
    shown = found.shown
    if doubt := found.answer.doubt:
        yield from paint.lines(paint.verdict(None, f"incomplete: {line(doubt)}"), 2)
    yield from paint.lines(capitalized(sentence))
    own = frozenset(shown.groups)
    for number, group in enumerate(islice(found.groups, most)):
        yield from paint.section("May do") if not number else ("",)
        yield from _group(group, own, paint, most)
    if most is not None and len(found.groups) > most:
        yield from ("", INDENT + paint.dim(f"{len(found.groups) - most:,} more get roles: --verbose lists them"))
    if shown.workloads or shown.webhooks:
        yield from paint.section("Runs")
        yield from _runs(found, paint, most)
    if shown.costs.definitions:
        yield from paint.section("Costs")
        for text in in_words(shown.costs):
            yield from paint.lines(INDENT + line(clip(text, _LONGEST)), len(_DEEPER))
    for number, remark in enumerate(shown.remarks):
        yield from paint.section("Notes") if not number else ()
        yield from paint.lines(INDENT + "· " + line(clip(remark, _LONGEST * 2)), len(INDENT) + 2)


def _group(group: GrantGroup, own: frozenset[str], paint: Paint, most: int | None) -> Iterator[str]:
    yield from paint.lines(INDENT + paint.bold(line(clip(group.to, _LONGEST))), len(_DEEPER))
    names = list(dict.fromkeys(f"{grant.role.kind} {grant.role.name}" for grant in group.grants))
    where = "everywhere" if group.is_cluster_wide else "in its namespace"
    by = " and ".join(WORDS[one] for one in group.by)
    roles = f"{where}, {by}: {few(names, _FEW_ROLES)}"
    yield from paint.lines(paint.dim(_DEEPER + line(clip(roles, _LONGEST))), len(_DEEPER) + 2)
    wide = [("! ", one) for one in group.wide]
    allowed = [("", one) for one in group.allows(own)]
    for sign, words in islice((*wide, *allowed), most):
        hang = len(_DEEPER) + len(sign) + (len(words) - len(words.lstrip(" ")))
        text = _DEEPER + sign + line(clip(words, _LONGEST * 2))
        for each in paint.lines(text, max(hang, len(_DEEPER) + 2)):
            yield paint.severity(Severity.WARNING, each) if sign else each
    if most is not None and (left := len(wide) + len(allowed) - most) > 0:
        yield _DEEPER + paint.dim(f"{plural(left, 'more line')}: --verbose lists them")
    if not (wide or allowed or group.notes):
        yield f"{_DEEPER}nothing: the role has no rules"
    for note in group.notes:
        yield from paint.lines(paint.dim(_DEEPER + line(clip(note, _LONGEST))), len(_DEEPER))


def _runs(found: FoundPermissions, paint: Paint, most: int | None) -> Iterator[str]:
    shown = found.shown
    for workload in islice(shown.workloads, most):
        yield from paint.lines(INDENT + paint.bold(_workload(workload)), len(_DEEPER))
        for text in filter(None, (*(f"! {risk}" for risk in workload.risks), workload.note)):
            yield from _risky(_DEEPER, text, paint)
        for container in islice(workload.containers, most):
            yield from _container(container, paint)
        yield from _left(workload.containers, most, "container", _DEEPER, paint)
    for hook in islice(shown.webhooks, most):
        text = f"{hook.kind} webhook {hook.name}: {hook.about}"
        yield from paint.lines(INDENT + line(clip(text, _LONGEST)), len(_DEEPER))
    yield from _left(shown.workloads, most, "workload", INDENT, paint)
    yield from _left(shown.webhooks, most, "webhook", INDENT, paint)


def _left(things: Sequence[object], most: int | None, word: str, indent: str, paint: Paint) -> Iterator[str]:
    if most is not None and len(things) > most:
        yield indent + paint.dim(f"{plural(len(things) - most, f'more {word}')}: --verbose lists them")


def _workload(workload: Workload) -> str:
    count = "" if workload.replicas is None else f", {plural(workload.replicas, 'replica')}"
    account = f", ServiceAccount {workload.account}" if workload.account else ""
    return line(clip(f"{workload.kind} {workload.name}{count}{account}", _LONGEST))


def _container(one: RunningContainer, paint: Paint) -> Iterator[str]:
    word = "init container" if one.is_init else "container"
    yield from paint.lines(_DEEPER + line(clip(f"{word} {one.name}: {one.image or 'no image'}", _LONGEST)), 6)
    for label, words in (
        ("command", " ".join(one.command)),
        ("user", one.user),
        ("ports", ", ".join(one.ports)),
        ("requests", _amounts(one.requests)),
        ("limits", _amounts(one.limits)),
    ):
        if words:
            yield from paint.lines(f"{INDENT * 3}{label} {line(clip(words, _LONGEST))}", 8)
    for risk in one.risks:
        yield from _risky(INDENT * 3, f"! {risk}", paint)


def _amounts(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in pairs)


def _risky(indent: str, text: str, paint: Paint) -> Iterator[str]:
    for each in paint.lines(indent + line(clip(text, _LONGEST)), len(indent) + 2):
        yield paint.severity(Severity.WARNING, each) if text.startswith("! ") else each
