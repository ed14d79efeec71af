"""The lines above the tags: which repository, and what is most important about its tags."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import join, sides
from xpkgtui.app.state.tags import ListedTags, is_gone, tag_of

_DIGEST = 12
_NARROW = 100


def title(listed: ListedTags, row: str, width: int) -> Content:
    """The repository, the number of its tags, and the digest of the one under the cursor."""
    found = listed.found
    look = found.looks.get(tag_of(row)) if not is_gone(row) else None
    digits = _DIGEST if width >= _NARROW else 7
    right = f"@{look.digest[: len('sha256:') + digits]} " if look is not None and look.is_known else ""
    count = len(found.names)
    said = f"   {count:,} tag{'' if count == 1 else 's'}" if count else ""
    room = max(8, width - 2 - len(said) - len(right))
    name = visible.middle(visible.line(found.repository or listed.source), room)
    left = join(" ", (name, "bold $foreground"), (said, "$muted"))
    return sides(left, Content.styled(right, "$muted"), width)


def headline(listed: ListedTags) -> Headline:
    """The newest release, and what has moved or is gone; meanwhile what is under way."""
    found = listed.found
    if not listed.is_done:
        return Headline(clause=listed.doing, key="esc", does="back")
    if found.failure is not None and not found.names:
        reason = found.failure.title.rstrip(".")
        return Headline(status=Status.BAD, sign="✗", clause="Not listed:", reason=reason, key="r", does="retry")
    said = found.sentence
    doubts = [found.stale, found.failure.title.rstrip(".") if found.failure else ""]
    doubt = "".join(f"; {one}" for one in doubts if one)
    if found.newest is None:
        return Headline(status=Status.WARN, sign="!", clause=f"{said}{doubt}", key="x", does="why")
    reason = said.removeprefix(f"{found.newest} ")
    parts = reason.split("; ")
    shorter = ["; ".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
    is_doubtful = bool(found.stale or found.failure)
    return Headline(
        status=Status.WARN if is_doubtful else Status.OK,
        sign="!" if is_doubtful else "✓",
        clause=found.newest,
        reason=reason + doubt,
        short_clause=found.newest,
        short_reasons=(*(one + doubt for one in shorter), parts[0]),
        key="x",
        does="why",
    )
