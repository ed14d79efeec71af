"""One tag in two lines, and the page that says why the tags are in this order."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Line, Page
from xpkgtui.app.drawing.styled_text import Part, join, safe, sides, sign, words
from xpkgtui.app.state.tags import ListedTags, is_gone, tag_of
from xpkgtui.inspection.messages.listing import TagLook
from xpkgtui.reporting.contents.repository_tags import HEADINGS, RepositoryTags, Tone, day, short
from xpkgtui.versions.tags import TagKind, companion_of

_MOST_GONE = 100
_KEYS = "enter opens · m marks · D compares"
_DIGEST = (12, 4)
"""Characters of a digest at its beginning and at its end."""


def card(listed: ListedTags, row: str, width: int, now: float) -> tuple[Content, str]:
    """The two lines about a tag, and what the border says at its end."""
    found, name = listed.found, tag_of(row)
    if not name:
        return Content(""), ""
    if is_gone(row):
        is_known = any(one.name == name and one.digest for one in found.gone)
        return join(_gone(found, name)), "enter opens what it was" if is_known else ""
    look = found.looks.get(name)
    lead: list[Part] = [safe(name, "bold $foreground")]
    for one in found.remarks(name):
        lead += ["  ", *((sign(one.tone.value), " ") if one.tone is not Tone.PLAIN else ())]
        lead.append(safe(one.words, "$foreground"))
    asked = ""
    if look:
        cost = visible.size(look.fetched) if look.fetched else "from the cache"
        asked = f"asked {visible.duration(max(0.0, now - look.at))} ago · {cost} "
    first = sides(join(*lead), Content.styled(asked.rstrip(), "$muted"), width)
    return join(first, "\n", _second(listed, name, look)), _KEYS


def _second(listed: ListedTags, name: str, look: TagLook | None) -> Content:
    if look is None:
        if name in listed.asking:
            return join(sign("◌"), " ", ("asking the registry", "$muted"))
        if (companion := companion_of(name)) is not None:
            return safe(f"It belongs to {companion.digest}; nothing of it is verified.", "$muted")
        return words("**enter** asks for its digest, size, platforms and base layer", "$muted")
    if not look.is_known:
        return words("**enter** asks again", "$muted")
    begins, ends = _DIGEST
    digits = look.digest.partition(":")[2]
    parts: list[Part] = [safe(f"@sha256:{digits[:begins]}…{digits[-ends:]}", "$foreground")]
    if look.platforms:
        parts += ["   ", safe(", ".join(look.platforms), "$foreground")]
    if look.base is not None:
        parts += ["   ", (" base ", "bold $mark on $panel"), (f" on layer {look.base}", "$foreground")]
    elif look.size is not None and not look.problem:
        parts += ["   ", ("no layer is annotated base", "$muted")]
    if listed.found.is_signed(name):
        parts += ["   ", ("signed, not verified", "$muted")]
    if look.stale:
        parts += ["   ", safe(look.stale, "$warning")]
    return join(*parts)


def _gone(found: RepositoryTags, name: str) -> Content:
    one = next((one for one in found.gone if one.name == name), None)
    if one is None:
        return Content("")
    named = f"It was {one.digest}, which may still be there." if one.digest else "What it was is not known."
    said = f"  gone: last listed on {day(one.at)}"
    return join(safe(name, "bold $foreground"), (said, "$muted"), "\n", safe(named, "$muted"))


def why(listed: ListedTags) -> Page:
    """How Crossplane reads these tags, which moved, and which are gone."""
    return Page(key=f"why {listed.found.repository}", title="Why this order", body=tuple(_why(listed.found)))


def _why(found: RepositoryTags) -> Iterator[Line]:
    number, version = found.counts, found.crossplane
    yield words(f"**{HEADINGS[TagKind.RELEASE]}**  {number[TagKind.RELEASE]:,}")
    yield words(
        "For a dependency Crossplane installs the highest release that its constraint allows; to upgrade it, the "
        "lowest that all constraints allow and that is not below the installed one.",
        "$foreground",
    )
    yield Content("")
    yield words(f"**{HEADINGS[TagKind.PRERELEASE]}**  {number[TagKind.PRERELEASE]:,}")
    yield words(
        "Only a constraint that names a prerelease itself, such as >=v1.0.0-0, lets one be chosen.", "$foreground"
    )
    yield Content("")
    yield words(f"**{HEADINGS[TagKind.OTHER]}**  {number[TagKind.OTHER]:,}")
    incomplete = (
        f"Crossplane {version} skips v1 and v1.2 when it installs a dependency. An upgrade still counts v1 as v1.0.0 "
        "and may choose it, whatever image it names."
        if found.reading.skips_incomplete
        else f"Crossplane {version} counts v1 as v1.0.0 and may choose it, whatever image it names."
    )
    yield words(f"A branch, a digest or latest is never chosen for a constraint. {incomplete}", "$foreground")
    yield Content("")
    yield words("**Moved and gone**")
    yield words(
        "The cache remembers what each tag named when it was looked at. A version that names another image now was "
        "pushed again: clusters that have it keep the old one until the package is pulled again.",
        "$foreground",
    )
    for name in found.moved:
        look = found.looks[name]
        said = f"{name}: was {short(look.was)} on {day(look.was_at)}, is {short(look.digest)}"
        yield join("  ", sign("!"), " ", safe(said, "$foreground"))
    for one in found.gone[:_MOST_GONE]:
        yield join("  ", safe(f"{one.name}: gone, last listed on {day(one.at)}", "$muted"))
    if len(found.gone) > _MOST_GONE:
        yield words(f"  and {len(found.gone) - _MOST_GONE:,} more", "$muted")
    if not found.moved and not found.gone:
        yield words("None that is known of here.", "$muted")
