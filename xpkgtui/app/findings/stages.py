"""Everything that a program does with a package, in steps: from its name to the API server, or to where it stops."""

from collections import Counter
from collections.abc import Iterator

from xpkgtui import visible
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.reporting.sentence import acceptance_of
from xpkgtui.reporting.words import platform_sentence, short_kind
from xpkgtui.rules.finding import Acceptance, Finding, Stage
from xpkgtui.visible import plural

_OPEN, _PLATFORM, _MANIFEST = "Opens the source", "Chooses the platform", "Reads the manifest"
_PARSE, _LINT, _PACK = "Parses the documents", "Lints the package", "Packs the examples"
_COMPARE, _INSTALL, _PULL = "Compares the version", "Installs the objects", "Pulls the image to run it"
_TITLES = {
    Stage.FETCH: "Resolves the reference",
    Stage.ARCHIVE: _OPEN,
    Stage.INDEX: _PLATFORM,
    Stage.MANIFEST: _MANIFEST,
    Stage.LAYER: "Reads the layers",
    Stage.FILE: "Takes the file",
    Stage.PARSE: _PARSE,
    Stage.LINT: _LINT,
    Stage.PACK: _PACK,
    Stage.CONSTRAINT: _COMPARE,
    Stage.INSTALL: _INSTALL,
    Stage.RUN: _PULL,
}


_FORMS = {
    "docker-archive": "image archive",
    "oci-archive": "OCI archive",
    "oci-layout": "OCI layout",
    "dir": "folder of skopeo",
    "folder": "folder of sources",
}


def steps(inspection: Inspection, one: ReaderResult | None = None) -> tuple[Step, ...]:
    """The steps of the reader that is shown, as far as they are known; a refusal ends with the step that fails."""
    judging = one or inspection.judging_result
    if judging is not None and judging.reader.phases:
        return (*_before(inspection), *judging.steps)
    blamed = inspection.culprit if is_refused(inspection) else None
    found: list[Step] = []
    reading = inspection.reading.steps if inspection.reading else ()
    for step in (*_before(inspection), *reading, *_after(inspection)):
        if blamed is not None and step.title == _TITLES[blamed.stage]:
            return (*found, _failing(blamed))
        found.append(step)
        if step.sign is Sign.BAD and blamed is not None:
            return tuple(found)
    return (*found, _failing(blamed)) if blamed else tuple(found)


def is_refused(inspection: Inspection) -> bool:
    """Whether the verdict is that it is refused."""
    return acceptance_of(inspection) is Acceptance.REFUSED


def is_accepted(inspection: Inspection) -> bool:
    """Whether the verdict is that it is accepted."""
    return acceptance_of(inspection) is Acceptance.ACCEPTED


def _failing(blamed: Finding) -> Step:
    evidence = visible.line(visible.screenful(f"{blamed.rule}: {blamed.message}"))
    return Step(title=_TITLES[blamed.stage], evidence=evidence, sign=Sign.BAD)


def _before(inspection: Inspection) -> Iterator[Step]:
    """What happens before a layer is read."""
    resolved = inspection.resolved
    if resolved is not None:
        short = (resolved.digest or "").partition(":")[2][:12]
        form = _FORMS.get(str(resolved.form), str(resolved.form))
        form = form if inspection.wording.builds else form.removesuffix(" of sources")
        evidence = f"{form}, {short}" if short else form
        yield Step(title="Resolves the reference" if resolved.is_remote else _OPEN, evidence=evidence)
    if isinstance(inspection.platforms, Failed):
        yield Step(title=_PLATFORM, evidence=visible.line(inspection.platforms.failure.title), sign=Sign.BAD)
    elif isinstance(inspection.platforms, Ready) and inspection.is_index:
        chosen = next((row for row in inspection.platforms.value if row.chosen), None)
        entries = visible.plural(len(inspection.platforms.value), "entry", "entries")
        if chosen is None:
            said = f"none of {entries} is one that {inspection.wording.program} reads"
            yield Step(title=_PLATFORM, evidence=said, sign=Sign.BAD if is_refused(inspection) else Sign.WARNING)
        else:
            why = platform_sentence(chosen, inspection.wording).partition(": ")[2]
            said = f"{chosen.name} of {entries}{': ' if why else ''}{why}"
            yield Step(title=_PLATFORM, evidence=visible.line(said))
    if isinstance(inspection.manifest, Failed):
        yield Step(title=_MANIFEST, evidence=visible.line(inspection.manifest.failure.title), sign=Sign.BAD)
    elif isinstance(inspection.manifest, Ready):
        count = len(inspection.manifest.value.layers)
        yield Step(title=_MANIFEST, evidence=f"{plural(count, 'layer')}; its digest matches")


def _after(inspection: Inspection) -> Iterator[Step]:
    """What happens to the documents, once the stream is there and judged."""
    verdict = inspection.verdict
    if inspection.stream is None or not isinstance(verdict, Ready) or verdict.value.acceptance is None:
        return
    rows, count = inspection.listed, inspection.objects_count
    yield Step(title=_PARSE, evidence=plural(count, "document"))
    kinds = Counter(short_kind(row) for row in rows).most_common(4)
    named = ", ".join(f"{number:,} {visible.line(kind)}{'s' if number > 1 else ''}" for kind, number in kinds)
    yield Step(title=_LINT, evidence=named)
    if server := inspection.wording.server:
        yield Step(title=_INSTALL, evidence=f"the rules of the {server}, applied here without a cluster")
