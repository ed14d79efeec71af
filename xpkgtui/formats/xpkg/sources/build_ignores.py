"""Patterns that a repository's own build ignores: `--ignore` in its Makefile or workflows, `XPKG_IGNORE`."""

from collections.abc import Iterator

from xpkgtui.errors import XpkgError
from xpkgtui.patterns import late
from xpkgtui.readers.folder import SourceFile, SourceFolder
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_WORKFLOWS = ".github/workflows"
_ENDINGS = (".yaml", ".yml")
_LARGEST = 1 << 18
"""Bytes of a file that are searched."""
_MOST = 20
"""Workflows that are searched."""
_FLAG = late(r"""--ignore[= ]+(?:"([^"]*)"|'([^']*)'|([^\s"'\\]+))""")
_VARIABLE = late(r"""^\s*(?:export\s+)?XPKG_IGNORE\s*(?:[:?+]?=|:)\s*["']?([^"'#]*)""")
_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildIgnore:
    """Patterns that a build is given, and where."""

    file: str
    line: int
    patterns: tuple[str, ...]

    def is_applied(self, exclude: tuple[str, ...]) -> bool:
        """Whether all of them are excluded here too."""
        return set(self.patterns) <= set(exclude)

    @property
    def sentence(self) -> str:
        """What to do about it."""
        shown = clip(line(",".join(self.patterns)), _SHOWN)
        return (
            f"The build of this repository ignores files ({self.file}:{self.line}): open it with --exclude '{shown}'."
        )


def build_ignores(folder: SourceFolder) -> tuple[BuildIgnore, ...]:
    """What the Makefile and the workflows ignore, each set of patterns once; those made of variables are left out."""
    found: dict[tuple[str, ...], BuildIgnore] = {}
    for file in _files(folder):
        for one in _in_file(folder, file):
            found.setdefault(one.patterns, one)
    return tuple(found.values())


def _files(folder: SourceFolder) -> Iterator[SourceFile]:
    for name in _MAKEFILES:
        if folder.has_file(name):
            yield SourceFile(name=name, is_link=folder.is_link(name))
    if folder.has_folder(_WORKFLOWS):
        yield from folder.walk(_WORKFLOWS, endings=_ENDINGS).files[:_MOST]


def _in_file(folder: SourceFolder, file: SourceFile) -> Iterator[BuildIgnore]:
    try:
        text = folder.read(file, _LARGEST).decode("utf-8", "replace")
    except XpkgError:
        return
    for number, row in enumerate(text.split("\n"), 1):
        for match in (*_FLAG.finditer(row), *_VARIABLE.finditer(row)):
            written = next(filter(None, match.groups()), "")
            patterns = tuple(part.strip() for part in written.split(",") if part.strip())
            if patterns and "$" not in written:
                yield BuildIgnore(file=file.name, line=number, patterns=patterns)
