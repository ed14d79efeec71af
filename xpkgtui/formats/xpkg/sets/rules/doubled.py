"""Rules about packages that are installed twice, by two objects of one source."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.commands import PrintedCommand, command
from xpkgtui.formats.xpkg.sets.case import SetCase
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, derived_name, source_of
from xpkgtui.formats.xpkg.sets.rules.wording import together
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule

_TWICE = "cannot initialize dependency graph from the packages in the lock: node "


@set_rule("SET101", "Two objects install one package", "E")
def same_source(case: SetCase) -> Iterator[SetProblem]:
    """Each source is installed by one package object.

    Why: The lock knows packages by their source. With two of one source no dependency graph can be made, so that no
    package of the cluster gets healthy, and nothing new is installed. What runs goes on running.
    When it bites: As soon as both are in the lock, under any names and versions.
    Fix: Look first which of them the cluster has: removing that one deletes its definitions, all their objects, and
    what managed resources of them stand for, unless their managementPolicies lack Delete. Then remove the other one.
    Source: Crossplane, internal/dag; seen with Crossplane 2.4 and in crossplane#6165.
    """
    for source, keys in _doubled(case.best).items():
        ours = [one for one in case.members if one.manifest.key in keys]
        if not ours or not _both_are_given(source, case.best):
            continue
        first, *others = ours
        at = others[0] if others else first
        rest = [key for key in keys if key != at.manifest.key]
        yield SetProblem(
            message=f"{at.name} and {' and '.join(name for _, name in rest)} install {source}",
            says=f"cannot resolve package dependencies: {_TWICE}{source} already exists",
            then="No package in the cluster is resolved until one of the two is removed.",
            **at.here(),
            packages=tuple(name for _, name in keys),
            **_way_out(case, keys, source),
            also=tuple((one.place, f"{one.name} installs it too") for one in ours if one is not at),
        )


def _way_out(case: SetCase, keys: list[tuple[str, str]], source: str) -> dict[str, Any]:
    """What to do about two objects of one source: that which owns definitions in the cluster stays."""
    revisions = case.installed.revisions
    known = {(one.kind, one.package) for one in revisions}
    owning = {(one.kind, one.package) for one in revisions if one.objects}
    there = [key for key in keys if case.installed.package(key) is not None]
    idle = [key for key in there if key not in owning]
    if len(there) == len(keys) > len(idle) == 1 and known.issuperset(keys):
        ((kind, name),) = idle
        deleted = command("kubectl", "delete", f"{kind.lower()}.pkg.crossplane.io", name)
        return {"fix": f"Remove {name}, which owns no definition", "commands": (deleted,)}
    if [name for _, name in there] == [derived_name(source)]:
        return {"fix": f"Call it {there[0][1]} in the set: that one is installed, and is upgraded as it is"}
    return {"fix": "Remove one of them"}


def _doubled(world: World) -> dict[str, list[tuple[str, str]]]:
    """The sources that are in the lock more than once, each with the packages that put them there."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for locked in world.cluster.lock.packages:
        owner = next((one for one in world.cluster.revisions.values() if one.name == locked.name), None)
        if owner is not None and owner.package:
            found.setdefault(locked.source, {})[owner.kind, owner.package] = None
    return {source: list(keys) for source, keys in found.items() if len(keys) > 1}


@set_rule("SET102", "Crossplane may install it a second time", "EW")
def second_time(case: SetCase) -> Iterator[SetProblem]:
    """An object for a package that others depend on has the name that Crossplane derives, or is there first.

    Why: Crossplane works on all objects at once. Where it looks for the dependency before the object of git is in the
    lock, it makes an object of its own, under the derived name. Then there are two of one source. The same happens
    where both are upgraded together: the old revision has left the lock, and the new one has not joined it. The
    upgrade of Crossplane to 2.4 makes a new revision of every package.
    When it bites: By chance, on the first sync and on upgrades; for sure where waves put the object later.
    Fix: Remove the second one: it owns no definition. Or apply the object in an earlier wave than who asks for it, or
    give it the derived name: of one that is installed, that deletes the definitions, all their objects, and what
    managed resources of them stand for, unless their managementPolicies lack Delete.
    Source: seen with Crossplane 2.4, and as 2.4 replaced 1.20; crossplane#7454, devantler-tech/platform#3454.
    """
    certain = {source for source in _doubled(case.best) if not _both_are_given(source, case.best)}
    for source in {**dict.fromkeys(certain), **dict.fromkeys(_doubled(case.worlds[Schedule.WORST]))}:
        world = case.best if source in certain else case.worlds[Schedule.WORST]
        if _both_are_given(source, world) or (source in _doubled(case.best) and source not in certain):
            continue
        given = (each.manifest for each in world.cluster.packages.values() if not each.is_derived)
        one = next((each for each in given if source_of(each.package) == source), None)
        if one is None or one.skips_dependencies or one.is_manual:
            continue
        yield _made_twice(case, one, source, level=0 if source in certain else 1)


def _made_twice(case: SetCase, one: PackageManifest, source: str, level: int) -> SetProblem:
    name, member, before = derived_name(source), case.member(one.key), case.installed.package(one.key)
    asking = [package.manifest.name for package, _ in case.asked_by(source)] or ["a package"]
    fix, when = f"Name this object {name}", f"If Crossplane looks before {one.name} is there"
    commands: tuple[PrintedCommand, ...] = ()
    if before is not None and before.manifest.spec == one.spec and case.installed.is_renewed_by(case.minor):
        fix = f"Remove {name} when it is there: it owns no definition"
        when = f"Crossplane {case.minor} makes a new revision of each package. If it looks before that of {one.name}"
        when += " is in the lock"
        commands = (command("kubectl", "delete", f"{one.kind.lower()}.pkg.crossplane.io", name),)
    elif before is not None:
        fix = f"Upgrade {together(asking)} in a later sync than this one"
    return SetProblem(
        message=f"{asking[0]} asks for {source}, and {one.name} is not the name that Crossplane derives from it",
        level=level,
        says=f"cannot resolve package dependencies: {_TWICE}{source} already exists",
        then=f"{when}, it makes {name} of the same source, and no package in the cluster is resolved until one of "
        "the two is removed.",
        fix=fix,
        object=member.object.name if member else None,
        place=member.object.at("metadata", "name") if member else Place(),
        packages=(one.name,),
        commands=commands,
    )


def _both_are_given(source: str, world: World) -> bool:
    """Whether no object of a doubled source was made by Crossplane."""
    keys = _doubled(world).get(source, [])
    return not any(world.cluster.packages[key].is_derived for key in keys if key in world.cluster.packages)
