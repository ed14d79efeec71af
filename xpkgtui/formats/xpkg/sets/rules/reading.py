"""Rules about what is read of a set, and what the API server says of its objects."""

from collections.abc import Iterator
from posixpath import dirname
from typing import NamedTuple

from xpkgtui.commands import command
from xpkgtui.formats.definitions.field_errors import ErrorType
from xpkgtui.formats.definitions.objects.faults import NOWHERE, ObjectError, path_of
from xpkgtui.formats.definitions.objects.judging import UNCHECKED
from xpkgtui.formats.sets.objects import ManifestFault, SetObject, SkipReason
from xpkgtui.formats.sets.reading import BUILT_IN_KINDS
from xpkgtui.formats.xpkg.sets.admission import is_of_crossplane
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, XRD, brought
from xpkgtui.formats.xpkg.sets.manifests import LACKING, PACKAGE_KINDS
from xpkgtui.formats.xpkg.sets.rules.wording import did_you_mean, together
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, same, text
from xpkgtui.versions.kubernetes import priority
from xpkgtui.visible import few, plural

_TWICE = "may not add resource with an already registered id: "
_FEW = 5
"""Places that one finding names beside its own."""


@set_rule("SET001", "A manifest cannot be parsed", "EW")
def unparsable(case: SetCase) -> Iterator[SetProblem]:
    """Every document of a set is YAML with an apiVersion and a kind.

    Why: Argo CD and Flux apply nothing of a set that they cannot parse. kubectl leaves the document out, and those
    behind it where it is no YAML. A key that is there twice stops kustomize and Flux alone.
    When it bites: When the set is applied. The other documents are judged.
    Fix: Correct the line that the parser names.
    Source: kubectl, Flux kustomize-controller.
    """
    for one in _faults(case, "SET001"):
        then = "" if one.is_read else "Argo CD and Flux apply nothing; kubectl leaves out this document at least."
        yield SetProblem(message=one.message, level=int(one.is_read), says=one.says, place=one.place, then=then)


@set_rule("SET002", "A template is not rendered", "W")
def unrendered(case: SetCase) -> Iterator[SetProblem]:
    """A set is read as it is applied: templates are rendered first.

    Why: What a template makes is not known until its values are put in. If package objects may be in it, no verdict
    is given.
    When it bites: When the set is judged.
    Fix: Render the chart, and give the result: `helm template CHART | xpkgtui plan -`; of names with ${NAME}, what
    Flux, Terraform or envsubst makes of them.
    Source: Helm, Flux kustomize-controller.
    """
    for one in _faults(case, "SET002"):
        rendered = (command("helm", "template", one.folder, "|", "xpkgtui", "plan", "-"),) if one.folder else ()
        fix = "Render it first" if rendered else "Put its values in first, as Helm, Flux and envsubst do"
        yield SetProblem(message=one.message, place=one.place, fix=fix, commands=rendered)


@set_rule("SET003", "kustomize changes what is applied", "W")
def kustomized(case: SetCase) -> Iterator[SetProblem]:
    """The files of a set are what is applied.

    Why: A kustomization with patches, images, names, replacements or charts applies other objects than its files
    have.
    When it bites: When the set is judged: the answer is about the files.
    Fix: Build it, and give the result: `kustomize build DIR | xpkgtui plan -`.
    Source: kustomize.
    """
    for one in _faults(case, "SET003"):
        built = command("kustomize", "build", one.folder, "|", "xpkgtui", "plan", "-")
        yield SetProblem(message=one.message, place=one.place, fix="Build it first", commands=(built,))


def _faults(case: SetCase, rule: str) -> Iterator[ManifestFault]:
    return (one for one in case.manifests.faults if one.rule == rule)


@set_rule("SET004", "One object is in the set twice", "EW")
def twice(case: SetCase) -> Iterator[SetProblem]:
    """A set has one manifest for each object.

    Why: Of two manifests for one object the one that is applied last counts, and the other one is put back at the
    next sync. kustomize refuses such a set. Where both are equal, nothing but the warning comes of it.
    When it bites: When the set is applied.
    Fix: Remove one of them. Give one overlay alone where they are overlays: `kustomize build DIR | xpkgtui plan -`.
    Source: kustomize: may not add resource with an already registered id.
    """
    built = {dirname(one.path) for one in case.manifests.skipped if one.why is SkipReason.KUSTOMIZATION}
    known = {(one.brought.group, one.brought.defines) for one in case.best.cluster.definitions_of(CRD)}
    pairs = [_Twins(*each, _is_harmless(known, *each)) for each in _twins(case)]
    apart = [one for one in pairs if _part(built, one.first) != _part(built, one.second)]
    near = [one for one in pairs if _part(built, one.first) == _part(built, one.second)]
    if len(apart) > 1:
        yield _overlays(built, apart, [_part(built, each) for one in apart for each in one[:2]])
    if len(files := {one.second.place.file for one in near}) > _FEW:
        yield _overlays(built, near, [each.place.file or "-" for one in near for each in one[:2]])
    told: set[tuple[str | None, str | None]] = set()
    for earlier, one, is_harmless in (*(apart if len(apart) < 2 else ()), *(near if len(files) <= _FEW else ())):
        pair, name, is_equal = (earlier.place.file, one.place.file), one.name, _is_equal(earlier, one)
        if pair in told and is_equal:
            continue
        told.add(pair)
        yield SetProblem(
            message=f"{name} is here a second time",
            level=1 if is_harmless else 0,
            says=f"{_TWICE}{name.kind}/{name.name}",
            then="The one that is applied last counts." if not is_equal else "Both say the same.",
            fix="Remove one of them",
            **one.here(),
            also=((earlier.place, "the first one"),),
            packages=(name.name,) if name.kind in PACKAGE_KINDS else (),
        )


class _Twins(NamedTuple):
    """An object that was in the set before, behind the first one."""

    first: SetObject
    second: SetObject
    is_harmless: bool


def _twins(case: SetCase) -> Iterator[tuple[SetObject, SetObject]]:
    """Each object that was in the set before, behind the first one."""
    first: dict[tuple[str, str, str, str], SetObject] = {}
    for one in case.manifests.objects:
        name = one.name
        key = (one.group, name.kind, name.name, text(field(one.value, "metadata", "namespace")))
        earlier = first.setdefault(key, one) if name.name else one
        if earlier is not one:
            yield earlier, one


def _is_equal(earlier: SetObject, one: SetObject) -> bool:
    return same(field(earlier.value, "spec"), field(one.value, "spec"))


def _part(built: set[str], one: SetObject) -> str:
    """The folder of the kustomization that an object belongs to; without one that of its file."""
    folder = own = dirname(one.place.file or "")
    while folder.strip("/") and folder not in built:
        folder = dirname(folder)
    return (folder if folder in built else own) or "."


def _is_harmless(known: set[tuple[str, str]], earlier: SetObject, one: SetObject) -> bool:
    """Whether two manifests are equal, or of a kind that may never be applied here."""
    is_own = is_of_crossplane(one.group) or one.name.kind in BUILT_IN_KINDS
    return _is_equal(earlier, one) or not (is_own or (one.group, one.name.kind) in known)


def _overlays(built: set[str], pairs: list[_Twins], parts: list[str]) -> SetProblem:
    """What is said once of all objects that several folders or files have."""
    one, listed = pairs[0].second, list(dict.fromkeys(parts))
    names, last = list(dict.fromkeys(str(each.second.name) for each in pairs)), parts[1]
    plan = ("kustomize", "build", last, "|", "xpkgtui", "plan", "-") if last in built else ("xpkgtui", "plan", last)
    what = f"{names[0]} is in" if len(names) == 1 else f"{len(names):,} objects are in several of"
    return SetProblem(
        message=f"{what} {few(listed, _FEW)}",
        level=1 if all(each.is_harmless for each in pairs) else 0,
        says=f"{_TWICE}{one.name.kind}/{one.name.name}",
        then="Of each the one that is applied last counts.",
        fix="Give one of them alone, where they are overlays, clusters, stages or examples",
        **one.here(),
        also=((pairs[0].first.place, "the first one"),),
        packages=tuple(
            dict.fromkeys(each.second.name.name for each in pairs if each.second.name.kind in PACKAGE_KINDS)
        ),
        commands=(command(*plan),),
    )


@set_rule("SET005", "The API server refuses the object", "E")
def refused(case: SetCase) -> Iterator[SetProblem]:
    """The API server takes each object of the set.

    Why: What it refuses is not there, and what needs it fails. An object that is installed stays as it was. A field
    that is not known is refused where kubectl applies it; other clients have it dropped without a word.
    When it bites: When the set is applied.
    Fix: Correct the field that the message names.
    Source: Crossplane's own CustomResourceDefinitions, by release.
    """
    for one in case.best.refused:
        said = case.manifests.objects[one.number]
        name, faults = said.name, tuple(_faulty_fields(case, said))
        left = [each for each in faults if not _is_told(said, each.field)]
        if one.message.startswith(_NO_KIND) or (faults and not left):
            continue
        first = left[0] if left else _FaultyField("", f"The API server refuses {name}", "Correct it")
        yield SetProblem(
            message=first.message,
            says=one.message,
            fix=first.fix,
            object=name,
            place=_place(said, first.field),
            packages=(name.name,) if name.kind in PACKAGE_KINDS else (),
            also=tuple((_place(said, each.field), each.message) for each in left[1:]),
        )


class _FaultyField(NamedTuple):
    field: str
    message: str
    fix: str


def _faulty_fields(case: SetCase, one: SetObject) -> Iterator[_FaultyField]:
    """Each field for which an object is refused, those that are not known first."""
    judged, name = case.judged(one), one.name
    if judged is None:
        return
    for path in judged.unknown:
        near = did_you_mean(
            case.guesses, path.rpartition(".")[2], case.admission.siblings(one.value, path), "Remove it"
        )
        yield _FaultyField(path, f"{name} has {path}, which the API server does not know", near)
    for each in judged.errors:
        if each.message != UNCHECKED:
            where = f" for {each.field}" if each.field != NOWHERE else ""
            yield _FaultyField(each.field, f"The API server refuses {name}{where}", _advice(each))


def _advice(error: ObjectError) -> str:
    match error.type:
        case ErrorType.REQUIRED:
            return f"Write {error.field}"
        case ErrorType.UNSUPPORTED:
            return "Write one of the supported values"
        case ErrorType.FORBIDDEN:
            return "Remove it"
        case _:
            return "Correct it"


def _place(one: SetObject, field: str) -> Place:
    parts = path_of(field).parts
    return one.at(*parts) if parts else one.place


_NO_KIND = "no matches for kind"


def _is_told(one: SetObject, path: str) -> bool:
    """Whether a rule of its own says more of a field that is refused."""
    kind = one.name.kind
    if kind in PACKAGE_KINDS:
        has_package = bool(text(field(one.value, "spec", "package")))
        return path == "spec.controllerConfigRef" or (path == "spec.package" and has_package)
    if kind == "DeploymentRuntimeConfig":
        return path in LACKING
    if kind == "ImageConfig":
        return path == "spec.runtime"
    is_pipeline = field(one.value, "spec", "pipeline")
    return kind == COMPOSITION and not is_pipeline and (path == NOWHERE or path.startswith("spec"))


@set_rule("SET006", "This Crossplane does not have the kind", "E")
def unknown_kind(case: SetCase) -> Iterator[SetProblem]:
    """The kinds of a set are those that the Crossplane that runs, and definitions of packages and of the set, serve.

    Why: The API server knows only what definitions serve.
    When it bites: When the set is applied; Flux then applies nothing of the Kustomization.
    Fix: Write the version that it has, or remove the object.
    Source: cluster/crds of Crossplane, by release.
    """
    for one in case.manifests.objects:
        name = one.name
        if not is_of_crossplane(one.group) or name.kind in ("ControllerConfig", "StoreConfig"):
            continue
        having = case.admission.versions_of(one.group, name.kind)
        if name.api_version.rpartition("/")[2] in having:
            continue
        unknown = f"Remove it: Crossplane {case.minor} has no {name.kind}"
        absent = did_you_mean(case.guesses, name.kind, PACKAGE_KINDS, unknown)
        yield SetProblem(
            message=f"{name} is of {name.api_version}, which Crossplane {case.minor} does not have",
            says=f'no matches for kind "{name.kind}" in version "{name.api_version}"',
            fix=f"Write {one.group}/{having[0]}" if having else absent,
            **one.here(),
            packages=(name.name,) if name.kind in PACKAGE_KINDS else (),
        )
    yield from _of_other_versions(case)


def _of_other_versions(case: SetCase) -> Iterator[SetProblem]:
    """The objects of versions that their definitions do not serve."""
    served = _served(case)
    for one in case.manifests.objects:
        there = sorted(_not_served(served, one), key=priority)
        if not there or is_of_crossplane(one.group):
            continue
        yield SetProblem(
            message=f"{one.name} is of {one.name.api_version}, and its definition serves {together(there)}",
            says=f'no matches for kind "{one.name.kind}" in version "{one.name.api_version}"',
            then="It is not applied.",
            fix=f"Write {one.group}/{there[-1]}",
            **one.here(),
        )


def _served(case: SetCase) -> dict[tuple[str, str], set[str]]:
    """The versions of the kinds that definitions of packages and of the set make, by group and kind."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in (each.brought for each in case.best.cluster.definitions_of(CRD)):
        for kind in filter(None, (one.defines, one.claim_kind)):
            found.setdefault((one.group, kind), set()).update(one.versions)
    return found


def _not_served(served: dict[tuple[str, str], set[str]], one: SetObject) -> set[str]:
    """The versions of an object's kind, where its own is none of them; empty where it is, or none is known."""
    there = served.get((one.group, one.name.kind), set())
    return set() if one.name.api_version.rpartition("/")[2] in there else there


@set_rule("SET007", "An object comes before the kind that its package brings", "W")
def kind_before_package(case: SetCase) -> Iterator[SetProblem]:
    """Objects whose kind a package of the set brings are applied after that package.

    Why: Until the package is installed the API server does not know the kind. Argo CD tries all objects before it
    applies any, unless the object has the option SkipDryRunOnMissingResource=true; Flux applies nothing of the
    Kustomization.
    When it bites: On the first sync into a new cluster.
    Fix: Put it into a later wave, with the option, or into a later Kustomization (dependsOn).
    Source: Argo CD, sync options; Flux, kustomize-controller.
    """
    first = min((one.object.wave for one in case.members), default=0)
    installed = case.installed_kinds
    made = (brought(one.value) for one in case.of(EXTENSIONS, XRD))
    own = {(one.group, kind) for one in made for kind in (one.defines, one.claim_kind)}
    early: dict[tuple[str, str], list[SetObject]] = {}
    served = _served(case)
    for one in case.manifests.objects:
        key = one.group, one.name.kind
        if _not_served(served, one):
            continue
        is_later = (one.wave > first and one.may_lack_kind) or (case.options.in_order and one.source > 0)
        if not is_later and key not in installed and (key in own or _defined_by_package(case, one)):
            early.setdefault(key, []).append(one)
    for key, (one, *others) in early.items():
        maker = "definition that makes" if key in own else "package that brings"
        they = f"{one.name} and {plural(len(others), 'other')} are" if others else f"{one.name} is"
        until = "that is established" if key in own else "the package is installed"
        yield SetProblem(
            message=f"{they} applied with the {maker} {'their' if others else 'its'} kind",
            says=f'no matches for kind "{one.name.kind}" in version "{one.name.api_version}"',
            then=f"{'They are' if others else 'It is'} not applied until {until}; "
            "Flux applies nothing of the Kustomization.",
            fix="Give it a later sync wave, and the option SkipDryRunOnMissingResource=true; or a Kustomization of "
            "its own that depends on the others",
            **one.here(),
            also=tuple((each.place, f"{each.name} too") for each in others[:_FEW]),
        )


def _defined_by_package(case: SetCase, one: SetObject) -> bool:
    """Whether a package of the set, and no manifest of it, defines the kind of an object."""
    version = one.name.api_version.rpartition("/")[2]
    return any(
        each.brought.group == one.group
        and one.name.kind in (each.brought.defines, each.brought.claim_kind)
        and (version in each.brought.versions or not each.brought.versions)
        and not each.is_of_user
        for each in case.best.cluster.definitions_of(CRD)
    )
