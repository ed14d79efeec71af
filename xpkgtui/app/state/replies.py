"""Answers to later wishes: folders, texts and facts, each for itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from xpkgtui.app.state.batches import Growing, grown
from xpkgtui.inspection.events import Event, PartFailed, PlatformsListed
from xpkgtui.inspection.parts import Failed, Loading, Part, Ready, Waiting
from xpkgtui.inspection.replies import FactsRead, FilesListed, TextFound, TextReady
from xpkgtui.inspection.requests import ListFiles, LookInto, ReadFacts, ReadText, Request, SearchText

Wish = ListFiles | LookInto | ReadText | ReadFacts | SearchText
Asked = TypeVar("Asked", bound=Request)
Answer = FilesListed | TextReady | FactsRead | TextFound | PlatformsListed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answers:
    """What was asked for so far, with its answer or the lack of one."""

    known: Mapping[Wish, Part[Answer]] = field(default_factory=dict)

    def get(self, wish: Wish) -> Part[Answer]:
        """The state of a wish; waiting where it was never asked."""
        return self.known.get(wish, Waiting())

    def folder(self, wish: ListFiles) -> FilesListed | None:
        """A folder that was listed."""
        part = self.get(wish)
        return part.value if isinstance(part, Ready) and isinstance(part.value, FilesListed) else None

    def text(self, wish: ReadText) -> TextReady | None:
        """A text that is there."""
        part = self.get(wish)
        return part.value if isinstance(part, Ready) and isinstance(part.value, TextReady) else None

    def facts(self, wish: ReadFacts) -> FactsRead | None:
        """Facts that are there."""
        part = self.get(wish)
        return part.value if isinstance(part, Ready) and isinstance(part.value, FactsRead) else None

    def found(self, word: str) -> TextFound | None:
        """The documents that hold a text, as far as they were searched."""
        part = self.get(SearchText(word=word))
        return part.value if isinstance(part, Ready) and isinstance(part.value, TextFound) else None

    def is_new(self, wish: Wish) -> bool:
        """Whether it was never asked, or given up."""
        return _parts(wish)[0] not in self.known

    def asked(self, wish: Wish) -> "Answers":
        """The wish is under way; of filters only the newest is kept."""
        known = self.known
        if isinstance(wish, ListFiles) and wish.wanted:
            known = {
                other: part for other, part in known.items() if not (isinstance(other, ListFiles) and other.wanted)
            }
        return replace(self, known={**known, **dict.fromkeys(_parts(wish), Loading("asked"))})

    def looked(self, wish: LookInto) -> "Answers":
        """The entry was looked into, whatever came of it; it is not asked about again."""
        return self._with(wish, Ready(PlatformsListed(rows=(), is_index=True)))

    def given_up(self, request: Request) -> "Answers":
        """Nobody answers that any more, so that it may be asked again."""
        mine = frozenset(_parts(request))
        known = {wish: part for wish, part in self.known.items() if wish not in mine or not is_under_way(part)}
        return replace(self, known=known)

    def told(self, wish: Wish, event: Event) -> "Answers":
        """The answer, or a part of it."""
        match event:
            case PartFailed(failure=failure):
                return replace(self, known={**self.known, **dict.fromkeys(_parts(wish), Failed(failure))})
            case FilesListed():
                asked = replace(wish, folder=event.folder, also=()) if isinstance(wish, ListFiles) else wish
                before = self.folder(asked) if isinstance(asked, ListFiles) else None
                rows = grown(before.rows if before else None, event.first, event.rows, event.total)
                return self._with(asked, Ready(replace(event, first=0, rows=rows)))
            case TextFound():
                found = self.found(wish.word) if isinstance(wish, SearchText) and event.first else None
                documents = found.documents | event.documents if found else event.documents
                return self._with(wish, Ready(replace(event, first=0, documents=documents)))
            case TextReady() | FactsRead():
                return self._with(wish, Ready(event))
        return self

    def _with(self, wish: Wish, part: Part[Answer]) -> "Answers":
        return replace(self, known={**self.known, wish: part})


def is_under_way(part: Part[Answer]) -> bool:
    """Whether the answer, or the rest of it, has yet to come."""
    if isinstance(part, Ready):
        value = part.value
        if isinstance(value, FilesListed):
            return isinstance(value.rows, Growing) and not value.rows.is_whole
        return isinstance(value, TextFound) and not value.is_whole
    return isinstance(part, Loading)


def _parts(wish: Asked) -> tuple[Asked, ...]:
    """What is answered one by one: each folder by itself."""
    if not isinstance(wish, ListFiles):
        return (wish,)
    return tuple(replace(wish, folder=folder, also=()) for folder in wish.folders)
