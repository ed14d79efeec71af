"""The page of a package that is being opened, the line that leads on from a built-in one, and bars."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Line, Page, Tab
from xpkgtui.app.drawing.styled_text import fit, fit_right, join, pace, safe, sign, silence, words
from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.sources.demos import is_demo
from xpkgtui.visible import all_of

_WHAT, _SIZE = 22, 9
_BAR_INDENT = 4


def page(inspection: Inspection) -> Page:
    """The steps of opening, as far as they have come."""
    return Page(
        key="progress",
        tabs=(Tab(id=TabId.PROGRESS, name="Progress"),),
        tab=TabId.PROGRESS,
        subject=Subject.PROGRESS,
        body=tuple(_body(inspection)),
        copied=visible.name(inspection.source),
    )


def _body(inspection: Inspection) -> Iterator[Line]:
    yield words(f"**Opening** the way {inspection.wording.program} reads it", "$muted")
    yield Content("")
    resolved = inspection.resolved
    if resolved:
        digest = (resolved.digest or "").partition(":")[2][:8]
        name = resolved.reference.rpartition(":")[2] if "/" not in resolved.reference.rpartition(":")[2] else "it"
        yield _step("✓", f"{name} is {digest}" if digest else f"{resolved.form}", "", "")
    else:
        asked = inspection.progress.what if inspection.progress else ""
        # The headline names what is opened.
        yield _step("▸", "the name", "", "" if asked.startswith("Opening ") else asked)
        yield from _silence(inspection)
    if isinstance(inspection.platforms, Ready) and inspection.is_index:
        count = len(inspection.platforms.value)
        yield _step("✓", f"index, {visible.plural(count, 'entry', 'entries')}", "", "")
    manifest = inspection.manifest
    if isinstance(manifest, Ready):
        size = visible.size(manifest.value.config_size) if manifest.value.config_size is not None else ""
        yield _step("✓", "manifest", "", visible.plural(len(manifest.value.layers), "layer"))
        yield _step("✓", "config", size, "")
    else:
        yield _step("◌", "manifest, config", "", "wait")
        yield from _silence(inspection) if resolved else ()
    progress = inspection.progress
    if progress and progress.layer is not None and progress.total:
        how = f"of {visible.size(progress.total)}{pace(progress.done, progress.total, progress.rate)}"
        yield _step("▸", f"layer {progress.layer}", visible.size(progress.done), how)
        yield join(" " * _BAR_INDENT, filled(progress.done, progress.total, _WHAT + _SIZE))
    yield _step(
        "✓" if inspection.stream else "◌", inspection.wording.stream_file, "", "" if inspection.stream else "waits"
    )
    yield _step("◌", "objects, findings", "", "wait")
    yield from _not_needed(inspection)


def _silence(inspection: Inspection) -> Iterator[Line]:
    progress = inspection.progress
    if progress and progress.limit and (still := silence(progress.waited, progress.limit)[0]):
        yield _step("!", still, "", "")


def _not_needed(inspection: Inspection) -> Iterator[Line]:
    if inspection.base_layer is None:
        return
    others = [row for row in inspection.layers if not row.is_base]
    if not others:
        return
    numbers = [str(row.index) for row in others]
    names = all_of(numbers)
    total = visible.size(sum(row.size for row in others))
    yield Content("")
    yield words(f"**Not needed**  layer{'s' if len(numbers) > 1 else ''} {names}, {total}", "$muted")
    yield words(f"            {inspection.wording.program} does not read them.", "$muted")


def _step(mark: str, what: str, size: str, how: str) -> Line:
    name = safe(what, "$foreground")
    return join(
        "  ",
        sign(mark),
        " ",
        fit(name, max(_WHAT, name.cell_length)),
        fit_right(safe(size, "$muted"), _SIZE),
        "  ",
        safe(how, "$muted"),
    )


def guided(page: Page, inspection: Inspection) -> Page:
    """The page under a line with the first keys to press, where it is that of a built-in package."""
    if not page.body or not is_demo(inspection.source) or not inspection.format.annotation:
        return page
    return replace(page, body=(words("**x** why · **b** what if · **2** layers", "$muted"), Content(""), *page.body))


_WHOLE, _HALF = "━", "╸"


def share(part: int, largest: int, width: int) -> Content:
    """A bar as long as `part` is of `largest`, in half cells; whatever has a size has a bar."""
    if part <= 0 or largest <= 0 or width <= 0:
        return Content("")
    halves = max(1, 2 * width * min(part, largest) // largest)
    return Content.styled(_WHOLE * (halves // 2) + _HALF * (halves % 2), "$muted")


def filled(done: int, total: int, width: int) -> Content:
    """A bar that fills."""
    full = min(width, width * done // max(1, total))
    return join((_WHOLE * full, "$accent"), (_WHOLE * (width - full), "$line"))
