"""A folder with crossplane.yaml: the source of a package, put together as `crossplane xpkg build` would."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xpkgtui.errors import NotAPackage
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.sources.folder import examples
from xpkgtui.sources.folder.assembly import Assembly, assemble
from xpkgtui.sources.folder.examples import Examples
from xpkgtui.sources.folder.walk import Walk, walk
from xpkgtui.sources.source import Blob, Form, Source, StreamRoot

META = "crossplane.yaml"
"""What makes a folder the source of a package; a build finds the meta object in any file."""
_PACKAGE = "package"
_CACHED = "package.ndjson"
_APART = "Sets examples/ apart"
_TOLD = 8
"""Files left out that are told one by one."""


def package_folder(path: Path) -> str | None:
    """Where in `path` the sources lie: `` or `package`; None where there are none."""
    # Path.is_file raises where a folder may not be searched, or its name is too long.
    if os.path.isfile(path / META):
        return ""
    inner = path / _PACKAGE
    return _PACKAGE if os.path.isfile(inner / META) and not os.path.islink(inner) else None


class FolderSource(Source):
    """The stream that a build would make of a folder; read anew whenever it is resolved."""

    form = Form.FOLDER
    has_image = False
    has_manifest = False
    is_assembled = True

    def __init__(self, path: Path, *, name: str, folder: str, scratch: Path) -> None:
        self._path = path
        self._name = name
        self._folder = folder
        self._scratch = scratch

    def resolve(self) -> StreamRoot:
        """Walks, reads and assembles; what was left out is told."""
        # A build skips whatever begins with the path of its examples: `examples.yaml` and `examples-old/` too.
        skipped = "" if self._folder else examples.FOLDER
        walked = walk(self._path, self._folder, skipped)
        assembly = assemble(walked.files, self._path, self._scratch)
        found = self._examples()
        told = list(self._tell(walked, assembly, found))
        return StreamRoot(
            path=assembly.path,
            reference=self._name,
            spooled=True,
            truncated=assembly.truncated or walked.stopped,
            notes=tuple(one.sentence for one in told if one.sentence),
            steps=tuple(one.step for one in told),
            origins=assembly.origins,
            examples_error=found.problem if found else None,
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a folder of sources has no manifest."""
        raise self._no_image(descriptor)

    def blob(self, descriptor: Descriptor) -> Blob:
        """Raises: a folder of sources has no blob."""
        raise self._no_image(descriptor)

    def close(self) -> None:
        """Holds nothing."""

    def _no_image(self, descriptor: Descriptor) -> NotAPackage:
        return NotAPackage(f"{self._name} is a folder of sources, not an image: it has no {descriptor.digest}")

    def _examples(self) -> Examples | None:
        """None where there is no folder of them."""
        folder = self._path / examples.FOLDER
        if os.path.islink(folder) or not os.path.isdir(folder):
            return None
        return examples.examine(walk(self._path, examples.FOLDER), self._path)

    def _tell(self, walked: Walk, assembly: Assembly, found: Examples | None) -> Iterator["_Told"]:
        where = f"{self._folder}/" if self._folder else "the folder"
        yield _told("Walks the folder", f"{_count(assembly.read, 'YAML file')} in {where}, as a build walks it")
        if os.path.isfile(self._path / _CACHED):
            sentence = f"{_CACHED} beside {META}: so the up tool keeps packages in its cache."
            yield _told("Looks around", sentence, Sign.OK, sentence)
        if not self._folder and os.path.islink(self._path):
            sentence = f"{self._name} is a link, which a build does not enter: give it the folder itself."
            yield _told("Enters the folder", sentence, Sign.WARNING, sentence)
        if assembly.truncated or walked.stopped:
            what = "have more files than are walked" if walked.stopped else "are larger than any package may be"
            sentence = f"The sources {what}; not all of them were read."
            yield _told("Reads the files", sentence, Sign.BAD, sentence)
        left_out = (*walked.left_out, *assembly.left_out)
        for one in left_out[:_TOLD]:
            yield _told("Leaves out", f"{one.name} {one.why}", Sign.WARNING, f"{one.name} {one.why}.")
        if len(left_out) > _TOLD:
            sentence = f"{_count(len(left_out) - _TOLD, 'more file')} left out for such reasons"
            yield _told("Leaves out", sentence, Sign.WARNING, f"{sentence}.")
        if assembly.meta:
            yield _told("Puts the meta object first", f"it is in {assembly.meta}")
        yield _told("Assembles package.yaml", f"{_count(assembly.objects, 'document')}, their text as it is")
        if found is not None:
            yield _of_examples(found)
        elif os.path.islink(self._path / examples.FOLDER):
            yield _told(_APART, "it is a link, which a build does not enter", Sign.WARNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A step, and the same as a sentence where a person should read it outside of the list."""

    step: Step
    sentence: str = ""


def _told(title: str, evidence: str, sign: Sign = Sign.OK, sentence: str = "") -> _Told:
    return _Told(step=Step(title=title, evidence=evidence, sign=sign), sentence=sentence)


def _of_examples(found: Examples) -> _Told:
    count = _count(found.files, "file")
    if found.problem:
        # As a finding it is told anyway.
        return _told(_APART, f"a build stops at an example: {found.problem}", Sign.BAD)
    if found.unread:
        sentence = f"examples/ has {count}, too large to be read here; a build puts them into a layer of their own."
        return _told(_APART, sentence, Sign.WARNING, sentence)
    sentence = (
        f"examples/ has {count}, which a build puts into a layer of {'its' if found.files == 1 else 'their'} own."
    )
    return _told(_APART, sentence, Sign.OK, sentence)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
