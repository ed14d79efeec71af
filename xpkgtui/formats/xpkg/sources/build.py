"""A build by `crossplane xpkg build`: the files it reads in a folder, those it leaves out, and its steps in words.

See crossplane-runtime, pkg/xpkg/parser/fsreader.go. It decodes and encodes documents again; here their text is kept.
"""

from collections.abc import Iterator
from typing import BinaryIO

from xpkgtui.documents.chunk import Chunk
from xpkgtui.errors import XpkgError
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.identity import role_of
from xpkgtui.formats.xpkg.sources.examples import FOLDER as EXAMPLES
from xpkgtui.formats.xpkg.sources.examples import Examples, examine
from xpkgtui.limits import ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.readers.assembly import Assembly, assemble
from xpkgtui.readers.folder import (
    PROJECT_FILE,
    FolderReading,
    FolderStep,
    LeftOut,
    OmissionReason,
    SourceFile,
    SourceFolder,
    Walk,
)
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, few, line, plural

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


META = "crossplane.yaml"
"""The file that makes a folder the source of a package; a build finds the meta object in any file."""
_PACKAGE = "package"
_CACHED = "package.ndjson"
"""Endings as filepath.Ext compares them: case counts, and a name may consist of its ending only."""
_SET_APART = "Separates examples/"
_LISTED = 8
"""Files left out that are listed one by one."""
_REASONS = {
    OmissionReason.EXCLUDED: "is left out, because its name begins with {}",
    OmissionReason.LINK_TO_NOTHING: "is a link to nothing, which a build silently ignores",
    OmissionReason.LINK_TO_FOLDER: "is a link to a folder, which a build does not enter",
    OmissionReason.LINK_OUTSIDE: (
        "is a link that leads out of the folder, which a build would follow; xpkgtui does not follow it"
    ),
    OmissionReason.LINK_TO_SPECIAL: "is a link to {}, which is left out",
    OmissionReason.SPECIAL: "is {}, which is left out",
    OmissionReason.NOT_SEEN: "cannot be read: {}",
    OmissionReason.NOT_ENTERED: "cannot be entered, at which a build stops: {}",
    OmissionReason.NOT_READ: "is left out, as a build silently does: {}",
    OmissionReason.SEPARATOR: "has another separator with content, in line {}; it is not read from there on",
}
"""The reasons in words, to follow a name."""


class Build:
    """The reader of folders that makes the same stream as a build."""

    in_images = False
    marks: tuple[str, ...] = ("crossplane.yaml", "package.yaml")
    hint = ""

    def place(self, folder: SourceFolder) -> str | None:
        """The folder itself (empty) or `package`; None where neither has crossplane.yaml."""
        if folder.has_file(META):
            return ""
        return _PACKAGE if folder.has_file(f"{_PACKAGE}/{META}") and not folder.is_link(_PACKAGE) else None

    def read(self, folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
        """Writes the meta object first, then all documents in the order of the walk."""
        walked = walk_sources(folder, place)
        assembly = assemble(folder, walked.files, sink, spool, is_meta)
        examples = _examples_of(folder)
        return FolderReading(
            origins=assembly.origins,
            steps=tuple(_steps(folder, place, walked, assembly, examples)),
            truncated=assembly.truncated,
            reached=_reached(folder, walked, assembly),
            build_error=examples.problem if examples else None,
        )


def _reached(folder: SourceFolder, walked: Walk, assembly: Assembly) -> tuple[ReachedLimit, ...]:
    return (*((folder.limits.reached("folder"),) if walked.stopped else ()), *assembly.reached)


def walk_sources(folder: SourceFolder, place: str) -> Walk:
    """The files that a build reads."""
    # A build skips all names that begin with the path of its examples: `examples.yaml` and `examples-old/` too.
    return folder.walk(place, endings=_ENDINGS, excluded="" if place else EXAMPLES, patterns=folder.exclude)


def _examples_of(folder: SourceFolder) -> Examples | None:
    """The examples beside the package; None without a folder of them."""
    if folder.is_link(EXAMPLES) or not folder.has_folder(EXAMPLES):
        return None
    return examine(folder, folder.walk(EXAMPLES, endings=_ENDINGS))


def is_meta(chunk: Chunk) -> bool:
    """Whether a build puts this document first."""
    return role_of(chunk) is Role.META


def _steps(
    folder: SourceFolder, place: str, walked: Walk, assembly: Assembly, examples: Examples | None
) -> Iterator[FolderStep]:
    """The steps of a build, in order."""
    where = f"{place}/" if place else "the folder"
    yield _step("Walks the folder", f"{plural(assembly.read, 'YAML file')} in {where}, as a build walks it")
    if folder.has_file(_CACHED):
        sentence = f"{_CACHED} beside {META}: the up tool keeps packages in its cache this way."
        yield _step("Looks around", sentence, Sign.OK, sentence)
    if not place and folder.is_link(""):
        sentence = f"{folder.name} is a link, which a build does not follow. Pass the folder itself."
        yield _step("Enters the folder", sentence, Sign.WARNING, sentence)
    yield from _cut(folder, walked, assembly)
    if walked.matched:
        sentence = f"{plural(len(walked.matched), 'file')} left out by --exclude: {few(walked.matched, _LISTED)}"
        yield _step("Leaves out", sentence, Sign.OK, f"{sentence}.")
    if walked.by_project:
        sentence = (
            f"{plural(len(walked.by_project), 'file')} left out by {PROJECT_FILE}: {few(walked.by_project, _LISTED)}"
        )
        yield _step("Leaves out", sentence, Sign.WARNING, f"{sentence}.")
    for ignored in build_ignores(folder):
        if not ignored.is_applied(folder.exclude):
            yield _step("Looks around", ignored.sentence, Sign.WARNING, ignored.sentence)
    yield from _left_out((*walked.left_out, *assembly.left_out))
    if assembly.first:
        yield _step("Puts the meta object first", f"it is in {assembly.first}")
    yield _step("Assembles package.yaml", f"{plural(assembly.objects, 'document')}, their text as it is")
    if examples is not None:
        yield _of_examples(examples)
    elif folder.is_link(EXAMPLES):
        yield _step(_SET_APART, "it is a link; a build does not follow it", Sign.WARNING)


def _cut(folder: SourceFolder, walked: Walk, assembly: Assembly) -> Iterator[FolderStep]:
    """What was not read of the files, because there is too much of them."""
    if assembly.truncated:
        sentence = "The sources are larger than the 200 MiB that Crossplane reads; the rest was not read."
        yield _step("Reads the files", sentence, Sign.BAD, sentence)
    for reached in _reached(folder, walked, assembly):
        sentence = f"Not all files were read: {reached.sentence}."
        yield _step("Reads the files", sentence, Sign.BAD, sentence)


def _step(title: str, evidence: str, sign: Sign = Sign.OK, sentence: str = "") -> FolderStep:
    return FolderStep(step=Step(title=title, evidence=evidence, sign=sign), sentence=sentence)


def _left_out(found: tuple[LeftOut, ...]) -> Iterator[FolderStep]:
    for one in found[:_LISTED]:
        words = f"{one.name} {_REASONS[one.reason].format(one.detail)}"
        yield _step("Leaves out", words, Sign.WARNING, f"{words}.")
    if len(found) > _LISTED:
        sentence = f"{plural(len(found) - _LISTED, 'more file')} left out for such reasons"
        yield _step("Leaves out", sentence, Sign.WARNING, f"{sentence}.")


def _of_examples(found: Examples) -> FolderStep:
    count = plural(found.files, "file")
    if found.problem:
        return _step(_SET_APART, f"examples/ has {count}, which a build reads once it has linted the package")
    if found.unread:
        sentence = f"examples/ has {count}, too large to be read here; a build puts them into a layer of their own."
        return _step(_SET_APART, sentence, Sign.WARNING, sentence)
    sentence = (
        f"examples/ has {count}, which a build puts into a layer of {'its' if found.files == 1 else 'their'} own."
    )
    return _step(_SET_APART, sentence, Sign.OK, sentence)
