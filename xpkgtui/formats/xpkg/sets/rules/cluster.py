"""Rules about what is installed, and what becomes of it."""

import re
from collections.abc import Iterator

from xpkgtui.commands import command
from xpkgtui.formats.xpkg.dependencies.references import is_qualified
from xpkgtui.formats.xpkg.sets.case import GROUP, SetCase, whereabouts
from xpkgtui.formats.xpkg.sets.controllers.cluster import DesiredState
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, derived_name, runtime_config, source_of
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, text


@set_rule("SET803", "The tag names another image now", "W")
def moved(case: SetCase) -> Iterator[SetProblem]:
    """A tag that is installed still names what was installed.

    Why: Crossplane pulls the tag again when its cache is gone, or the object changes: then another image runs under
    the same version.
    When it bites: On the next change of the object.
    Fix: Pin the digest.
    Source: Crossplane, internal/controller/pkg/manager (the name of a revision).
    """
    for package in case.best.cluster.packages.values():
        if case.is_moved(package):
            yield SetProblem(
                message=f"{package.manifest.package} names another image than {package.manifest.name} runs",
                then="The next change of the object installs it.",
                fix="Pin the digest",
                **whereabouts(case.member(package.manifest.key)),
                packages=(package.manifest.name,),
            )


@set_rule("SET804", "It is removed, with all that it defines", "W")
def removed(case: SetCase) -> Iterator[SetProblem]:
    """What is installed is in the set.

    Why: With --prune, as Argo CD and Flux do with prune, the package object is deleted; its definitions go with it,
    and every object of them. Objects of managed resources delete what they stand for.
    When it bites: When the set is applied.
    Fix: Give managed resources managementPolicies without Delete first, or keep the object.
    Source: Kubernetes, garbage collection by owner.
    """
    if not case.options.prune:
        return
    for one in case.installed.packages:
        if case.member(one.manifest.key) is None:
            hidden = case.manifests.may_hide((one.manifest.kind,))
            where, unless = ("what was read of the set", " unless the rest has it") if hidden else ("the set", "")
            yield SetProblem(
                message=f"{one.manifest.name} is installed and not in {where}",
                then=f"With --prune it is deleted{unless}, with its definitions and every object of them; managed "
                "resources delete what they stand for.",
                fix="Give managed resources managementPolicies without Delete first, or keep the object",
                packages=(one.manifest.name,),
            )


@set_rule("SET805", "It is removed and still asked for", "W", absent=PACKAGE_KINDS)
def still_asked(case: SetCase) -> Iterator[SetProblem]:
    """What is removed is asked for by nothing.

    Why: Crossplane installs it again, in its newest version, under the derived name. Steps that name the old object
    fail.
    When it bites: Right after it is removed.
    Fix: Keep it.
    Source: Crossplane, internal/controller/pkg/resolver; seen with Crossplane 2.4.
    """
    if not case.options.prune:
        return
    removed = {one.manifest.key for one in case.installed.packages} - {one.manifest.key for one in case.members}
    for one in case.installed.packages:
        source = source_of(one.manifest.package)
        asking = [each.manifest.name for each, _ in case.asked_by(source) if each.manifest.key not in removed]
        if case.member(one.manifest.key) is None and asking:
            yield SetProblem(
                message=f"{one.manifest.name} is removed, and {asking[0]} asks for {source}",
                then=f"Crossplane installs it again as {derived_name(source)}, in the newest version that fits.",
                fix="Keep it in the set",
                packages=(one.manifest.name, asking[0]),
            )


@set_rule("SET806", "It moves to another registry", "W")
def moves(case: SetCase) -> Iterator[SetProblem]:
    """The source of an installed package stays.

    Why: Others ask for the old source, which is then missing: Crossplane installs it beside the new one.
    When it bites: As soon as something asks for the old source.
    Fix: Keep the source, and write an ImageConfig that rewrites it.
    Source: Crossplane, ImageConfig rewriteImage.
    """
    for one in case.members:
        before = case.installed.package(one.manifest.key)
        old = source_of(before.manifest.package) if before else ""
        if is_qualified(old) and is_qualified(one.source) and old != one.source:
            yield SetProblem(
                message=f"{one.name} moves from {old} to {one.source}",
                then=f"Who asks for {old} gets a second one.",
                fix=f"Keep {old}, and write an ImageConfig that rewrites it",
                **one.about(),
            )


@set_rule("SET807", "An old revision keeps an object of the package", "E")
def kept(case: SetCase) -> Iterator[SetProblem]:
    """What a package has established belongs to its active revision.

    Why: The old revision lets go of an object and the new one takes it, in this order by chance. Where the old one
    did not, an object would have two owners that control it, which the API server refuses.
    When it bites: After an upgrade, of the package or of Crossplane, for as long as the old revision is there.
    Fix: Delete the old revision. A definition has the package for an owner too: it stays, with its objects.
    Source: seen as Crossplane 2.4 replaced 1.20; crossplane#7656, #7311, #7838.
    """
    for one in case.installed.packages:
        active = case.installed.active(one.manifest.key)
        said = f"{one.message} {active.message if active else ''}"
        if not any(each in said for each in _KEPT):
            continue
        for old in case.installed.revisions:
            is_old = (old.kind, old.package) == one.manifest.key and old.state is DesiredState.INACTIVE
            if not is_old or not re.search(rf"(?<![\w-]){re.escape(old.name)}(?![\w-])", said):
                continue
            yield SetProblem(
                message=f"{old.name}, an old revision of {one.manifest.name}, has not let go of an object",
                says=active.message if active and active.message else one.message,
                then=f"{one.manifest.name} stays unhealthy.",
                fix="Delete the old revision: definitions and their objects stay",
                **whereabouts(case.member(one.manifest.key)),
                packages=(one.manifest.name,),
                commands=(command("kubectl", "delete", f"{old.kind.lower()}revision.pkg.crossplane.io", old.name),),
            )


_KEPT = ("is already controlled by ", "Only one reference can have Controller set to true")


@set_rule("SET410", "The old Deployment goes on running", "W")
def left_running(case: SetCase) -> Iterator[SetProblem]:
    """The Deployment of an installed package keeps the name that its runtime config gives it, or has none.

    Why: Crossplane makes a Deployment of the new name, and looks for the old one nowhere: it goes on running, with
    the version that it was made of, also after upgrades.
    When it bites: When the config is applied: two controllers work on the same objects.
    Fix: Delete the old Deployment, once the new one is there.
    Source: crossplane#7210; seen with Crossplane 2.4 and 1.20.
    """
    configs = {
        text(field(one, "metadata", "name")): runtime_config(one)
        for one in case.installed.others
        if field(one, "kind") == "DeploymentRuntimeConfig"
    }
    for one in case.installed.packages:
        before, revision = case.installed.active(one.manifest.key), case.revision(one.manifest.key)
        name = one.manifest.runtime_config
        if before is None or revision is None or (name not in configs and name != "default"):
            continue
        old = configs[name].deployment if name in configs else ""
        # What runs is looked for by what its own config says now; of another revision that is the one it had.
        own = case.best.cluster.revisions.get((before.kind, before.name))
        now = case.best.cluster.runtime_config_of(own)[1] if own else None
        if now is None or before.kind == "Configuration" or now.deployment == old:
            continue
        left, member = old or before.name, case.member(one.manifest.key)
        config = next(
            (each for each in case.of(GROUP, "DeploymentRuntimeConfig") if each.name.name == now.name), None
        )
        yield SetProblem(
            message=f"{one.manifest.name} gets the Deployment {now.deployment or revision.name}, and {left} stays",
            then=f"Both run{'' if revision is own else ', the old one in the old version'}.",
            fix="Delete the old one, once the new one is there",
            object=config.name if config else None,
            place=config.at("spec", "deploymentTemplate", "metadata", "name")
            if config
            else member.place
            if member
            else Place(),
            packages=(one.manifest.name,),
            commands=(command("kubectl", "delete", "deployment", left, "-n", "crossplane-system"),),
        )
