"""Comparisons of readers as the screen gets to see them, over the packages of `stories`."""

from dataclasses import replace
from pathlib import Path

from builders.screens import stories
from builders.screens.images import AWS
from builders.screens.port import Story

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult, Repair
from xpkgtui.formats.judging.stream_verdict import Refusal, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Part, Reading, ReadStage, Sign, Step
from xpkgtui.rules.finding import Acceptance

NEW = frozenset({"manager-2.0", "manager-2.2", "manager-2.4"})
DECOY = ".up/examples/package.yaml"
SCHEME = "pkg/runtime/scheme.go:111"
UNKNOWN = f'no kind "Bucket" is registered for version "s3.aws.upbound.io/v1beta1" in scheme "{SCHEME}"'
MIRROR = "registry.example.com/mirror/provider-aws-s3:v1.21.0"


def taking(reader: KnownReader, layer: int, name: str, sha256: str) -> Reading:
    """A reading that takes an entry."""
    steps = (
        Step(title="Looks for a layer annotated base", evidence="none of 4 layers is annotated", sign=Sign.WARNING),
        Step(title="Takes the first entry called package.yaml", evidence=f"layer {layer}: {name}"),
    )
    parts = (Part(name=name, layer=layer),)
    return Reading(reader=reader.name, layer=layer, parts=parts, sha256=sha256, layers_read=(layer,), steps=steps)


def accepting(
    reader: KnownReader, layer: int = 2, name: str = "package.yaml", sha256: str = "a" * 64
) -> ReaderResult:
    """A row that accepts."""
    verdict = StreamVerdict(reader=reader.name, acceptance=Acceptance.ACCEPTED, measured=True)
    return ReaderResult(reader=reader, reading=taking(reader, layer, name, sha256), verdict=verdict)


def refusing(reader: KnownReader, message: str = UNKNOWN, name: str = DECOY) -> ReaderResult:
    """A row that takes an example of layer 3 and cannot parse it."""
    refusal = Refusal(stage=ReadStage.PARSE, message=message, document=1)
    verdict = StreamVerdict(reader=reader.name, acceptance=Acceptance.REFUSED, refusal=refusal, measured=True)
    return ReaderResult(reader=reader, reading=taking(reader, 3, name, "b" * 64), verdict=verdict)


def unread(reader: KnownReader) -> ReaderResult:
    """A row that needs layer 1."""
    step = Step(title="Reads layer 1", evidence="it was not read", sign=Sign.WARNING)
    return ReaderResult(reader=reader, reading=Reading(reader=reader.name, unread=1, steps=(step,)))


def agreed() -> ReaderComparison:
    """All nine take layer 2."""
    objects = (
        StreamObject(1, "meta.pkg.crossplane.io/v1", "Provider", "provider-aws-s3", Role.META),
        StreamObject(2, "apiextensions.k8s.io/v1", "CustomResourceDefinition", "buckets", Role.OBJECT),
    )
    return ReaderComparison(results=tuple(map(accepting, READERS)), objects={"a" * 64: objects})


def torn() -> ReaderComparison:
    """Managers of today take an example, all others the package."""
    rows = tuple(refusing(one) if one.name in NEW else accepting(one) for one in READERS)
    repair = Repair(
        cause="docker pull, tag and push drop the annotations of layers; the config's labels still name a base.",
        commands=(PrintedCommand(words=("crane", "copy", AWS, MIRROR)),),
        effect="All nine readers then take layer 2.",
    )
    return ReaderComparison(results=rows, repairs=(repair,))


def hostile() -> ReaderComparison:
    """Names and messages with escapes."""
    ugly = "\x1b]0;owned\x07\u202e[bold]" + "x" * 400
    return ReaderComparison(results=tuple(refusing(one, ugly, f"{ugly}/package.yaml") for one in READERS))


def waiting() -> ReaderComparison:
    """The oldest manager needs a layer that was not read."""
    return replace(
        agreed(), results=tuple(unread(one) if one.name == "manager-1.0" else accepting(one) for one in READERS)
    )


def why_refused(folder: Path) -> Story:
    """A refused package on which readers disagree."""
    return _with(stories.refused(folder), torn())


def why_accepted(folder: Path) -> Story:
    """An accepted package on which all agree."""
    return _with(stories.accepted(folder), agreed())


def why_hostile(folder: Path) -> Story:
    """A package whose names are hostile."""
    return _with(stories.refused(folder), hostile())


def why_unread(folder: Path) -> Story:
    """A package of which a reader needs more."""
    return _with(stories.accepted(folder), waiting())


def _with(story: Story, comparison: ReaderComparison) -> Story:
    story.comparison = comparison
    return story
