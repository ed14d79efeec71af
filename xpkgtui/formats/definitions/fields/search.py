"""The search over all fields of all definitions: letters in order, the name of the field first.

Definitions of one package share most of their paths, so each path is kept and compared once.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import inner_of, type_words
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

_MOST_OF_VERSION = 50_000
"""Fields of one version that can be found."""
_MOST = 3_000_000
"""Fields of all versions that can be found."""
_LONGEST = 1_024
_MOST_WORDS = 4
_LONGEST_WORD = 100
_EQUAL, _START, _PART, _INSIDE, _IN_PATH, _LETTERS, _LETTERS_OF_PATH = range(7)
"""How well a word matches a field, the best first."""
_BY_KIND = 4
"""What a match of the kind alone adds, so that fields of that name come before all fields of such a kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOwner:
    """A version of a kind whose fields are searched."""

    number: int
    """The number of the kind in the list of kinds."""
    group: str
    kind: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatch:
    """A field that is found; without a path the kind itself."""

    owner: FieldOwner
    path: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatches:
    """The best matches, and the number of all."""

    best: tuple[FieldMatch, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedFields:
    """What an index holds, as plain data: versions of kinds, and each path with its type and who has it."""

    owners: tuple[FieldOwner, ...]
    paths: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    """The type of each path."""
    owned: tuple[tuple[int, ...], ...] = ()
    """The owners of each path, by their places among the owners."""


@dataclass(slots=True, kw_only=True, eq=False)
class FieldIndex:
    """The paths of all fields, each with the versions that have it."""

    owners: list[FieldOwner] = field(default_factory=list)
    size: int = 0
    """Fields of all versions."""
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The number of each path and type."""
    _paths: list[str] = field(default_factory=list)
    _lower: list[str] = field(default_factory=list)
    _names: list[str] = field(default_factory=list)
    _types: list[str] = field(default_factory=list)
    _owned: list[list[int]] = field(default_factory=list)
    """The owners of each."""
    _last: tuple[str, list[int]] = ("", [])
    """The word that was looked for last, and what may match a longer one."""

    def add(self, owner: FieldOwner, schema: Node, but: set[str]) -> bool:
        """Adds the fields of a version, without those whose paths are in `but`, to which it adds all.

        False where it has more, or longer ones, than can be found.
        """
        number, is_whole = len(self.owners), True
        self.owners.append(owner)
        self._last = "", []
        for left, (path, kind) in enumerate(_fields(schema), -_MOST_OF_VERSION):
            if left >= 0 or self.size >= _MOST:
                return False
            if len(path) > _LONGEST:
                is_whole = False
            elif path not in but:
                but.add(path)
                self._add(path, kind, (number,))
        return is_whole

    def extend(self, fields: IndexedFields, owners: Sequence[FieldOwner]) -> None:
        """Adds what another index holds, whose owners stand in the same order as these."""
        first = len(self.owners)
        self.owners += owners
        self._last = "", []
        for path, kind, owned in zip(fields.paths, fields.types, fields.owned, strict=True):
            self._add(path, kind, [first + one for one in owned])

    @property
    def content(self) -> IndexedFields:
        """All that it holds."""
        return IndexedFields(
            owners=tuple(self.owners),
            paths=tuple(self._paths),
            types=tuple(self._types),
            owned=tuple(map(tuple, self._owned)),
        )

    def _add(self, path: str, kind: str, owners: Sequence[int]) -> None:
        if self.size >= _MOST:
            return
        self.size += len(owners)
        at = self._numbers.setdefault((path, kind), len(self._paths))
        if at == len(self._paths):
            self._paths.append(path)
            self._lower.append(path.lower())
            # The last name of a path; one that has dots stands in brackets.
            self._names.append(path.rpartition('["')[2][:-2] if path.endswith('"]') else path.rpartition(".")[2])
            self._types.append(kind)
            self._owned.append([])
        self._owned[at] += owners

    def search(self, words: str, most: int) -> FieldMatches:
        """The fields that have the letters of all words in order, in their path or that of their kind."""
        asked = [one[:_LONGEST_WORD] for one in words.lower().split()[:_MOST_WORDS]]
        if not asked:
            return FieldMatches(best=(), count=0)
        kinds = [self._kinds(word) for word in asked]
        ranks = [self._entries(word) for word in asked]
        by_path = self._by_path(ranks)
        by_kind = self._by_kind(ranks, kinds) if any(kinds) else {}
        themselves = self._themselves(kinds[0]) if len(asked) == 1 else {}
        count = sum(len(self._owned[at]) for each in by_path.values() for at in each)
        count += sum(len(owners) for each in by_kind.values() for _, owners in each)
        count += sum(map(len, themselves.values()))
        best: list[FieldMatch] = []
        for score in sorted({*by_path, *by_kind, *themselves}):
            if len(best) >= most:
                break
            best += themselves.get(score, ())
            entries = [(at, self._owned[at]) for at in by_path.get(score, ())] + by_kind.get(score, [])
            for at, owners in sorted(entries, key=self._order):
                if len(best) >= most:
                    break
                path, kind = self._paths[at], self._types[at]
                best += [FieldMatch(owner=self.owners[one], path=path, type=kind) for one in owners[:most]]
        return FieldMatches(best=tuple(best[:most]), count=count)

    def _order(self, entry: tuple[int, Sequence[int]]) -> tuple[int, str]:
        path = self._paths[entry[0]]
        return len(path), path

    def _themselves(self, kinds: dict[int, int]) -> dict[int, list[FieldMatch]]:
        """The kinds that a word matches, by their score."""
        found: dict[int, list[FieldMatch]] = {}
        met: set[int] = set()
        for number in sorted(kinds, key=lambda one: (len(self.owners[one].kind), self.owners[one].kind)):
            owner = self.owners[number]
            if owner.number not in met:
                met.add(owner.number)
                found.setdefault(kinds[number], []).append(FieldMatch(owner=owner, path="", type="object"))
        return found

    def _by_path(self, ranks: list[dict[int, int]]) -> dict[int, list[int]]:
        """The numbers of the paths that all words match, by their score."""
        found: dict[int, list[int]] = {}
        if len(ranks) == 1:
            for at, rank in ranks[0].items():
                found.setdefault(rank, []).append(at)
        else:
            for at in self._having(ranks):
                found.setdefault(sum(one[at] for one in ranks), []).append(at)
        return found

    def _by_kind(
        self, ranks: list[dict[int, int]], kinds: list[dict[int, int]]
    ) -> dict[int, list[tuple[int, Sequence[int]]]]:
        """The paths that lack some words, which their kinds have, with these owners, by their score."""
        found: dict[int, list[tuple[int, Sequence[int]]]] = {}
        count = len(ranks)
        penalty = _BY_KIND if count == 1 else 1
        for lacking in range(1, 1 << count):
            missing = [number for number in range(count) if lacking >> number & 1]
            wanted = set.intersection(*(set(kinds[number]) for number in missing))
            if not wanted:
                continue
            present = [ranks[number] for number in range(count) if not lacking >> number & 1]
            absent = [ranks[number] for number in missing]
            for at in self._having(present):
                if any(at in one for one in absent):
                    continue
                if owners := [one for one in self._owned[at] if one in wanted]:
                    more = sum(min(kinds[number][one] for one in owners) + penalty for number in missing)
                    score = sum(one[at] for one in present) + more
                    found.setdefault(score, []).append((at, owners))
        return found

    def _having(self, ranks: list[dict[int, int]]) -> Sequence[int]:
        """The numbers of the paths that all words match."""
        if not ranks:
            return range(len(self._paths))
        least = min(ranks, key=len)
        return [at for at in least if all(at in one for one in ranks)]

    def _kinds(self, word: str) -> dict[int, int]:
        """How well a word matches the kinds of owners; the others are left out."""
        found = {}
        known: dict[str, int | None] = {}
        for number, one in enumerate(self.owners):
            if one.kind not in known:
                known[one.kind] = _rank(word, one.kind)
            if (rank := known[one.kind]) is not None:
                found[number] = rank
        return found

    def _entries(self, word: str) -> dict[int, int]:
        """How well a word matches each path; those that it does not match are left out."""
        lower, names = self._lower, self._names
        last, may = self._last
        among: Sequence[int] = may if last and word.startswith(last) else range(len(lower))
        # Each letter is looked for behind the one before it, so no text is gone over twice.
        letters = re.compile("".join(f"[^{re.escape(one)}]*{re.escape(one)}" for one in word)).match
        ranks: dict[str, int | None] = {}
        found: dict[int, int] = {}
        for at in among:
            name = names[at]
            try:
                rank = ranks[name]
            except KeyError:
                rank = _rank(word, name)
                if rank is None and letters(name.lower()):
                    rank = _LETTERS
                ranks[name] = rank
            if rank is None or rank == _LETTERS:
                path = lower[at]
                if word in path:
                    rank = _EQUAL if path.endswith(f".{word}") else _IN_PATH
                elif rank is None and letters(path):
                    rank = _LETTERS_OF_PATH
            if rank is not None:
                found[at] = rank
        self._last = word, list(found)
        return found


def _rank(word: str, name: str) -> int | None:
    """How well a word matches a name that holds it; None where it does not."""
    lower = name.lower()
    at = lower.find(word)
    if at < 0:
        return None
    if at == 0:
        return _EQUAL if len(lower) == len(word) else _START
    while at > 0:
        if len(lower) == len(name) and (name[at].isupper() or not name[at - 1].isalnum()):
            return _PART
        at = lower.find(word, at + 1)
    return _INSIDE


def _fields(schema: Node) -> Iterator[tuple[str, str]]:
    """Path and type of all named fields."""
    waiting: list[tuple[Node, str]] = [(schema, "")]
    while waiting:
        node, path = waiting.pop()
        for name, child in mapping(node.get("properties")).items():
            one = mapping(child)
            step = str(FieldPath((name,)))
            here = f"{path}.{step}" if path and not step.startswith("[") else path + step
            yield here, type_words(one)
            if len(here) > _LONGEST:
                continue
            if "properties" in one or "items" in one or "additionalProperties" in one:
                waiting.append((one, here))
        inner = inner_of(node)
        if inner is not None:
            waiting.append((inner, f"{path}[]" if isinstance(node.get("items"), dict) else f"{path}.*"))
