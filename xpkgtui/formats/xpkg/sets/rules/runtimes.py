"""Rules about ImageConfigs and DeploymentRuntimeConfigs: what runs of a package, and with which settings."""

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from xpkgtui.formats.definitions.objects.judging import ObjectOutcome
from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.sets.case import GROUP, SetCase, SetMember
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterPackage
from xpkgtui.formats.xpkg.sets.controllers.runtimes import RUNTIME_CONTAINER
from xpkgtui.formats.xpkg.sets.manifests import LACKING, PACKAGE_KINDS, RuntimeConfig, runtime_config
from xpkgtui.formats.xpkg.sets.rules.wording import did_you_mean, together
from xpkgtui.formats.xpkg.tools.facts import RUNTIMES_OF_IMAGES
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, listing, mapping, text

CONFIG = "DeploymentRuntimeConfig"


@set_rule("SET303", "An ImageConfig matches no package", "W")
def matches_nothing(case: SetCase) -> Iterator[SetProblem]:
    """Each ImageConfig of a set is for a package of it.

    Why: A prefix is text, compared from the first character; one that is spelled otherwise matches nothing.
    When it bites: When the package is pulled: the config does not count.
    Fix: Write the beginning of the package's reference.
    Source: Crossplane, ImageConfig matchImages.
    """
    references = [one.manifest.package for one in case.best.cluster.packages.values()]
    references += [one.resolved for one in case.best.cluster.packages.values() if one.resolved]
    references += [one.manifest.package for one in case.members]
    for one in case.of(GROUP, "ImageConfig"):
        prefixes = [text(field(each, "prefix")) for each in listing(field(one.value, "spec", "matchImages"))]
        judged = case.judged(one)
        is_refused = judged is not None and judged.outcome is ObjectOutcome.REFUSED
        if not is_refused and not any(each.startswith(prefix) for each in references for prefix in prefixes):
            sources = {reference.rpartition("/")[0] for reference in references}
            meant = did_you_mean(case.guesses, prefixes[0] if prefixes else "", sources)
            if not meant and case.may_hide(PACKAGE_KINDS):
                continue
            yield SetProblem(
                message=f"{one.name} matches no package",
                then="It counts for nothing here.",
                fix=meant or "Write the beginning of a package's reference",
                **one.here("spec", "matchImages", 0, "prefix"),
            )


@set_rule("SET304", "A config comes after its package", "W")
def config_after(case: SetCase) -> Iterator[SetProblem]:
    """An ImageConfig or a runtime config is applied before the packages that it is for.

    Why: Until it is there the package is pulled, or run, without it.
    When it bites: On the first sync.
    Fix: Give it a lower sync wave.
    Source: Argo CD, sync waves.
    """
    for one in case.of(GROUP, "ImageConfig", CONFIG):
        if earlier := [each for each in case.members if each.object.wave < one.wave and _is_for(one, each)]:
            yield SetProblem(
                message=f"{one.name} comes in wave {one.wave}, after {together(each.name for each in earlier)}",
                then="Until then it is as if it were not there.",
                fix=f"Give it wave {min(each.object.wave for each in earlier)} or a lower one",
                **one.here("metadata", "annotations"),
                packages=tuple(each.name for each in earlier),
            )


def _is_for(config: SetObject, one: SetMember) -> bool:
    if config.name.kind == CONFIG:
        return one.manifest.runtime_config == config.name.name and one.manifest.kind != "Configuration"
    prefixes = (text(field(each, "prefix")) for each in listing(field(config.value, "spec", "matchImages")))
    return any(one.manifest.package.startswith(prefix) for prefix in prefixes)


@set_rule("SET305", "This Crossplane ignores a part of the ImageConfig", "E")
def ignored_runtime(case: SetCase) -> Iterator[SetProblem]:
    """The fields of an ImageConfig are those of the version that runs.

    Why: Before 2.2 an ImageConfig has no runtime: kubectl refuses the field, the API server drops it.
    When it bites: When it is applied.
    Fix: Write runtimeConfigRef in the package objects.
    Source: cluster/crds of Crossplane 2.1 and 2.2.
    """
    for one in case.of(GROUP, "ImageConfig"):
        if field(one.value, "spec", "runtime") is not None and not RUNTIMES_OF_IMAGES.holds(case.minor):
            yield SetProblem(
                message=f"{one.name} names a runtime config, which Crossplane {case.minor} does not read",
                says='strict decoding error: unknown field "spec.runtime"',
                fix="Write runtimeConfigRef in the package objects",
                **one.here("spec", "runtime"),
            )


def _account(name: str, template: Mapping[str, object] = MappingProxyType({})) -> str:
    """A ServiceAccount in YAML, with the labels and annotations of a template."""
    kept = {key: template[key] for key in ("labels", "annotations") if template.get(key)}
    fields = {"name": name, "namespace": "crossplane-system", **kept}
    lines = (f"  {key}: {json.dumps(value, default=str)}\n" for key, value in fields.items())
    return "".join(("apiVersion: v1\nkind: ServiceAccount\nmetadata:\n", *lines))


def _used(case: SetCase) -> Iterator[tuple[ClusterPackage, str, RuntimeConfig | None]]:
    """The packages that run something, each with its runtime config."""
    for package in case.best.cluster.packages.values():
        revision = case.revision(package.manifest.key)
        if revision is not None and revision.kind != "Configuration":
            name, config = case.best.cluster.runtime_config_of(revision)
            yield package, name, config


def _by_config(case: SetCase) -> dict[str, list[ClusterPackage]]:
    found: dict[str, list[ClusterPackage]] = {}
    for package, name, _ in _used(case):
        found.setdefault(name, []).append(package)
    return found


@set_rule("SET401", "The runtime config does not exist", "E", absent=(CONFIG,))
def no_config(case: SetCase) -> Iterator[SetProblem]:
    """The runtime config that a package names is in the set, or in the cluster.

    Why: Without it nothing is installed of the package, its definitions neither. default always exists.
    When it bites: When the package is installed.
    Fix: Correct the name, or add the DeploymentRuntimeConfig.
    Source: Crossplane, internal/controller/pkg/runtime; seen with Crossplane 2.4.
    """
    names = {one.name.name for one in case.of(GROUP, CONFIG)}
    for package, name, config in _used(case):
        revision = case.revision(package.manifest.key)
        said = any(f'"{name}"' in one.message for one in case.installed.conditions(package.manifest.key))
        if config is not None or revision is None or (package.kept == revision.name and not said):
            continue
        member = case.member(package.manifest.key)
        yield SetProblem(
            message=f"{package.manifest.name} names the runtime config {name}, which does not exist",
            says=revision.runtime.message,
            then=f"Nothing of {package.manifest.name} is installed"
            + (f", and it says only: {revision.healthy.message}" if revision.healthy.message else "."),
            fix=f"Correct {CONFIG} {name}, which the API server refuses"
            if name in names
            else did_you_mean(case.guesses, name, {*names, "default"}, f"Add the {CONFIG} {name}"),
            object=member.object.name if member else None,
            place=member.object.at("spec", "runtimeConfigRef", "name")
            if member and member.manifest.runtime_config == name
            else _config_place(case, name),
            packages=(package.manifest.name,),
        )


def _config_place(case: SetCase, name: str) -> Place:
    path = "spec", "runtime", "configRef", "name"
    return next((one.at(*path) for one in case.of(GROUP, "ImageConfig") if field(one.value, *path) == name), Place())


@set_rule("SET402", "Packages fight for one ServiceAccount", "W")
def shared_account(case: SetCase) -> Iterator[SetProblem]:
    """A runtime config that names a service account is of one package.

    Why: Each package takes the account from the other, without end, and loads the API server.
    When it bites: As long as both are installed.
    Fix: Make the ServiceAccount yourself, name it in deploymentTemplate.spec.template.spec.serviceAccountName, and
    remove serviceAccountTemplate: Crossplane makes what that names.
    Source: crossplane#5458, #5961; seen with Crossplane 2.4, which is never at rest.
    """
    for one in case.of(GROUP, CONFIG):
        account = runtime_config(one.value).account
        users = _by_config(case).get(one.name.name, [])
        if account and len(users) > 1:
            yield SetProblem(
                message=f"{together(each.manifest.name for each in users)} take the ServiceAccount {account} "
                "from each other",
                then="Each look of Crossplane gives it to another one, without end.",
                fix="Make the ServiceAccount yourself, name it as the serviceAccountName of the pods, and remove "
                "serviceAccountTemplate",
                **one.here("spec", "serviceAccountTemplate", "metadata", "name"),
                packages=tuple(each.manifest.name for each in users),
                manifest=_account(account, mapping(field(one.value, "spec", "serviceAccountTemplate", "metadata"))),
            )


@set_rule("SET403", "The settings are for another container", "EW")
def other_container(case: SetCase) -> Iterator[SetProblem]:
    """The container that a runtime config describes is called package-runtime.

    Why: Crossplane puts its own container of that name first. Another one is a second container; without an image the
    API server refuses the whole Deployment.
    When it bites: When the package runs: the settings do not count, or nothing runs.
    Fix: Call the container package-runtime.
    Source: Crossplane, internal/controller/pkg/runtime; seen with Crossplane 2.4.
    """
    for one in case.of(GROUP, CONFIG):
        config = runtime_config(one.value)
        names = [name for name, _ in config.containers]
        if not names or RUNTIME_CONTAINER in names:
            continue
        users = _by_config(case).get(config.name, [])
        imageless = any(not has_image for _, has_image in config.containers)
        yield SetProblem(
            message=f"{one.name} describes the container {together(names)}",
            level=0 if imageless and users else 1,
            says=next((case.said(each.manifest.key) for each in users), ""),
            then=f"Nothing of {together(each.manifest.name for each in users)} runs."
            if imageless and users
            else "It runs beside the package's own container, which gets none of these settings.",
            fix=f"Call the container {RUNTIME_CONTAINER}",
            **one.here("spec", "deploymentTemplate", "spec", "template", "spec", "containers"),
            packages=tuple(each.manifest.name for each in users),
        )


@set_rule("SET404", "selector or containers are absent", "E")
def not_whole(case: SetCase) -> Iterator[SetProblem]:
    """A runtime config that describes a Deployment has a selector, and containers.

    Why: They are required, although Crossplane writes its own. Without them the API server refuses the config, and
    nothing of its packages is installed.
    When it bites: When it is applied.
    Fix: Write selector: {} and containers: [].
    Source: cluster/crds of Crossplane; seen with Crossplane 2.4.
    """
    for one in case.of(GROUP, CONFIG):
        judged = case.judged(one)
        absent = [each.field for each in judged.errors if each.field in LACKING] if judged else []
        if judged and absent:
            lacking = absent[0].rpartition(".")[2]
            yield SetProblem(
                message=f"{one.name} has no {lacking}",
                says=judged.message,
                then="The config is not there, and nothing of its packages is installed.",
                fix=f"Write {lacking}: {'[]' if lacking == 'containers' else '{}'}",
                **one.here("spec", "deploymentTemplate", "spec"),
                packages=tuple(each.manifest.name for each in _by_config(case).get(one.name.name, [])),
            )


@set_rule("SET405", "The selector is ignored", "I")
def ignored_selector(case: SetCase) -> Iterator[SetProblem]:
    """The selector of a runtime config is empty.

    Why: Crossplane writes its own labels over it.
    When it bites: Never: it only misleads.
    Fix: Write `selector: {}`.
    Source: Crossplane, internal/controller/pkg/runtime.
    """
    for one in case.of(GROUP, CONFIG):
        if field(one.value, "spec", "deploymentTemplate", "spec", "selector", "matchLabels"):
            yield SetProblem(
                message=f"{one.name} has labels in its selector, which Crossplane replaces",
                fix="Write selector: {}",
                **one.here("spec", "deploymentTemplate", "spec"),
            )


@set_rule("SET406", "Packages share one Deployment", "E")
def shared_deployment(case: SetCase) -> Iterator[SetProblem]:
    """A runtime config that names the Deployment is of one package.

    Why: The second package cannot have it: the selector of a Deployment is immutable. Two providers delete each
    other's.
    When it bites: When the second package is installed.
    Fix: Remove the name.
    Source: Crossplane, internal/controller/pkg/runtime; seen with Crossplane 2.4.
    """
    for one in case.of(GROUP, CONFIG):
        name = runtime_config(one.value).deployment
        users = _by_config(case).get(one.name.name, [])
        if name and len(users) > 1:
            yield SetProblem(
                message=f"{together(each.manifest.name for each in users)} would share the Deployment {name}",
                says=f'Deployment.apps "{name}" is invalid: spec.selector: Invalid value: …: field is immutable',
                then="One of them runs, or none.",
                fix="Remove the name",
                **one.here("spec", "deploymentTemplate", "metadata", "name"),
                packages=tuple(each.manifest.name for each in users),
            )


@set_rule("SET407", "Nothing will run", "W")
def no_replicas(case: SetCase) -> Iterator[SetProblem]:
    """A runtime config asks for at least one replica.

    Why: Without any nothing runs, and the package counts as healthy all the same.
    When it bites: When an object of the provider is made: nothing happens; a step of the function fails.
    Fix: Remove replicas.
    Source: seen with Crossplane 2.4.
    """
    for one in case.of(GROUP, CONFIG):
        users = _by_config(case).get(one.name.name, [])
        if runtime_config(one.value).replicas == 0 and users:
            yield SetProblem(
                message=f"{one.name} asks for no replicas",
                then=f"Nothing of {together(each.manifest.name for each in users)} runs, and it counts as healthy.",
                fix="Remove replicas",
                **one.here("spec", "deploymentTemplate", "spec", "replicas"),
                packages=tuple(each.manifest.name for each in users),
            )


@set_rule("SET408", "The ServiceAccount is not in the set", "E", absent=("ServiceAccount",))
def no_account(case: SetCase) -> Iterator[SetProblem]:
    """A service account that the pods of a runtime config name is in the set, or in the cluster.

    Why: Crossplane does not make it. Without it no pod starts.
    When it bites: When the package is installed.
    Fix: Add the ServiceAccount, in the namespace of Crossplane.
    Source: Crossplane, internal/controller/pkg/runtime; seen with Crossplane 2.4.
    """
    if case.installed.names and not any(kind == "ServiceAccount" for kind, _ in case.installed.names):
        return
    for one in case.of(GROUP, CONFIG):
        config = runtime_config(one.value)
        users = _by_config(case).get(config.name, [])
        name = config.pod_account
        if not name or name == config.account or not users or name in case.best.cluster.accounts:
            continue
        yield SetProblem(
            message=f"{one.name} runs as the ServiceAccount {name}, which is not in the set",
            says=next((case.said(each.manifest.key) for each in users), ""),
            then=f"{together(each.manifest.name for each in users)} stay{'s' if len(users) == 1 else ''} unhealthy.",
            fix="Add it, in the namespace of Crossplane",
            **one.here("spec", "deploymentTemplate", "spec", "template", "spec", "serviceAccountName"),
            packages=tuple(each.manifest.name for each in users),
            manifest=_account(name),
        )


@set_rule("SET409", "Webhooks look for another Service", "W")
def other_service(case: SetCase) -> Iterator[SetProblem]:
    """A runtime config of a provider with webhooks does not name the Service.

    Why: Definitions that are converted by a webhook call the Service that is named like the package object.
    When it bites: When an object of another version is read or written.
    Fix: Remove the name.
    Source: Crossplane, internal/controller/pkg/revision/establisher.go.
    """
    for one in case.of(GROUP, CONFIG):
        name = runtime_config(one.value).service
        users = [each for each in _by_config(case).get(one.name.name, []) if _is_called(case, each)]
        if name and any(each.manifest.name != name for each in users):
            yield SetProblem(
                message=f"{one.name} calls the Service {name}",
                says="conversion webhook … failed",
                then=f"Webhooks of {together(each.manifest.name for each in users)} call the Service of its name.",
                fix="Remove the name",
                **one.here("spec", "serviceTemplate", "metadata", "name"),
                packages=tuple(each.manifest.name for each in users),
            )


def _is_called(case: SetCase, package: ClusterPackage) -> bool:
    """Whether a provider has webhooks, or that is not known."""
    contents = case.contents(package)
    objects = contents.objects if contents else ()
    calls = any(each.calls or each.kind.endswith("WebhookConfiguration") for each in objects)
    return package.manifest.kind == "Provider" and (calls or contents is None or bool(contents.fault))
