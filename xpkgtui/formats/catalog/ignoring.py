"""The files that a catalog ignores: `.indexignore` as opm reads it, whose semantics are not those of git.

Only paths of files are matched and folders are never left out whole, so that a later `!` brings back a file below an
ignored folder. The last pattern that matches decides.
"""

from collections.abc import Iterable, Sequence
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.formats.catalog.summary import IGNORE_FILE
from xpkgtui.golang.characters import SPACES
from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.readers.globs import Glob
from xpkgtui.values import dataclass

_ANY_DEPTH = "**"
_LONGEST_LINE = 1 << 16
_TOO_LONG = "bufio.Scanner: token too long"
_LEAST = 1_000
_OF_A_CHARACTER = 16
"""Steps of reading a pattern, and of each of its characters."""


def is_ignore_file(path: str) -> bool:
    """Whether a path is that of an ignore file, which is never a part of the catalog."""
    return path.rpartition("/")[2] == IGNORE_FILE


@dataclass(frozen=True, slots=True)
class _Segment:
    text: str
    glob: Glob | None
    """The pattern as Go compiles it; None where Go calls it bad."""

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            return cls(text, Glob.parse(text) if text else None)
        except Malformed:
            return cls(text, None)

    def matches(self, name: str) -> bool:
        return self.glob is not None and self.glob.matches(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One line of an ignore file."""

    text: str
    file: str
    """The ignore file that has it."""
    domain: tuple[str, ...]
    """The folder of that file, below which it holds."""
    segments: tuple[_Segment, ...]
    brings_back: bool
    """Whether it begins with `!`, and so includes again what others ignore."""
    folders_only: bool
    has_slash: bool

    @classmethod
    def parse(cls, line: str, file: str) -> Self:
        """Reads a line that is neither empty nor a comment."""
        domain = tuple(file.split("/")[:-1])
        text = line.removeprefix("!")
        text = text if text.endswith("\\ ") else text.rstrip(" ")
        folders_only = text.endswith("/")
        text = text.removesuffix("/")
        return cls(
            text=line,
            file=file,
            domain=domain,
            segments=tuple(map(_Segment.parse, text.split("/"))),
            brings_back=line.startswith("!"),
            folders_only=folders_only,
            has_slash="/" in text,
        )

    def matches(self, path: Sequence[str], *, is_folder: bool = False) -> bool:
        """Whether it speaks about this path, given as its parts."""
        if len(path) <= len(self.domain) or tuple(path[: len(self.domain)]) != self.domain:
            return False
        inside = path[len(self.domain) :]
        return self._matches_path(inside, is_folder) if self.has_slash else self._matches_name(inside, is_folder)

    def _matches_name(self, path: Sequence[str], is_folder: bool) -> bool:
        """Whether any part of the path has the name, so that what lies in such a folder is matched too."""
        if self.segments[0].text and self.segments[0].glob is None:
            return False
        for number, name in enumerate(path):
            if self.segments[0].matches(name):
                return not (self.folders_only and not is_folder and number == len(path) - 1)
        return False

    def _matches_path(self, path: Sequence[str], is_folder: bool) -> bool:
        left = list(path)
        matched = skips = False
        for number, segment in enumerate(self.segments):
            if segment.text == "":
                skips = False
                continue
            if segment.text == _ANY_DEPTH:
                if number == len(self.segments) - 1:
                    break
                skips = True
                continue
            if _ANY_DEPTH in segment.text or not left or segment.glob is None:
                return False
            matched = segment.matches(left.pop(0))
            while skips and left and not matched:
                matched = segment.matches(left.pop(0))
            if not matched and not skips:
                return False
            skips = False
        return matched and not (self.folders_only and not is_folder and not left)


@dataclass(frozen=True, slots=True)
class Ignoring:
    """All patterns of a catalog, in the order of the walk."""

    patterns: tuple[Pattern, ...] = ()
    problem: str = ""
    """The message with which reading them stops; empty where it does not."""
    problem_file: str = ""
    reached: ReachedLimit | None = None
    """The limit, where there are more patterns than are tried: then none is, since the last one decides."""

    @classmethod
    def of(cls, files: Iterable[tuple[str, str]], parts: int = 1, limits: Limits = LIMITS) -> Self:
        """The patterns of ignore files, each with its path below the catalog and its text.

        `parts` are the parts of all paths on which each pattern is tried.
        """
        found: list[Pattern] = []
        steps = 0
        problem = problem_file = ""
        for path, text in files:
            lines = text.split("\n")
            if any(len(line.encode("utf-8", "replace")) >= _LONGEST_LINE for line in lines):
                problem, problem_file = problem or _TOO_LONG, problem_file or path
            for line in (line.strip(SPACES) for line in lines):
                if line and not line.startswith("#"):
                    steps += max(parts, _LEAST, _OF_A_CHARACTER * len(line))
                    if steps <= limits.ignored:
                        found.append(Pattern.parse(line, path))
        if steps > limits.ignored:
            return cls((), problem, problem_file, limits.reached("ignored", steps))
        return cls(tuple(found), problem, problem_file)

    def pattern_of(self, path: str, *, is_folder: bool = False) -> Pattern | None:
        """The pattern by which a path is ignored; None where it is not."""
        parts = path.split("/")
        for pattern in reversed(self.patterns):
            if pattern.matches(parts, is_folder=is_folder):
                return None if pattern.brings_back else pattern
        return None
