"""The text of `deps`: a sentence, the tree, and what does not fit together."""

from collections.abc import Iterable, Iterator

from xpkgtui import visible
from xpkgtui.formats.dependencies.needed import (
    TROUBLED,
    AskedBy,
    Branch,
    DependencyStop,
    DependencyTree,
    NeededPackage,
    PackageState,
)
from xpkgtui.golang.printing import quoted
from xpkgtui.reporting.as_text.tables import ACCEPTANCES, INDENT, NAMES, Paint, grid, numbered, table, written
from xpkgtui.reporting.contents.needed_packages import (
    NAMELESS,
    NeededPackages,
    counted,
    letter,
    outcome_words,
    prefix,
    short_name,
)
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import line, plural
from xpkgtui.visible import size as visible_size


@written
def dot(tree: DependencyTree) -> Iterator[str]:
    """The tree for Graphviz."""
    yield "digraph dependencies {"
    yield "  rankdir=LR;"
    yield "  node [shape=box];"
    for package in tree.packages:
        color = ", color=red" if package.state in TROUBLED else ""
        label = visible.line("\n".join(_label(package))).replace("␊", "\n")
        yield f"  {_quoted(package.package)} [label={_quoted(label)}{color}];"
    for edge in tree.edges:
        color = ", color=red" if edge.is_met is False else ""
        yield f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge.constraint)}{color}];"
    yield "}"


@written
def mermaid(tree: DependencyTree) -> Iterator[str]:
    """The tree in Mermaid, which GitHub draws."""
    numbers = {package.package: f"p{number}" for number, package in enumerate(tree.packages)}
    yield "graph LR"
    for one in tree.packages:
        label = "<br/>".join(map(_entity, _label(one)))
        yield f'  {numbers[one.package]}["{label}"]'
    for edge in tree.edges:
        if edge.source in numbers and edge.target in numbers:
            arrow = "-.->" if edge.is_met is False else "-->"
            label = f'|"{_entity(edge.constraint)}"|' if edge.constraint else ""
            yield f"  {numbers[edge.source]} {arrow}{label} {numbers[edge.target]}"
    troubled = ",".join(numbers[package.package] for package in tree.packages if package.state in TROUBLED)
    if troubled:
        yield "  classDef trouble stroke:#d1242f,stroke-width:2px"
        yield f"  class {troubled} trouble"


def _label(package: NeededPackage) -> tuple[str, ...]:
    name = short_name(package.package)
    return (name,) if name.endswith(f":{package.version}") else tuple(filter(None, (name, package.version)))


def _quoted(text: str) -> str:
    """A text in double quotes, as Graphviz reads it."""
    return quoted(visible.line(text)) if "\n" not in text else quoted(text)


def _entity(text: str) -> str:
    """A text in which nothing is taken for a sign of Mermaid's or of HTML."""
    safe = visible.line(text)
    return "".join(one if one.isalnum() or one in " ._-/:@," else f"#{ord(one)};" for one in safe)


_SIGNS = {True: "✓", False: "✗", None: "◌"}
_SIZE = 3
_OF_OPERATORS = ("API", "Constraint", "Label", "Package")
"""The kinds of what an operator bundle requires."""
_FEW = 20
"""Clashes that are listed before the rest is counted."""


@written
def deps(needed: NeededPackages, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; with `is_verbose` with the steps of the program that resolves."""
    is_plain = not needed.tree.is_resolved or (not needed.others and needed.is_met is True)
    sentence = line(visible.screenful(needed.sentence))
    if needed.failure is None and (is_plain or needed.wanted):
        yield from paint.lines(visible.capitalized(sentence))
    else:
        is_met = False if needed.failure and needed.is_met is None else needed.is_met
        is_named = not needed.tree.resolver or needed.failure is not None or needed.tree.stop is not None
        who = "" if is_named else f"{needed.tree.resolver}: "
        yield from paint.lines(paint.verdict(ACCEPTANCES[is_met], who + sentence), 2)
    if needed.failure is not None or not needed.tree.packages:
        return
    yield ""
    yield from _tree(needed, paint)
    if needed.wanted:
        return
    if needed.tree.stop is not None:
        yield ""
        yield from _stop(needed.tree.stop, paint)
    for one in needed.troubled:
        if needed.tree.stop is None or one.package not in needed.tree.stop.before:
            yield ""
            yield from _trouble(one, paint)
    yield from _together(needed, paint)
    if is_verbose and needed.tree.steps:
        yield from numbered(((one.title, one.evidence) for one in needed.tree.steps), paint)
    if needed.tree.is_resolved and needed.others:
        yield ""
        yield from paint.indented(_sum(needed))


def _tree(needed: NeededPackages, paint: Paint) -> Iterator[str]:
    rows = [_row(row, is_resolved=needed.tree.is_resolved) for row in needed.rows]
    for row, lines in zip(
        needed.rows,
        grid(rows, right=frozenset({_SIZE}), width=paint.width, drop=(_SIZE,), widest=NAMES),
        strict=True,
    ):
        is_wrong = row.edge is not None and row.edge.is_met is False
        for text in lines:
            yield paint.severity(Severity.ERROR, text) if is_wrong else paint.dim(text) if row.is_repeated else text


def _row(row: Branch, *, is_resolved: bool) -> tuple[str, ...]:
    package, edge = row.package, row.edge
    name = package.package or NAMELESS
    name = name if edge is None or len(row.lasts) == 0 else f"{letter(package.kind)} {name}"
    constraint = edge.constraint if edge else ""
    if not is_resolved:
        return (prefix(row.lasts) + name, constraint, package.version)
    is_wrong = package.state in (PackageState.CYCLE, PackageState.MISSING)
    sign = _SIGNS[False] if is_wrong else _SIGNS[edge.is_met] if edge else ""
    note = f"{sign} {outcome_words(row)}".strip() + (" (*)" if row.is_repeated else "")
    size = package.size if not row.is_repeated else None
    return (prefix(row.lasts) + name, constraint, note, visible_size(size) if size is not None else "")


def _trouble(package: NeededPackage, paint: Paint) -> Iterator[str]:
    """What is wrong with one package, in Crossplane's words and in ours."""
    yield from paint.lines(
        paint.severity(Severity.ERROR, f"✗ {line(f'{short_name(package.package)}: {_fault(package)}')}"), 2
    )
    anything = "" if package.kind in _OF_OPERATORS else ": any version"
    yield from _told(package.asked_by, package.says, package.outcome, anything, paint)


def _stop(stop: DependencyStop, paint: Paint) -> Iterator[str]:
    """Where the program stops although the package does not need it."""
    fault = (
        f"{short_name(stop.package)}: it is not what was asked about, and stops all" if stop.asked_by else "the lock"
    )
    yield from paint.lines(paint.severity(Severity.ERROR, f"✗ {line(fault)}"), 2)
    then = "Nothing more is installed in this cluster until that is fixed."
    yield from _told(stop.asked_by, stop.says, then, ": any version", paint)


def _told(asked_by: Iterable[AskedBy], says: str, then: str, anything: str, paint: Paint) -> Iterator[str]:
    pairs = [("asks", by.package + (f": {by.constraint}" if by.constraint else anything)) for by in asked_by]
    pairs = [(label if not number else "", text) for number, (label, text) in enumerate(pairs)]
    pairs += [("prints", says)] if says else []
    pairs += [("then", then)] if then else []
    yield from table(pairs, width=paint.width)


def _fault(package: NeededPackage) -> str:
    if package.state is PackageState.CYCLE:
        return "it depends on itself"
    if package.state is PackageState.CONFLICT:
        return (
            f"{package.version} does not satisfy all that ask for it"
            if package.version
            else "it cannot be met beside another"
        )
    if package.version:
        return "it is refused"
    if package.kind not in _OF_OPERATORS:
        return "no version can be installed"
    return "nothing satisfies it" if package.kind == "Package" else "nothing provides it"


def _together(needed: NeededPackages, paint: Paint) -> Iterator[str]:
    for clash in needed.tree.clashes[:_FEW]:
        yield ""
        names = " and ".join(clash.packages)
        yield from paint.lines(paint.severity(Severity.ERROR, f"✗ {line(f'{clash.definition} is in {names}')}"), 2)
        yield from paint.lines(f"{INDENT}prints  {line(visible.screenful(clash.says))}", 10)
    if len(needed.tree.clashes) > _FEW:
        yield f"{INDENT}{plural(len(needed.tree.clashes) - _FEW, 'more definition')}"
    for remark in needed.tree.remarks:
        yield ""
        yield from paint.lines(paint.severity(Severity.WARNING, f"! {line(remark.message)}"), 2)
        if remark.fix:
            yield from paint.lines(f"{INDENT}fix  {line(remark.fix)}", 7)


def _sum(needed: NeededPackages) -> str:
    is_counted = len(needed.tree.packages) > len(needed.others)
    parts = [plural(len(needed.tree.packages), "package") + (" with this one" if is_counted else "")]
    if any(other.kind in _OF_OPERATORS for other in needed.others):
        parts = [counted(needed.others)]
    if needed.downloads is not None:
        parts.append(f"{visible_size(needed.downloads)} to download")
    definitions, composites = needed.definitions, needed.composites
    if definitions:
        parts.append(f"{plural(definitions - composites, 'CRD')}, {plural(composites, 'XRD')}")
    if needed.registries:
        parts.append(f"from {', '.join(map(line, needed.registries))}")
    return "; ".join(parts)
