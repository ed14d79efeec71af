"""Rules about package.yaml in its layer (401 to 405)."""

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from xpkgtui.filesystem.layer_facts import Candidate, LayerFacts
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.readers.reader import Reading
from xpkgtui.visible import few, more

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.sources.siblings import Sibling

_FILE = "package.yaml"
_NEAR = frozenset({_FILE, "package.yml", "package.json"})
"""Similar names, in lower case."""
_WITHOUT_STOP = "Push with `crossplane xpkg push`, or build the layer without this entry (`tar c *` leaves out `./`)."
_OLD_EXACT = ("manager-1.7", "manager-1.13", "extract")


@rule(
    "XPKG401",
    "package.yaml is missing from the base layer",
    "E",
    stage=Stage.FILE,
    silenced_by=silenced(Within.PACKAGE, "XPKG202", "XPKG402"),
)
def has_package_yaml(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml in the layer annotated base, or anywhere in the image if no layer is.

    Why: Crossplane installs what this file lists, and nothing else.
    When it bites: When Crossplane reads the package. It prints the same message for an ordinary container image.
    Fix: Build the package with `crossplane xpkg build`, and check that you pushed the package, not the runtime
    image.
    Source: xpkg specification, Layers; crossplane-runtime pkg/xpkg/client.go.
    """
    case, reading = subject.case, subject.case.reading
    if reading is None or case.image is None or not reading.lacks:
        return
    says = reading.message
    if reading.annotated and reading.layer is not None:
        facts = next((one for one in case.contents.layers if one.index == reading.layer), None)
        message = f"{subject.layer_title(reading.layer)} has no {_FILE}"
        other = next(
            (one.index for one in case.contents.layers if one.index != reading.layer and one.root_file), None
        )
        if other is not None:
            more = f"layer {other} holds it, and is not read"
            fix = f"Make layer {other} the base: `xpkgtui why`, or x on the screen, shows the commands."
            yield Problem(message=message, more=more, says=says, where=Where(layer=reading.layer), fix=fix)
            return
        near = next((name for name in facts.names if _cleaned(name).lower() in _NEAR), None) if facts else None
        fix = f"If {near} is the package, rename it to {_FILE}." if near else ""
        yield Problem(message=message, more=_contents(facts), says=says, where=Where(layer=reading.layer), fix=fix)
    else:
        count = len(case.image.layers)
        within = "the only layer" if count == 1 else f"any of the {count} layers"
        if (sibling := _sibling(subject)) is not None:
            message, more = f"The image is {sibling.words}", f"its labels say so, and it has no {_FILE}"
            yield Problem(message=message, more=more, says=says, fix=sibling.hint)
            return
        if (stop := subject.stop) is not None:
            layer, entry = stop
            message = f"Flattening stops at the entry {entry} of layer {layer}, before any {_FILE}"
            yield Problem(message=message, says=says, where=Where(layer=layer, entry=entry), fix=_WITHOUT_STOP)
            return
        if (broken := _broken(subject)) is not None:
            message = f"Flattening stops in layer {broken}, before any {_FILE}"
            fix = f"Push the image with another layer {broken}, or without it."
            yield Problem(message=message, says=says, where=Where(layer=broken), fix=fix)
            return
        whiteout = _removed(subject)
        yield Problem(
            message=whiteout[0] if whiteout else f"There is no {_FILE} in {within}",
            more="no layer is annotated base",
            says=says,
            fix="Annotate the layer that has the file as base, or remove the whiteout." if whiteout else "",
            where=Where(layer=whiteout[1] if whiteout else None, entry=whiteout[2] if whiteout else None),
        )


def _broken(subject: ImageSubject) -> int | None:
    """The topmost layer that does not decompress or has no whole tar; None without one."""
    faulty = (one for one in reversed(subject.case.contents.layers) if one.inflate_error or one.tar_error)
    return next((one.index for one in faulty if not one.root_file), None)


@rule("XPKG402", "package.yaml is not in the root folder", "W", spec="E", stage=Stage.FILE)
def is_in_root(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml is in the root folder of its layer.

    Why: The specification requires it. Crossplane 2.0 and later take the first entry of that name in any folder, so
    x/package.yaml counts.
    When it bites: Crossplane up to 1.20 and `crossplane xpkg extract` do not find the package.
    Fix: Put package.yaml into the root folder of the layer.
    Source: xpkg specification, Layers; crossplane commit 5238910f5.
    """
    reading = subject.case.reading
    if reading is None:
        return
    layer, entry = reading.layer, reading.entry if reading.has_bytes else None
    if reading.lacks and subject.profile.is_document:
        nested = ((facts.index, one.name) for facts in subject.read_layers for one in facts.stream_files)
        layer, entry = next(nested, (layer, entry))
    if entry is not None and "/" in _cleaned(entry):
        yield Problem(
            message=f"{_FILE} is in a folder: {entry}",
            more="Crossplane up to 1.20 looks in the root folder only",
            where=Where(layer=layer, entry=entry),
            readers=_OLD_EXACT,
        )


@rule("XPKG403", "the entry is not called exactly package.yaml", "W", stage=Stage.FILE)
def is_named_exactly(subject: ImageSubject) -> Iterator[Problem]:
    """The name of the tar entry is exactly `package.yaml`, without `./` or `/` before it.

    Why: Crossplane up to 1.20 and `crossplane xpkg extract` compare the name letter by letter. If they flatten the
    image, they remove `./` first.
    When it bites: With archives that `tar c .` makes.
    Fix: Make the archive with the bare name, as in `tar c package.yaml`.
    Source: crossplane internal/controller/pkg/revision/imageback.go, up to 1.20; settled with the readers'
    libraries.
    """
    reading = subject.case.reading
    if reading is None or not _is_taken(reading) or reading.entry_type not in {None, "file"}:
        return
    name = posixpath.normpath(reading.entry or "") if subject.is_flattened else reading.entry
    if _cleaned(name) == _FILE and name != _FILE:
        message = f"The name of the entry is {reading.entry}"
        more = f"Crossplane up to 1.20 looks for exactly {_FILE}"
        yield Problem(
            message=message, more=more, where=Where(layer=reading.layer, entry=reading.entry), readers=_OLD_EXACT
        )


@rule("XPKG404", "several entries are called package.yaml", "EW", spec="E", stage=Stage.FILE)
def is_alone(subject: ImageSubject) -> Iterator[Problem]:
    """Among the entries that the reader looks at, only one is called package.yaml.

    Why: Crossplane 2.2 and later take the first one in the archive. Unpacking the archive would leave the last one.
    Readers therefore see different packages.
    When it bites: Crossplane 1.13 to 2.1 refuse a layer with any name twice. Other versions install another package
    than you expect.
    Fix: Keep one package.yaml, in the root folder of the annotated layer.
    Source: crossplane-runtime pkg/xpkg/client.go; settled with the readers' own libraries.
    """
    is_validated = subject.target.way.validates
    if is_validated:
        yield from _of_other_names(subject)
    found = [(facts.index, one) for facts in subject.read_layers for one in facts.stream_files]
    if not subject.profile.is_document:
        found += _passed_over(subject)
    spellings = {_cleaned(one.name) for _, one in found}
    twice = next((facts for facts in subject.read_layers if _has_twice(facts)), None)
    if len(spellings) < 2 and twice is None:
        return
    listed = few(found, 5, lambda one: f"{one[1].name} (layer {one[0]}, entry {one[1].order})")
    reading = subject.case.reading
    who = "the specification" if subject.profile.is_document else "Crossplane"
    message = f"There are {len(found)} entries called {_FILE}"
    is_taken = reading is not None and _is_taken(reading)
    yield Problem(
        level=0 if twice is not None and is_validated else 1,
        message=message if is_taken else f"{message}: {listed}",
        more=f"{who} reads {reading.entry}: {listed}" if is_taken and reading is not None else "",
        says=f"duplicate file path: {_FILE}" if twice is not None and is_validated else None,
        where=Where(layer=found[0][0], entry=reading.entry if _is_taken(reading) and reading is not None else None),
    )


@rule("XPKG405", "package.yaml is not a file", "E", stage=Stage.FILE)
def is_a_file(subject: ImageSubject) -> Iterator[Problem]:
    """The entry package.yaml is a regular file.

    Why: Readers do not check, so they see an empty package: a folder or a link has no bytes of its own.
    When it bites: At parsing, with a message that hides the cause.
    Fix: Put the file itself into the layer, not a link to it.
    Source: crossplane-runtime pkg/xpkg/client.go; settled with the readers' own libraries.
    """
    reading = subject.case.reading
    if reading is not None and reading.entry_type not in {None, "file"}:
        is_read = reading.has_bytes
        yield Problem(
            message=f"{reading.entry} is a {reading.entry_type}",
            more="Crossplane reads it as empty",
            says="not exactly one package meta type" if is_read else None,
            where=Where(layer=reading.layer, entry=reading.entry),
        )


def _passed_over(subject: ImageSubject) -> Iterator[tuple[int, Candidate]]:
    """The files in the root of layers that were not read, where one in a folder is taken for the package."""
    reading = subject.case.reading
    if reading is None or not _is_taken(reading) or "/" not in _cleaned(reading.entry):
        return
    opened = {facts.index for facts in subject.read_layers}
    for facts in subject.case.contents.layers:
        if facts.index not in opened and facts.root_file is not None:
            yield facts.index, facts.root_file


def _of_other_names(subject: ImageSubject) -> Iterator[Problem]:
    """The doubled names in what managers 1.13 to 2.1 validate."""
    for facts in filter(subject.is_validated, subject.case.contents.layers):
        if others := [name for name in facts.repeated if _cleaned(name) != _FILE]:
            yield Problem(
                message=f"Layer {facts.index} has the entry {others[0]} twice{more(len(others) - 1)}",
                says=f"invalid package layer: duplicate file path: {others[0]}" if subject.is_annotated else None,
                where=Where(layer=facts.index, entry=others[0]),
                readers=("manager-1.13", "manager-2.0"),
            )


def _sibling(subject: ImageSubject) -> "Sibling | None":
    """What the labels of the image say that it is instead of a package."""
    config = subject.case.image.config if subject.case.image else None
    if config is None:
        return None
    from xpkgtui.formats.xpkg.sources.siblings import of_labels  # not where the ruleset is only listed

    return of_labels(config.labels)


def _is_taken(reading: Reading | None) -> bool:
    return reading is not None and reading.entry is not None and reading.has_bytes


def _contents(facts: LayerFacts | None) -> str:
    if facts is None or not facts.read:
        return "it was not read"
    if not facts.names:
        return "it holds no files"
    return f"it holds {few(facts.names, 3, total=facts.entries or 0)}"


def _cleaned(name: str | None) -> str:
    parts = [part for part in (name or "").split("/") if part not in {"", "."}]
    return "/".join(parts)


def _has_twice(facts: LayerFacts) -> bool:
    names = [one.name for one in facts.stream_files]
    return len(set(names)) < len(names)


def _removed(subject: ImageSubject) -> tuple[str, int, str] | None:
    """The mark that removes the file: a sentence, its layer and its name; None where there is none.

    A layer's own whiteout counts where it comes before the file.
    """
    for upper in sorted(subject.read_layers, key=lambda one: -one.index):
        for lower in subject.case.contents.layers:
            for file in lower.stream_files if lower.index <= upper.index else ():
                if name := upper.removal_of(file.name):
                    by, has = subject.layer_title(upper.index), subject.layer_name(lower.index)
                    what = "the opaque mark" if _cleaned(name).endswith(".wh..wh..opq") else "the whiteout"
                    path = _cleaned(file.name)
                    of = f"its own {path}" if lower.index == upper.index else f"{path} of {has}"
                    return f"{by} removes {of} with {what} {name}", upper.index, name
    return None
