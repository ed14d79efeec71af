"""A build by `crossplane xpkg build`: the files it reads in a folder, those it leaves out, and its steps in words.

See crossplane-runtime, pkg/xpkg/parser/fsreader.go. It decodes and encodes documents again; here their text is kept.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xpkgtui.documents.chunk import Chunk
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.identity import role_of
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.sources.folder.assembly import Assembly
from xpkgtui.sources.folder.walk import LeftOut, Reason, Walk, walk
from xpkgtui.sources.folder.xpkg_examples import FOLDER as EXAMPLES
from xpkgtui.sources.folder.xpkg_examples import Examples, examine

META = "crossplane.yaml"
"""The file that makes a folder the source of a package; a build finds the meta object in any file."""
_PACKAGE = "package"
_CACHED = "package.ndjson"
_ENDINGS = (".yaml", ".yml")
"""Compared as by filepath.Ext: case counts, and a name may be nothing but its ending."""
_SET_APART = "Sets examples/ apart"
_LISTED = 8
"""Files left out that are listed one by one."""
_REASONS = {
    Reason.EXCLUDED: "is left out, because its name begins with {}",
    Reason.LINK_TO_NOTHING: "is a link to nothing, which a build passes over in silence",
    Reason.LINK_TO_FOLDER: "is a link to a folder, which a build does not enter",
    Reason.LINK_OUTSIDE: (
        "is a link that leads out of the folder, which a build would follow; it is not followed here"
    ),
    Reason.LINK_TO_SPECIAL: "is a link to {}, which is left out",
    Reason.SPECIAL: "is {}, which is left out",
    Reason.NOT_SEEN: "cannot be looked at: {}",
    Reason.NOT_ENTERED: "cannot be entered, at which a build stops: {}",
    Reason.NOT_READ: "is left out, as a build leaves it out in silence: {}",
    Reason.SEPARATOR: "has another separator with content, in line {}; it is not read from there on",
}
"""The reasons in words, to follow a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildStep:
    """A step, and the sentence about it for people who do not see the list of steps."""

    step: Step
    sentence: str = ""


def package_folder(path: Path) -> str | None:
    """The folder in `path` that has the sources, `` or `package`; None where there are none."""
    # Path.is_file raises where a folder may not be searched, or its name is too long.
    if os.path.isfile(path / META):
        return ""
    inner = path / _PACKAGE
    return _PACKAGE if os.path.isfile(inner / META) and not os.path.islink(inner) else None


def walk_sources(path: Path, folder: str) -> Walk:
    """The files that a build reads."""
    # A build skips all names that begin with the path of its examples: `examples.yaml` and `examples-old/` too.
    return walk(path, folder, endings=_ENDINGS, excluded="" if folder else EXAMPLES)


def examples_of(path: Path) -> Examples | None:
    """The examples beside the package; None where there is no folder of them."""
    folder = path / EXAMPLES
    if os.path.islink(folder) or not os.path.isdir(folder):
        return None
    return examine(walk(path, EXAMPLES, endings=_ENDINGS), path)


def is_meta(chunk: Chunk) -> bool:
    """Whether a build puts this document first."""
    return role_of(chunk) is Role.META


def steps(
    path: Path, name: str, folder: str, walked: Walk, assembly: Assembly, examples: Examples | None
) -> Iterator[BuildStep]:
    """The steps of a build, in order; `name` is the folder as it was typed."""
    where = f"{folder}/" if folder else "the folder"
    yield _step("Walks the folder", f"{_count(assembly.read, 'YAML file')} in {where}, as a build walks it")
    if os.path.isfile(path / _CACHED):
        sentence = f"{_CACHED} beside {META}: so the up tool keeps packages in its cache."
        yield _step("Looks around", sentence, Sign.OK, sentence)
    if not folder and os.path.islink(path):
        sentence = f"{name} is a link, which a build does not enter: give it the folder itself."
        yield _step("Enters the folder", sentence, Sign.WARNING, sentence)
    if assembly.truncated or walked.stopped:
        what = "have more files than are walked" if walked.stopped else "are larger than any package may be"
        sentence = f"The sources {what}; not all of them were read."
        yield _step("Reads the files", sentence, Sign.BAD, sentence)
    yield from _left_out((*walked.left_out, *assembly.left_out))
    if assembly.first:
        yield _step("Puts the meta object first", f"it is in {assembly.first}")
    yield _step("Assembles package.yaml", f"{_count(assembly.objects, 'document')}, their text as it is")
    if examples is not None:
        yield _of_examples(examples)
    elif os.path.islink(path / EXAMPLES):
        yield _step(_SET_APART, "it is a link, which a build does not enter", Sign.WARNING)


def _step(title: str, evidence: str, sign: Sign = Sign.OK, sentence: str = "") -> BuildStep:
    return BuildStep(step=Step(title=title, evidence=evidence, sign=sign), sentence=sentence)


def _left_out(found: tuple[LeftOut, ...]) -> Iterator[BuildStep]:
    for one in found[:_LISTED]:
        words = f"{one.name} {_reason(one)}"
        yield _step("Leaves out", words, Sign.WARNING, f"{words}.")
    if len(found) > _LISTED:
        sentence = f"{_count(len(found) - _LISTED, 'more file')} left out for such reasons"
        yield _step("Leaves out", sentence, Sign.WARNING, f"{sentence}.")


def _reason(one: LeftOut) -> str:
    return _REASONS[one.reason].format(one.detail)


def _of_examples(found: Examples) -> BuildStep:
    count = _count(found.files, "file")
    if found.problem:
        # It is a finding too.
        return _step(_SET_APART, f"a build stops at an example: {found.problem}", Sign.BAD)
    if found.unread:
        sentence = f"examples/ has {count}, too large to be read here; a build puts them into a layer of their own."
        return _step(_SET_APART, sentence, Sign.WARNING, sentence)
    sentence = (
        f"examples/ has {count}, which a build puts into a layer of {'its' if found.files == 1 else 'their'} own."
    )
    return _step(_SET_APART, sentence, Sign.OK, sentence)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
