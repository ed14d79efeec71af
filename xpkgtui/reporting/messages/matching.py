"""The rules and commands that an error leads to: its text compared with the fixed text of the listed messages."""

import json
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from xpkgtui.patterns import late
from xpkgtui.reporting.chapters import chapter_of
from xpkgtui.rules.manual_page import CHANGES, SETS, ManualPage
from xpkgtui.values import dataclass

CHAPTER = "messages"
"""The chapter of the manual that lists them."""
_CODE = late(r"`([^`]+)`")
_RULE = late(r"\b[A-Z]{3,4}[0-9]{3}\b")
_CELLS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMessage:
    """One message, with `…` for what may differ."""

    text: str
    means: str
    rules: tuple[str, ...]
    command: str
    """The command that says more; empty where there is none."""


def listed_messages() -> Iterator[ListedMessage]:
    """The rows of the chapter's tables, a message each."""
    chapter = chapter_of(CHAPTER)
    for row in chapter.text.split("\n") if chapter else ():
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        if len(cells) != _CELLS or not row.startswith("| `"):
            continue
        messages, means, look = cells
        command = next(iter(_CODE.findall(look)), "")
        for text in _CODE.findall(messages):
            yield ListedMessage(text=text, means=means, rules=tuple(_RULE.findall(look)), command=command)


HOLE = "\0"
"""The mark in a known message for names, numbers and other messages, which differ."""
STORED = "\x7f"
"""A hole in the table that a wheel has."""
MOST = 5
"""Answers that are given."""
LONGEST = 1 << 16
"""Characters of an error that are read."""
_FARTHEST = 400
"""Characters that a hole may stand for."""
_WORD = late(r"[a-z]{2,}|[0-9]{3,}|/v2/")
_SPACE = late(r"\s+")
_SHARE = 0.02
"""What each word of an error that the title of a rule has adds."""
_OF_COMMAND, _OF_LISTED = 0.8, 0.4
"""What a message counts that leads to a command, or to what the manual says of it."""
_OF_PAGES = {CHANGES: 0.28, SETS: 0.35}
"""What one counts that leads to a rule about changes, or about sets; those about packages count whole."""
COMMANDS = {"deps": "xpkgtui deps SOURCE --resolve", "why": "xpkgtui why SOURCE"}
"""The commands that messages lead to, beside rules."""
_LATER, _WRITTEN = 0.99, 0.7
"""What a rule counts behind another one for the same message; what a message counts that is only written in code."""
_RATIO = 4
"""How many times the first answer may count what another one does."""
_STEM = 6
"""Letters by which two forms of a word are one."""
_AROUND = " :;,."
"""What may follow a message, or not."""
_COMMON = frozenset(
    (
        *("an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is", "it", "its"),
        *("no", "not", "of", "on", "or", "that", "the", "this", "to"),
    )
)
"""Words that count for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """One rule or command, and the message that led to it."""

    target: str
    """The ID of a rule, the name of a command, or the chapter of the manual that lists messages."""
    title: str
    """What the rule says, or what the message means; empty where the manual does not list it."""
    message: str
    """The known message, with `…` for what may differ."""
    command: str
    """The command that says more."""
    score: float
    end: int
    """Where the message ends in the error: one that wraps another one ends before its cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMessage:
    """A message by its fixed pieces, in order."""

    text: str
    pieces: tuple[str, ...]
    targets: tuple[str, ...]
    """Rules and commands, the likeliest first."""
    weight: float
    """Letters of its fixed text; fewer for what no program was seen to say."""
    means: str = ""
    """What the manual says of it."""
    command: str = ""
    """The command that the manual names."""


def answers(error: str, pages: Sequence[ManualPage]) -> tuple[Lead, ...]:
    """What an error leads to, the likeliest first; where rules share a message, their titles decide.

    Where nothing is known, the lines may have been broken inside of words, as a terminal does.
    """
    error = error[:LONGEST]
    return _answers(plain(error), pages) or _answers(plain(error.replace("\n", "")), pages)


def _answers(text: str, pages: Sequence[ManualPage]) -> tuple[Lead, ...]:
    rules = {page.id: page for page in pages}
    stems = _stems(text)
    found: dict[str, Lead] = {}
    for message in known_messages():
        if message.pieces[0] not in text or (end := _end(text, message.pieces)) is None:
            continue
        for place, target in enumerate(message.targets):
            rule = rules.get(target)
            score = message.weight * (_share(rule, stems) if rule else _OF_COMMAND) * _LATER**place
            key = target + message.means
            if key not in found or found[key].score < score:
                found[key] = Lead(
                    target=target,
                    title=rule.title if rule else message.means,
                    message=message.text.replace(HOLE, "…"),
                    command=f"xpkgtui rules {target}" if rule else _command(target, message),
                    score=score,
                    end=end,
                )
    ranked = sorted(_by_cause(found.values(), rules), key=lambda one: (-one.score, -one.end, one.target))
    return tuple(one for one in ranked if one.score * _RATIO >= ranked[0].score)[:MOST]


def _share(rule: ManualPage, stems: set[str]) -> float:
    """How much of a message counts for a rule: its title decides among those that share it."""
    return _OF_PAGES.get(rule.format, 1) + _SHARE * len(stems & _stems(rule.title))


def _by_cause(found: Collection[Lead], rules: Container[str]) -> Iterator[Lead]:
    """The leads, of which the last one that is no rule counts as much as what wraps it."""
    listed = [one for one in found if one.target not in rules]
    cause = max(listed, key=lambda one: (one.end, one.score), default=None)
    for one in found:
        yield replace(one, score=max(other.score for other in listed)) if one is cause else one


def _command(target: str, message: KnownMessage) -> str:
    return message.command or COMMANDS.get(target, f"xpkgtui manual {target}")


def plain(text: str) -> str:
    """Text as it is compared: lower case, one blank for every space, quotes as before JSON or YAML quoted them."""
    return _SPACE.sub(" ", text.replace('\\"', '"').replace("''", "'").casefold())


def pieces_of(message: str) -> tuple[str, ...]:
    """The fixed pieces of a known message that have letters."""
    return tuple(piece.strip(_AROUND) for piece in plain(message).split(HOLE) if _WORD.search(piece))


def words_of(piece: str) -> Sequence[str]:
    """The words of a text that say something."""
    return [word for word in _WORD.findall(piece) if word not in _COMMON]


@cache
def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in words_of(plain(text))}


def _weight(pieces: Sequence[str]) -> int:
    """Letters of the words that say something."""
    return sum(map(len, (word for piece in pieces for word in words_of(piece))))


def _end(text: str, pieces: Sequence[str]) -> int | None:
    """The end of the pieces in a text, one behind the other, near each other, as whole words."""
    first = pieces[0]
    start = text.find(first)
    while start >= 0:
        if _is_whole(text, start, first) and (end := _follow(text, start + len(first), pieces[1:])) is not None:
            return end
        start = text.find(first, start + 1)
    return None


def _follow(text: str, at: int, pieces: Sequence[str]) -> int | None:
    for piece in pieces:
        found = text.find(piece, at, at + _FARTHEST + len(piece))
        if found == -1:
            return None
        at = found + len(piece)
    return at


def _is_whole(text: str, start: int, piece: str) -> bool:
    end = start + len(piece)
    return not (
        (start and piece[0].isalpha() and text[start - 1].isalpha())
        or (piece[-1].isalpha() and text[end : end + 1].isalpha())
    )


@cache
def known_messages() -> tuple[KnownMessage, ...]:
    """The messages that rules and readers know."""
    return tuple(_read())


def _read() -> Iterator[KnownMessage]:
    # JSON writes `HOLE` in six characters.
    stored = json.loads((files(__package__) / "messages.json").read_text().replace(STORED, "\\u0000"))
    chapter = tuple(listed_messages())
    meant = {one.text for one in chapter}
    for kind, messages in stored.items():
        for text, targets in sorted((text, targets) for targets, texts in messages.items() for text in texts):
            if kind != "observed" and text in meant:  # the manual knows better what it means
                continue
            pieces = pieces_of(text)
            weight = _weight(pieces) * (1 if kind == "observed" else _WRITTEN)
            yield KnownMessage(text=text, pieces=pieces, targets=tuple(targets.split()), weight=weight)
    for listed in chapter:
        text = listed.text.replace("…", HOLE)
        pieces = pieces_of(text)
        weight = _weight(pieces)
        if listed.rules:
            yield KnownMessage(text=text, pieces=pieces, targets=listed.rules, weight=weight)
        if listed.command or not listed.rules:
            yield KnownMessage(
                text=text,
                pieces=pieces,
                targets=((listed.command.split(" ")[1] if listed.command else CHAPTER),),
                weight=weight * _OF_LISTED,
                means=listed.means,
                command=listed.command,
            )
