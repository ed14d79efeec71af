"""Plans of small sets, with what registries would answer."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builders.orchard import HOST

from xpkgtui.formats.dependencies.needed import ImageFacts
from xpkgtui.formats.dependencies.questions import Answer, ContentsOf, PackageOpened, Question, TagsFound, TagsOf
from xpkgtui.formats.known import set_planner
from xpkgtui.formats.sets.objects import ManifestFile, ManifestSet
from xpkgtui.formats.sets.outdated import OutdatedSet
from xpkgtui.formats.sets.plan import SetPlan
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.formats.sets.reading import read_set
from xpkgtui.formats.xpkg.dependencies.families import LABEL
from xpkgtui.formats.xpkg.sets.contents import BroughtObject


def opened(
    kind: str,
    *objects: BroughtObject,
    needs: Sequence[tuple[str, str, str]] = (),
    crossplane: str = "",
    capabilities: Sequence[str] = (),
    family: str = "",
) -> PackageOpened:
    """A package: `needs` are kind, name (with its host, if that is another) and constraint of what it depends on."""
    packages = ((each, name if "." in name.partition("/")[0] else f"{HOST}/{name}", by) for each, name, by in needs)
    spec: dict[str, Any] = {
        "dependsOn": [
            {"apiVersion": "pkg.crossplane.io/v1", "kind": each, "package": name, "version": constraint}
            for each, name, constraint in packages
        ],
        "capabilities": list(capabilities),
    }
    if crossplane:
        spec["crossplane"] = {"version": crossplane}
    meta = {"kind": kind, "metadata": {"labels": {LABEL: family}}, "spec": spec}
    return PackageOpened(kind=kind, meta=meta, image=ImageFacts(digest="sha256:0"), holds=objects)


def planned(
    manifests: Mapping[str, str] | str,
    packages: Mapping[str, Mapping[str, PackageOpened]],
    options: PlanOptions | None = None,
    *,
    dead: Sequence[str] = (),
) -> SetPlan:
    """The plan of a set; `packages` are those of the orchard or of a host by name and tag, `dead` do not answer."""
    plan: SetPlan = _answered(manifests, packages, set_planner().plan, options or PlanOptions(), dead)
    return plan


def outdated(
    manifests: str,
    packages: Mapping[str, Mapping[str, PackageOpened]],
    options: PlanOptions | None = None,
    *,
    dead: Sequence[str] = (),
) -> OutdatedSet:
    """The versions of the packages of a set."""
    found: OutdatedSet = _answered(manifests, packages, set_planner().outdated, options or PlanOptions(), dead)
    return found


def _answered(
    manifests: Mapping[str, str] | str,
    packages: Mapping[str, Mapping[str, PackageOpened]],
    asking: Callable[[ManifestSet, PlanOptions], Generator[tuple[Question, ...], Mapping[Question, Answer], Any]],
    options: PlanOptions,
    dead: Sequence[str],
) -> Any:
    files = {"set.yaml": manifests} if isinstance(manifests, str) else manifests
    files = {path: text for path, text in files.items() if text}
    read = read_set([ManifestFile(path=path, data=text.encode()) for path, text in files.items()], (), ())
    found = {name if "." in name.partition("/")[0] else f"{HOST}/{name}": tags for name, tags in packages.items()}

    def answer(question: Question) -> Answer:
        place = question.repository if isinstance(question, TagsOf) else getattr(question, "reference", "")
        if place.startswith(tuple(dead)) and dead:
            fault = "the registry did not answer"
            kind = TagsFound if isinstance(question, TagsOf) else PackageOpened
            return kind(fault=fault, is_unreachable=True)
        if isinstance(question, TagsOf):
            tags = tuple(found.get(question.repository, ()))
            return TagsFound(tags=tags, fault="" if tags else "not found")
        assert isinstance(question, ContentsOf)
        source, _, tag = question.reference.rpartition(":")
        one = found.get(source, {}).get(tag)
        if one is None:
            return PackageOpened(fault="not found")
        digest = f"sha256:{abs(sum(map(ord, source + tag))):064x}"
        return replace(one, image=ImageFacts(digest=digest))

    planning = asking(read, options)
    answers: dict[Question, Answer] = {}
    try:
        questions = next(planning)
        while True:
            answers |= {one: answer(one) for one in questions}
            questions = planning.send(answers)
    except StopIteration as end:
        return end.value
