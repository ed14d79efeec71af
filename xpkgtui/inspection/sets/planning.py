"""A set of manifests: its files are read, its packages are opened, and the plan is made."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.questions import Answer, ContentsOf, PackageOpened, Question
from xpkgtui.formats.known import PLANNED, set_planner
from xpkgtui.formats.sets.objects import ManifestFile, ManifestSet
from xpkgtui.formats.sets.plan import SetFinding, SetPlan
from xpkgtui.formats.sets.reading import read_set
from xpkgtui.inspection.dependencies.named_hosts import NamedHosts
from xpkgtui.inspection.dependencies.registries import RegistryAnswers, asked
from xpkgtui.inspection.messages.dependencies import SetPlanned
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import PlanSet
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.sources.manifests import ManifestFiles
from xpkgtui.visible import plural


async def plan_set(request: PlanSet, pool: Threads, emit: Emit) -> None:
    """Emits the plan; raises `Usage` where there is nothing to plan, or what is installed cannot be read."""
    files = await pool.run(lambda: ManifestFiles(request.paths, request.text.encode("utf-8", "surrogateescape")))
    manifests = await pool.run(lambda: read_set(files.files, files.skipped, files.unread, request.options.limits))
    if request.cluster is not None:
        # Asks with kubectl, which others do without.
        from xpkgtui.sources.installing import installed_set

        context, access = request.cluster, request.options.access
        text = await pool.run(lambda: installed_set(context, access))
        if not text:
            raise Usage("the cluster has no packages of Crossplane", hint="Is it the context that you mean?")
        request = replace(request, plan=replace(request.plan, installed=text))
    if not request.plan.installed:
        _require_objects(manifests)
    whole = await _planned(request, manifests, pool, emit)
    await emit(SetPlanned(whole=replace(whole, findings=tuple(_with_excerpts(whole.findings, files.files)))))


_BEFORE = 1
"""Lines that are shown before the one that is meant."""
_SECRETS = b"Secret"
"""A file that has this word is shown nowhere."""


def _with_excerpts(findings: Iterable[SetFinding], files: Iterable[ManifestFile]) -> Iterator[SetFinding]:
    """The findings with the lines that they are about; a file with secrets is shown nowhere."""
    texts = {one.path: one.data.split(b"\n") for one in files if _SECRETS not in one.data}
    for finding in findings:
        lines, number = texts.get(finding.place.file or "", []), finding.place.line or 0
        if 0 < number <= len(lines):
            shown = lines[max(0, number - 1 - _BEFORE) : number]
            kept = [one for one in shown[:-1] if one.strip() and not one.startswith(b"---")] + shown[-1:]
            excerpt = tuple(one.decode("utf-8", "replace").rstrip("\r")[:_WIDEST] for one in kept)
            finding = replace(finding, excerpt=excerpt)
        yield finding


_WIDEST = 400


def _require_objects(manifests: ManifestSet) -> None:
    """Raises `Usage` where nothing of the set is for Crossplane."""
    if manifests.objects or manifests.faults or manifests.unread:
        return
    there = ", ".join(f"{kind} ({count:,})" for kind, count in manifests.others.items())
    raise Usage(
        f"there is no object for Crossplane in {plural(manifests.files, 'file')}",
        hint=f"There are {there}."
        if there
        else "Give a file or a folder with Providers, Configurations or Functions.",
    )


async def _planned(request: PlanSet, manifests: ManifestSet, pool: Threads, emit: Emit) -> SetPlan:
    brought: dict[str, object] = {}

    async def read(reference: str, stream: PackageStream) -> None:
        brought[reference] = await pool.run(lambda: _brought(stream), on=stream.file.size)

    async def answer(question: Question) -> Answer:
        found = await registries.answer(question)
        if isinstance(question, ContentsOf) and isinstance(found, PackageOpened):
            return replace(found, holds=brought.get(question.reference))
        return found

    async def progress(done: int, total: int) -> None:
        await emit(Progressed(part=PartName.DEPENDENCIES, what="Asking registries", done=done, total=total))

    dependencies = PLANNED.dependencies()
    assert dependencies is not None  # its packages have dependencies
    named = NamedHosts(request.options.access, None)
    registries = RegistryAnswers(request.options, pool, {}, named, dependencies, read)
    try:
        return await asked(set_planner().plan(manifests, request.plan), answer, progress, pool)
    finally:
        registries.close()


def _brought(stream: PackageStream) -> object:
    """What a package brings into a cluster."""
    with mapped(stream.file) as data:
        return set_planner().holds(package_objects(stream, data, Effort.of_stream(len(data), stream.limits)))
