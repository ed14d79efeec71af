"""The text of `images`: a sentence, the images in a table, what is odd about them, and how to copy them."""

from collections.abc import Iterator, Sequence

from xpkgtui.commands import quoted
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.reporting.as_text.tables import ACCEPTANCES, INDENT, NAMES, Paint, grid, left, table, written
from xpkgtui.reporting.contents.image_list import ListedImages
from xpkgtui.reporting.contents.mirror import COPY, Mirror, MirroredImage
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.visible import capitalized, clip, few, line, plural
from xpkgtui.visible import size as visible_size

_FEW = 200
"""Images that are listed before the rest is only counted."""
_FEW_NOTES = 20
_FEW_USES = 3
_RIGHT = frozenset({1, 2})
_DROP = (5, 4, 1, 2)
"""Columns in the order in which they give way: who asks, platforms, the sizes."""
_HEADS = ("role", "size", "all", "image", "platforms", "asked by")
_TOOLS = (
    f"`{quoted(*COPY)}` keeps platforms, annotations and digests, but no signatures: --signatures lists those. "
    "`docker save`, and `docker pull` and `push`, keep one platform and drop annotations."
)


@written
def images(
    found: ListedImages, paint: Paint, mirror: Mirror | None = None, *, is_verbose: bool = False
) -> Iterator[str]:
    """The text, with the place of each image in a mirror; a long list is cut unless it `is_verbose`."""
    acceptance = ACCEPTANCES[found.is_sound]
    sentence = line(found.sentence)
    if found.failure is not None:
        yield from paint.lines(paint.verdict(Acceptance.REFUSED, sentence), 2)
        return
    is_plain = acceptance is None and not found.answer.doubt
    yield from paint.lines(capitalized(sentence) if is_plain else paint.verdict(acceptance, sentence), 2)
    rows = found.list.images
    shown = rows if is_verbose else rows[:_FEW]
    if shown:
        yield ""
        yield from _table(shown, paint, {found.inspection.source, rows[0].reference})
    yield from left(len(rows) - len(shown), paint)
    yield from _notes(found, paint)
    if mirror is not None and mirror.images:
        yield from _targets(mirror.images if is_verbose else mirror.images[:_FEW], len(mirror.images), paint)
    if rows:
        yield from paint.section("Copy")
        options = "--format commands" if mirror is not None else "--to REGISTRY --format commands"
        yield from paint.indented(f"{options} prints the commands. {_TOOLS}")


def _targets(shown: Sequence[MirroredImage], count: int, paint: Paint) -> Iterator[str]:
    """What is copied, and beneath it where the mirror has it."""
    yield from paint.section(f"In the mirror  {count:,}")
    for one in shown:
        yield f"{INDENT}{line(str(one.source))}"
        yield f"{INDENT}  → {line(str(one.target))}"
    yield from left(count - len(shown), paint)


def _table(rows: Sequence[NeededImage], paint: Paint, itself: set[str]) -> Iterator[str]:
    cells = [
        (
            str(row.role),
            "" if row.size is None else visible_size(row.size),
            "" if row.size_all is None else visible_size(row.size_all),
            row.reference + _pinned_to(row),
            _platforms(row),
            _asked_by(row, itself),
        )
        for row in rows
    ]
    empty = [column for column in range(len(cells[0])) if not any(row[column] for row in cells)]
    kept = [column for column in range(len(cells[0])) if column not in empty]
    right = frozenset(kept.index(column) for column in _RIGHT if column in kept)
    drop = [kept.index(column) for column in _DROP if column in kept]
    shown = [[row[column] for column in kept] for row in (_HEADS, *cells)]
    laid = grid(shown, right=right, width=paint.width, drop=drop, widest=NAMES)
    yield from map(paint.bold, laid[0])
    for row, lines in zip(rows, laid[1:], strict=True):
        severity = Severity.ERROR if row.fault else Severity.WARNING if not row.listed or row.is_open else None
        yield from (paint.severity(severity, text).rstrip() for text in lines)


def _pinned_to(image: NeededImage) -> str:
    """The digest that a tag names now."""
    return f" ({image.digest[:19]})" if image.digest and not image.is_pinned else ""


def _platforms(one: NeededImage) -> str:
    return "" if one.platforms is None else few(one.platforms, 4)


def _asked_by(image: NeededImage, itself: set[str]) -> str:
    """The packages that need it; nothing where that is the one that was asked about alone."""
    names = list(dict.fromkeys(use.package for use in image.uses if use.package != image.reference))
    if itself.issuperset(names):
        return ""
    return few(names, _FEW_USES, total=len(names) + image.more_uses if len(names) > _FEW_USES else 0)


def _notes(found: ListedImages, paint: Paint) -> Iterator[str]:
    """What is wrong, what is odd, and what a person can do."""
    if found.missing:
        pairs = [(f"✗ {clip(one.reference, 120)}", one.fault) for one in found.missing[:_FEW_NOTES]]
        yield from _group("Problems", len(found.missing), pairs, paint)
    if found.unlisted:
        pairs = [(f"! {clip(one.reference, 120)}", one.uses[0].place) for one in found.unlisted[:_FEW_NOTES]]
        yield from _group("Used and not listed", len(found.unlisted), pairs, paint)
        yield from paint.lines(
            f"{INDENT}Not in relatedImages, so mirroring tools may miss them. opm adds those of containers when it"
            " renders a catalog, and none of RELATED_IMAGE_ variables.",
            len(INDENT),
        )
    if found.movable:
        yield ""
        words = (
            f"{plural(len(found.movable), 'image')} named by tag, which may move: copy by digest, as the commands do"
        )
        yield from paint.lines(f"! {words}" if found.list.is_asked else f"! {words}, unless you add --sizes", 2)
    for remark in found.list.remarks[:_FEW_NOTES]:
        yield ""
        yield from paint.lines(f"· {line(remark)}", 2)
    if len(found.list.remarks) > _FEW_NOTES:
        yield f"{INDENT}{len(found.list.remarks) - _FEW_NOTES:,} more"


def _group(title: str, count: int, pairs: Sequence[tuple[str, str]], paint: Paint) -> Iterator[str]:
    yield from paint.section(f"{title}  {count:,}")
    yield from table(pairs, width=paint.width)
    if count > len(pairs):
        yield f"{INDENT}{count - len(pairs):,} more"
