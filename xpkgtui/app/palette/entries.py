"""What the palette offers: commands, objects, files and rules, each in one line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from xpkgtui import visible
from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.program import NOTHING_OPEN, PROGRAM, Filled, ProgramCommand, copying, program_command
from xpkgtui.app.commands.table import offered
from xpkgtui.app.drawing.styled_text import BADGES, SEVERITIES
from xpkgtui.app.state.lists.file_views import list_request
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles
from xpkgtui.inspection.messages.schemas import FoundElsewhere, FoundField
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.chapters import chapter_of
from xpkgtui.reporting.words import short_kind, without_host
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.rules.manual_page import ManualPage

_SPREAD = 3
"""Times the length of a word over which its letters may be scattered."""
_SHORTEST = 3
"""Letters of a word that may be scattered; two are found nearly everywhere."""

_EXACT, _BEGINS, _WORD, _INSIDE, _SCATTERED = range(5)


@dataclass(frozen=True, slots=True)
class Match:
    """How well a line matches, the lower the better, and the letters that match."""

    rank: int
    places: tuple[int, ...]


def folded(text: str) -> str:
    """The text for comparison, letter for letter as long as before."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def match(typed: str, line: str, begin: int = 0, sought: str = "") -> Match | None:
    """The match of every typed word in a folded line, whose name begins at `begin`; None where one is missing.

    A word may also begin one of those that it is `sought` by, which are not shown.
    """
    rank, places = 0, set[int]()
    for word in folded(typed).split():
        found = _together(word, line, begin)
        if found is None and f" {word}" in f" {sought}":
            found = Match(_WORD, ())
        found = found or _scattered(word, line)
        if found is None:
            return None
        rank = max(rank, found.rank)
        places.update(found.places)
    return Match(rank, tuple(sorted(places)))


def _together(word: str, line: str, begin: int) -> Match | None:
    """The word as it stands in the line: the name, its beginning, the beginning of a word, or inside of one."""
    if line.startswith(word, begin):
        end = begin + len(word)
        is_whole = end == len(line) or not line[end].isalnum()
        return _matched_at(begin, word, _EXACT if is_whole else _BEGINS)
    first = at = line.find(word)
    while at > 0 and line[at - 1].isalnum():
        at = line.find(word, at + 1)
    if at >= 0:
        return _matched_at(at, word, _WORD)
    return _matched_at(first, word, _INSIDE) if first >= 0 else None


def _matched_at(place: int, word: str, rank: int) -> Match:
    return Match(rank, tuple(range(place, place + len(word))))


def _scattered(word: str, line: str) -> Match | None:
    """The letters one after the other, in as small a stretch as there is."""
    best: tuple[int, ...] | None = None
    start = line.find(word[0])
    while start >= 0:
        places = _from(word, line, start)
        if places is None:
            break
        if best is None or places[-1] - places[0] < best[-1] - best[0]:
            best = places
        start = line.find(word[0], start + 1)
    if best is None or len(word) < _SHORTEST or best[-1] - best[0] >= _SPREAD * len(word):
        return None
    return Match(_SCATTERED, best)


def _from(word: str, line: str, start: int) -> tuple[int, ...] | None:
    places = [start]
    for letter in word[1:]:
        at = line.find(letter, places[-1] + 1)
        if at < 0:
            return None
        places.append(at)
    return tuple(places)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTitle:
    """One rule, as the palette names it."""

    id: str
    title: str
    format: str
    """The name of the format whose packages it judges."""


@cache
def titles() -> tuple[RuleTitle, ...]:
    """Every rule of every format."""
    return tuple(RuleTitle(id=page.id, title=page.title, format=page.format) for page in _pages())


@cache
def _pages() -> Sequence["ManualPage"]:
    from xpkgtui.reporting.manual import pages

    return pages()


def leads(error: str) -> tuple["PaletteEntry", ...]:
    """The rules, commands and pages of the manual that an error leads to, the likeliest first."""
    from xpkgtui.reporting.messages.matching import answers

    return tuple(_lead(one.target, one.title) for one in answers(error, _pages()))


def _lead(target: str, title: str) -> "PaletteEntry":
    named = program_command(target)
    if named is not None:
        name = f"{named.name}: {title or named.does}"
        return PaletteEntry(kind="leads to", name=name, detail=f"xpkgtui {named.name}", program=named)
    if chapter_of(target) is not None:
        return PaletteEntry(kind="leads to", name=title, detail="manual", chapter=target)
    return PaletteEntry(kind="leads to", name=f"{target}  {title}", detail="rule", rule=target)


_LONGEST = 200
"""Characters of a name that are shown and compared."""
_DETAIL, _SHORT = 38, 16
"""Characters of a kind with its version and its group, and those of the group at least."""
_LONGEST_SOURCE = 60
_FILES = 2_000
"""Files of one folder that are offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteEntry:
    """One line of the palette."""

    kind: str
    """The word in the first column: `command`, `CRD`, `rule`, `file`."""
    name: str
    detail: str = ""
    """The words at the right: the key, the API group, how many findings."""
    sign: str = ""
    """The badge of an object, or of the findings of a rule."""
    command: Command | None = None
    document: int | None = None
    rule: str = ""
    path: str = ""
    found: FoundField | None = None
    """A field of a definition, or a kind."""
    elsewhere: FoundElsewhere | None = None
    """One of a package that was opened before."""
    program: ProgramCommand | None = None
    """A command of the program, which its screen shows, or which is copied."""
    chapter: str = ""
    """A page of the manual."""
    is_foreign: bool = False
    """Whether it belongs to packages of another format: found by what is typed alone, after all else."""
    line: str = field(init=False, default="")
    """What is searched: kind, name and group, folded."""

    def __post_init__(self) -> None:
        """The line that is searched; of the words at the right only a group is."""
        end = f".{self.detail}" if self.document is not None and self.detail else ""
        end = f" {self.detail}" if self.command is not None and not self.command.keys else end
        object.__setattr__(self, "line", folded(f"{self.kind} {self.name}{end}"))

    @property
    def has_path(self) -> bool:
        """Whether its name is the path of a field."""
        is_elsewhere = self.elsewhere is not None and bool(self.elsewhere.match.path)
        return is_elsewhere or (self.found is not None and bool(self.found.match.path))

    @property
    def sought(self) -> str:
        """Other words that it is found by."""
        return self.command.sought if self.command is not None else ""

    @property
    def begin(self) -> int:
        """Where the name begins in the line that is searched."""
        return len(self.kind) + 1


def entries(
    inspection: Inspection,
    selection: Selection | None,
    replies: Replies,
    rules: Sequence[RuleTitle],
    *,
    answers: Callable[[str], bool],
    own: Sequence[Command] = (),
    filled: Filled = NOTHING_OPEN,
) -> tuple[PaletteEntry, ...]:
    """All that the screen beneath can do and show; `answers` says whether it answers an action.

    A screen may have commands of its `own`; `filled` fills those of the program.
    """
    shown = selection is not None
    return (
        *_commands(answers, own),
        *(_shell(one, filled) for one in PROGRAM),
        *(map(_object, inspection.listed) if shown else ()),
        *(_files(inspection, selection, replies) if selection else ()),
        *(_rules(rules, inspection) if shown else ()),
    )


def _commands(answers: Callable[[str], bool], own: Sequence[Command]) -> Iterator[PaletteEntry]:
    keys = {each.keys for each in own if each.palette and each.keys}
    chosen = *(each for each in own if each.palette), *(each for each in offered() if each.keys not in keys)
    for each in dict.fromkeys(chosen):
        if each.scope is Scope.APP or answers(each.action.partition("(")[0]):
            yield PaletteEntry(kind="command", name=each.help, detail=each.key, command=each)


def _shell(one: ProgramCommand, filled: Filled) -> PaletteEntry:
    name = filled.line(one, is_short=True)
    return PaletteEntry(kind="copy", name=name, detail=one.does, command=copying(one, filled))


def _object(row: ObjectRow) -> PaletteEntry:
    name = visible.clip(visible.line(row.plural or row.name or "(no name)"), _LONGEST)
    group = visible.clip(visible.line(row.group or ""), _LONGEST)
    kind = visible.clip(visible.line(short_kind(row)), 16)
    return PaletteEntry(kind=kind, name=name, detail=group, sign=BADGES[row.badge], document=row.document)


def _files(inspection: Inspection, selection: Selection, replies: Replies) -> Iterator[PaletteEntry]:
    """The files of the view that were listed so far."""
    root = list_request(inspection, selection)
    for request in replies.known if root else ():
        if isinstance(request, ListFiles) and replace(request, folder="", also=()) == root:
            listed = replies.of(request, FilesListed)
            for row in islice(listed.rows, _FILES) if listed else ():
                name = visible.clip(visible.line(row.path), _LONGEST)
                yield PaletteEntry(kind="file", name=name, detail=visible.size(row.size), path=row.path)


def field_entries(found: Sequence[FoundField]) -> Iterator[PaletteEntry]:
    """Fields that a search found, with the kind and the version that have them; of kinds of one name the group."""
    twins = Counter((one.match.path, one.match.owner.kind, one.match.owner.version) for one in found)
    for one in found:
        key = one.match.path, one.match.owner.kind, one.match.owner.version
        yield _field(one, has_twin=twins[key] > 1)


def _field(found: FoundField, *, has_twin: bool) -> PaletteEntry:
    owner, path = found.match.owner, found.match.path
    kind, group = (visible.clip(visible.line(one), _LONGEST) for one in (owner.kind, owner.group))
    if not path:
        return PaletteEntry(kind="kind", name=kind, detail=group, found=found)
    detail = f"{kind} {visible.clip(visible.line(owner.version), 20)}"
    if has_twin:
        detail += f" {visible.middle(group, max(_SHORT, _DETAIL - len(detail)))}"
    return PaletteEntry(kind="field", name=visible.line(path), detail=detail, found=found)


def elsewhere_entries(found: Sequence[FoundElsewhere]) -> Iterator[PaletteEntry]:
    """Kinds and fields of packages that were opened before, with the package that has them."""
    for one in found:
        owner, path = one.match.owner, one.match.path
        source = visible.middle(visible.line(_short(one.source)), _LONGEST_SOURCE)
        detail = f"{visible.line(owner.kind)} of {source}" if path else source
        name = path or f"{owner.kind}.{owner.group}"
        yield PaletteEntry(
            kind="opened", name=visible.clip(visible.line(name), _LONGEST), detail=detail, elsewhere=one
        )


def _short(source: str) -> str:
    """A reference without its registry; the last two names of a path."""
    return "/".join(source.split("/")[-2:]) if source.startswith("/") else without_host(source, source)


def _rules(rules: Iterable[RuleTitle], inspection: Inspection) -> Iterator[PaletteEntry]:
    """The rules of the package's own format, then those of the others."""
    counts = Counter(each.rule for each in inspection.findings)
    worst: dict[str, Severity] = {}
    for each in inspection.findings:
        worst[each.rule] = max(each.severity, worst.get(each.rule, each.severity))
    own = inspection.format.name
    for rule in sorted(rules, key=lambda each: each.format != own):
        count, is_foreign = counts[rule.id], rule.format != own
        sign = SEVERITIES[worst[rule.id]] if count else ""
        detail = f"{count:,} here" if count else f"for {rule.format}" if is_foreign else "no findings"
        name = f"{rule.id}  {rule.title}"
        yield PaletteEntry(kind="rule", name=name, detail=detail, sign=sign, rule=rule.id, is_foreign=is_foreign)
