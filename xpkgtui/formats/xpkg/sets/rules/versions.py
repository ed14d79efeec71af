"""Rules about kinds and fields that other versions of Crossplane have, and about names that cannot run."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.commands import PrintedCommand, command, spelled
from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.sets.admission import SetAdmission
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, GROUP, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, XRD
from xpkgtui.formats.xpkg.sets.rules.wording import they_ask, together
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.facts import NO_CONTROLLER_CONFIGS, PIPELINES_ONLY, minor_of
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, text
from xpkgtui.visible import plural

_SERVICE = late(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_LABEL = 63
_API_SERVER = "kubernetes"
_FEW = 5
"""Places that one finding names beside its own."""


@set_rule("SET606", "A package's name cannot be a Service's", "E")
def no_service(case: SetCase) -> Iterator[SetProblem]:
    """The name of a Provider or Function begins with a letter, and has no dots.

    Why: Crossplane makes a Service of that name, whose names are stricter. The API server takes the package, and it
    never gets healthy.
    When it bites: When the package is installed.
    Fix: Give it another name.
    Source: seen with Crossplane 2.4.
    """
    for one in case.members:
        if (
            one.manifest.kind == "Configuration"
            or case.package(one.manifest.key) is None
            or (_SERVICE.fullmatch(one.name) and len(one.name) <= _LABEL)
        ):
            continue
        revision = case.revision(one.manifest.key)
        yield SetProblem(
            message=f"{one.name} cannot be the name of a Service",
            says=revision.runtime.message if revision else "",
            then=f"{one.name} never gets healthy.",
            fix="Give it a name of lowercase letters, digits and dashes that begins with a letter",
            **one.about("metadata", "name"),
        )


@set_rule("SET607", "The package is paused", "W")
def paused(case: SetCase) -> Iterator[SetProblem]:
    """A package of a set is not paused.

    Why: Nothing happens to a paused package, and it does not join the lock: who asks for it does not find it.
    When it bites: As long as it has the annotation.
    Fix: Remove the annotation crossplane.io/paused.
    Source: Crossplane, the pause annotation.
    """
    for one in case.members:
        if one.manifest.is_paused:
            asking = [package.manifest.name for package, _ in case.asked_by(one.source)]
            missing = case.installed.package(one.manifest.key) is None and asking
            yield SetProblem(
                message=f"{one.name} is paused",
                says="Reconciliation (including deletion) is paused via the pause annotation",
                then=f"It stays as it is.{f' {they_ask(asking)} for it: unhealthy until then.' if missing else ''}",
                fix="Remove the annotation crossplane.io/paused",
                **one.about("metadata", "annotations"),
            )


@set_rule("SET608", "A Provider and a Function share a name", "W")
def shared_name(case: SetCase) -> Iterator[SetProblem]:
    """Packages that run something have different names.

    Why: Service and certificates have the name of the package object: a Provider and a Function of one name take them
    from each other without end.
    When it bites: As long as both are installed.
    Fix: Rename one of them.
    Source: seen with Crossplane 2.4.
    """
    functions = {one.name for one in case.members if one.manifest.kind == "Function"}
    for one in case.members:
        if one.manifest.kind == "Provider" and one.name in functions:
            yield SetProblem(
                message=f"A Provider and a Function are called {one.name}",
                then="They take Service and certificates from each other without end.",
                fix="Rename one of them",
                **one.about("metadata", "name"),
            )


@set_rule("SET609", "Its Service hides the API server", "E")
def hidden_server(case: SetCase) -> Iterator[SetProblem]:
    """The Service of a Provider is not called kubernetes.

    Why: Kubernetes tells each pod by environment variables where the API server is, under the name kubernetes; a
    Service of that name in the pod's own namespace comes first. That of a Function has no address: it is harmless.
    When it bites: When a pod in the namespace of Crossplane starts, Crossplane's own too: it asks the provider.
    Fix: Give the object another name.
    Source: provider-kubernetes#183; kubelet, getServiceEnvVarMap.
    """
    for one in case.members:
        revision = case.revision(one.manifest.key)
        if revision is None or one.manifest.kind != "Provider":
            continue
        config = case.best.cluster.runtime_config_of(revision)[1]
        if ((config.service if config else "") or one.name) == _API_SERVER:
            yield SetProblem(
                message=f"The Service of {one.name} is called {_API_SERVER}, as that of the API server",
                then="Pods beside it that start from now on, Crossplane's own too, do not find the API server.",
                fix="Give the object another name",
                **one.about("metadata", "name"),
            )


_BY_A_CLI = "with a CLI from 1.15 to 1.20"


@set_rule("SET701", "ControllerConfig is gone", "EI")
def controller_config(case: SetCase) -> Iterator[SetProblem]:
    """What runs of a package is set by a DeploymentRuntimeConfig.

    Why: Crossplane 2 has no ControllerConfig; up to 1.20 it is deprecated.
    When it bites: When it is applied to Crossplane 2.
    Fix: Convert it with the CLI of 1.x: `crossplane beta convert deployment-runtime FILE`.
    Source: cluster/crds of Crossplane 1.20 and 2.0.
    """
    for one in case.of(GROUP, "ControllerConfig"):
        yield _gone(case, one)


def _gone(case: SetCase, one: SetObject) -> SetProblem:
    is_gone = NO_CONTROLLER_CONFIGS.holds(case.minor)
    return SetProblem(
        message=f"{one.name} is of a kind that Crossplane {case.minor} "
        + ("does not have" if is_gone else "deprecates"),
        level=0 if is_gone else 1,
        says=f'no matches for kind "{one.name.kind}" in version "{one.name.api_version}"' if is_gone else "",
        then="Packages that name it run with the defaults." if is_gone else "It is gone in Crossplane 2.",
        fix=f"Make a DeploymentRuntimeConfig of it, {_BY_A_CLI}",
        commands=(_converted(spelled("crossplane beta convert deployment-runtime"), one),),
        **one.here("kind"),
    )


def _converted(convert: PrintedCommand, one: SetObject) -> PrintedCommand:
    """The command that prints an object in its new form: the CLI reads the first document of a file alone."""
    file = one.place.file or "-"
    if file == "-" or one.written is None:
        return replace(convert, words=(*convert.words, "FILE"), spelled="")
    text, first = one.written
    if text.strip() == one.data.strip():
        return replace(convert, words=(*convert.words, file), spelled="")
    lines = f"{first},{first + len(text.rstrip().splitlines()) - 1}p"
    return replace(convert, words=(*command("sed", "-n", lines, file).words, "|", *convert.words, "-"), spelled="")


@set_rule("SET702", "A field is gone", "E")
def gone_field(case: SetCase) -> Iterator[SetProblem]:
    """A package object has the fields that the version of Crossplane has.

    Why: controllerConfigRef is gone in Crossplane 2. kubectl refuses the object; a client that is not strict applies
    it, and the API server drops the field without a word.
    When it bites: When it is applied; in a cluster when Crossplane is upgraded: its pods get the default config.
    Fix: Write runtimeConfigRef with the name of a DeploymentRuntimeConfig.
    Source: cluster/crds of Crossplane 1.20 and 2.0; seen with Crossplane 2.4, and as it replaced 1.20.
    """
    if not NO_CONTROLLER_CONFIGS.holds(case.minor):
        return
    for one in case.members:
        if (config := field(one.object.value, "spec", "controllerConfigRef")) is not None:
            is_stored = one.place.file is None
            yield SetProblem(
                message=f"{one.name} has controllerConfigRef, which Crossplane {case.minor} does not know",
                says="" if is_stored else 'strict decoding error: unknown field "spec.controllerConfigRef"',
                then=f"The field is dropped: {one.name} runs without what {text(field(config, 'name'))} sets."
                if is_stored
                else f"kubectl does not apply {one.name}: it stays as it is.",
                fix="Write runtimeConfigRef with the name of a DeploymentRuntimeConfig",
                **one.about("spec", "controllerConfigRef"),
            )


def _without_pipeline(case: SetCase, one: SetObject) -> SetProblem:
    is_native, judged = bool(field(one.value, "spec", "resources")), case.judged(one)
    has = "resources and no pipeline, which Crossplane {} does not have" if is_native else "no pipeline"
    convert = _converted(spelled("crossplane beta convert pipeline-composition"), one)
    return SetProblem(
        rule="XPKG716",
        message=f"{one.name} has {has.format(case.minor)}",
        says=judged.message if judged else "",
        then="It is not applied.",
        fix=f"Make a pipeline of it, {_BY_A_CLI}" if is_native else "Add steps under spec.pipeline",
        commands=(convert,) if is_native else (),
        **one.here("spec", "resources"),
    )


@set_rule("SET703", "A kind or version is gone", "EW")
def gone_kind(case: SetCase) -> Iterator[SetProblem]:
    """Objects are of kinds and forms that the version of Crossplane has.

    Why: StoreConfigs are gone in Crossplane 2, and Compositions of resources: only pipelines are left.
    When it bites: When it is applied.
    Fix: Convert the Composition with the CLI of 1.x: `crossplane beta convert pipeline-composition FILE`.
    Source: cluster/crds of Crossplane 1.20 and 2.0.
    """
    if not PIPELINES_ONLY.holds(case.minor):
        return
    for one in case.manifests.objects:
        if one.name.kind == "StoreConfig" and one.group.endswith("crossplane.io"):
            yield SetProblem(
                message=f"{one.name} is of a kind that Crossplane {case.minor} does not have",
                says=f'no matches for kind "{one.name.kind}" in version "{one.name.api_version}"',
                fix="Remove it",
                **one.here(),
            )
        elif one.name.kind == COMPOSITION and one.group == EXTENSIONS and not field(one.value, "spec", "pipeline"):
            yield _without_pipeline(case, one)
    old = [one for one in case.of(EXTENSIONS, XRD) if one.name.api_version == f"{EXTENSIONS}/v1"]
    for first, *others in (old,) if old else ():
        they = f"{first.name} and {plural(len(others), 'other')} are" if others else f"{first.name} is"
        yield SetProblem(
            rule="XPKG713",
            level=1,
            message=f"{they} of v1, which Crossplane {case.minor} deprecates",
            then=f"{'Their' if others else 'Its'} claims stay, and {'their' if others else 'its'} objects are of the "
            "scope LegacyCluster.",
            fix="Write apiextensions.crossplane.io/v2, and a scope",
            **first.here(),
            also=tuple((each.place, f"{each.name} too") for each in others[:_FEW]),
        )


@set_rule("SET704", "Crossplane itself goes first", "I")
def crossplane_first(case: SetCase) -> Iterator[SetProblem]:
    """The Crossplane that runs in the cluster takes a set as the one does that it is planned for.

    Why: A set and an upgrade of Crossplane are often merged together. What only the new version knows is refused by
    the one that still runs, and what only the old version knows by the new one.
    When it bites: When the set is applied before Crossplane is upgraded.
    Fix: Upgrade Crossplane, then apply the set; what only the old version takes is changed before.
    Source: cluster/crds of Crossplane; constraints of the packages.
    """
    runs = minor_of(case.installed.crossplane)
    if not runs or runs == case.minor:
        return
    older, newer = SetAdmission(runs, is_strict=True), SetAdmission(case.minor, is_strict=True)
    said = [(one, older.objection(one.value), newer.objection(one.value)) for one in case.manifests.objects]
    first = {one.name: (one, before) for one, before, after in said if before and not after}
    packages = {
        package.manifest.name: f"incompatible Crossplane version: {before}"
        for package in case.best.cluster.packages.values()
        if (contents := case.contents(package)) and not package.manifest.ignores_crossplane
        if contents.constraint and not incompatible(contents.constraint, case.options.crossplane)
        if (before := incompatible(contents.constraint, case.installed.crossplane))
    }
    if not first and not packages:
        return
    changed = [str(one.name) for one, before, after in said if after and not before]
    one, says = next(iter(first.values()), (None, next(iter(packages.values()), "")))
    yield SetProblem(
        message=f"Crossplane {runs} runs in the cluster, and does not take {together([*map(str, first), *packages])}",
        says=says,
        then=f"Applied before Crossplane is {case.minor}, it is refused.",
        fix=(f"Change {together(changed)} first, then upgrade" if changed else "Upgrade")
        + f" Crossplane to {case.minor}, then apply the set",
        object=one.name if one else None,
        place=one.place if one else Place(),
        packages=tuple(packages),
    )
