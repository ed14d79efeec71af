"""Completions of what is typed: packages here, recent ones, references and tags in the cache; without a request."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.commands.typed import DOES
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import safe, words
from xpkgtui.app.start.choices import DEMOS, Offered, moment
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_MOST = 200
_MARK, _NOTE = 15, 24
_WIDE, _WIDER = 70, 90
_NEWEST, _REPOSITORY = "newest release", "repository"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A source that is known, and where from."""

    source: str
    note: str
    mark: str = ""
    """What it is among the tags of a repository."""
    repository: int = 0
    """The characters of its repository, where it is a tag."""


@dataclass(frozen=True, slots=True)
class _Found:
    completion: Completion
    typed: str


def known(offered: Offered) -> tuple[Completion, ...]:
    """Every source that is known, each once: recent ones first, the tags of each repository from the newest down."""
    found: dict[str, Completion] = {}
    for each in _every(offered):
        before = found.setdefault(each.source, each)
        if each.mark and not before.mark:
            found[each.source] = replace(before, mark=each.mark, repository=each.repository)
    return tuple(found.values())


def _every(offered: Offered) -> Iterator[Completion]:
    for recent in offered.recents:
        yield Completion(source=recent.source, note=f"opened {moment(recent.at, offered.now)}".rstrip())
    for near in offered.found:
        yield Completion(source=near.path, note=near.kind)
    for reference in sorted(offered.references, reverse=True):
        yield Completion(source=reference, note="in the cache")
    for each in offered.repositories:
        count = f"{plural(each.count, 'tag')} known"
        yield Completion(source=each.repository, note=count, mark=_REPOSITORY)
        for tag in each.tags:
            mark = _NEWEST if tag == each.newest else ""
            name = f"{each.repository}:{tag}"
            yield Completion(source=name, note="", mark=mark, repository=len(each.repository))
    for source in DEMOS:
        yield Completion(source=source, note="built in")


def completing(every: Sequence[Completion], typed: str) -> tuple[Completion, ...]:
    """Those that begin with what is typed, then those that hold it.

    Once a repository is typed to its end all of its tags are offered, the newest release first; before that, the
    newest release only.
    """
    wanted = typed.strip()
    if not wanted:
        return ()
    folded, size = wanted.casefold(), len(wanted)
    begins: list[Completion] = []
    holds: list[Completion] = []
    for each in every:
        if each.source.startswith(wanted):
            if each.source != wanted and (each.note or each.mark or size >= each.repository):
                begins.append(each)
            continue
        at = each.source.casefold().rfind(folded)
        if at >= 0 and (each.note or each.mark or at + size >= each.repository):
            holds.append(each)
    begins.sort(key=lambda each: not each.repository or each.mark != _NEWEST or size < each.repository)
    return tuple((begins + holds)[:_MOST])


def commands(typed: str, *, is_bare: bool) -> tuple[Completion, ...]:
    """The commands that begin as what is typed, after a colon or, where it may be left out, without."""
    word = typed.strip()
    if not word or not (is_bare or word.startswith(":")):
        return ()
    return tuple(
        Completion(source=f":{name}", note=does)
        for name, does in DOES.items()
        if name.startswith(word.removeprefix(":").casefold())
    )


def pane(every: Sequence[Completion], typed: str, *, with_commands: bool = False) -> Pane:
    """The completions as rows: commands, then sources."""
    found = (*commands(typed, is_bare=with_commands), *completing(every, typed))
    rows = tuple(Row(each.source, _Found(each, typed.strip()), _cells) for each in found)
    counted = f"{len(found):,} of " if typed.strip() else ""
    note = words(f"{counted}{len(every):,} known · no request made", "$muted")
    return Pane(name="", rows=rows, note=note, default=rows[0].key if rows else "")


def _cells(found: _Found, width: int) -> tuple[Cell, ...]:
    """The source; with room enough also where it is known from, and what it is; with less, the latter first."""
    completion = found.completion
    if width >= _WIDER:
        ends = [Cell(safe(completion.mark, "$foreground"), _MARK), Cell(safe(completion.note, "$muted"), _NOTE)]
    elif width >= _WIDE:
        ends = [Cell(safe(completion.mark or completion.note, "$muted"), _NOTE)]
    else:
        ends = []
    room = width - 2 - sum((end.width or 0) + 1 for end in ends)
    name = Content.styled(visible.middle(visible.line(completion.source), room), "$foreground")
    at = 0 if name.plain.startswith(found.typed) else name.plain.casefold().rfind(found.typed.casefold())
    if at >= 0:
        name = name.stylize("bold", at, at + len(found.typed))
    return (Cell(name), *ends)
