"""The text of `tags`: a sentence, then the tags in groups, each with what is worth knowing about it."""

from collections.abc import Iterator, Sequence

from xpkgtui.reporting.as_text.tables import INDENT, Paint, colored, left, table, written
from xpkgtui.reporting.contents.repository_tags import HEADINGS, RepositoryTags, Tone, built, day, short
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.versions.tags import TagKind
from xpkgtui.visible import line
from xpkgtui.visible import size as visible_size

_FEW = 200
"""Tags of a group that are listed before the rest is only counted."""
_RIGHT = frozenset({2})
_DROP = (5, 3, 4, 2)
"""Columns in the order in which they give way: the annotated layer, when it was built, its platforms, its size."""
_SEVERITIES = {Tone.WARNING: Severity.WARNING, Tone.BAD: Severity.ERROR}


@written
def tags(found: RepositoryTags, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; long groups are cut unless it `is_verbose`."""
    yield from paint.lines(_sentence(found, paint), len(INDENT))
    if found.failure is not None and not found.names:
        return
    yield from paint.lines(INDENT + f"{line(found.repository)}: {found.counted}", len(INDENT) * 2)
    wanted = found.satisfying if found.constraint is not None else None
    for kind in TagKind:
        names = [name for name in found.names_of(kind) if wanted is None or name in wanted]
        if not names:
            continue
        yield ""
        aside = found.aside(kind)
        yield paint.bold(f"{HEADINGS[kind]}  {len(names):,}") + (f"   {paint.dim(aside)}" if aside else "")
        shown = names if is_verbose else names[:_FEW]
        yield from _listed(found, shown, paint)
        yield from left(len(names) - len(shown), paint)
    if found.gone and wanted is None:
        yield ""
        yield paint.bold(f"Gone  {len(found.gone):,}") + f"   {paint.dim('listed before, and not now')}"
        rows = [(one.name, short(one.digest) or "-", f"last listed {day(one.at)}") for one in found.gone]
        yield from table(rows, width=paint.width)


def _sentence(found: RepositoryTags, paint: Paint) -> str:
    sentence = line(found.sentence)
    if found.failure is not None and not found.names:
        return paint.verdict(Acceptance.REFUSED, sentence)
    if found.is_cut:
        return paint.verdict(None, sentence)
    if found.constraint is not None:
        return paint.verdict(Acceptance.ACCEPTED if found.chosen else Acceptance.REFUSED, sentence)
    if found.newest is None:
        return paint.severity(Severity.WARNING, f"! {sentence}")
    return paint.verdict(Acceptance.ACCEPTED, sentence)


def _listed(found: RepositoryTags, names: Sequence[str], paint: Paint) -> Iterator[str]:
    """A row each; digest, size, build and platforms where any of them was looked at."""
    is_looked = any(name in found.looks for name in names)
    cells = [(name, *(_looked(found, name) if is_looked else ()), _remarks(found, name)) for name in names]
    right, drop = (_RIGHT, _DROP) if is_looked else (frozenset[int](), ())
    first = (next((remark.tone for remark in found.remarks(name)), Tone.PLAIN) for name in names)
    yield from colored(cells, map(_SEVERITIES.get, first), paint, right=right, drop=drop)


def _looked(found: RepositoryTags, name: str) -> tuple[str, ...]:
    look = found.looks.get(name)
    if look is None or not look.is_known:
        return ("-",) * 5
    size = "-" if look.size is None else visible_size(look.size)
    base = "-" if look.size is None else "no base" if look.base is None else f"base {look.base}"
    return (short(look.digest), size, built(look) or "-", ", ".join(look.platforms) or "-", base)


def _remarks(found: RepositoryTags, name: str) -> str:
    remarks = [f"{remark.tone.value} {remark.words}".lstrip() for remark in found.remarks(name)]
    if found.is_signed(name):
        remarks.append("signed (not verified)")
    return "; ".join(remarks)
