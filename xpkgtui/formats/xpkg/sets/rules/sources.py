"""Rules about where packages come from, and under which names."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.commands import PrintedCommand, command
from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.sets.case import SetCase, SetMember
from xpkgtui.formats.xpkg.sets.controllers.state import ClusterPackage
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, derived_name, refusal, source_of, version_of
from xpkgtui.formats.xpkg.sets.nearest import nearest
from xpkgtui.formats.xpkg.sets.rules.wording import named, they_ask
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.versions.version import Version

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
            object=at.object.name,
            place=at.place,
            packages=tuple(name for _, name in keys),
            **_way_out(case, keys, source),
            also=tuple((one.place, f"{one.name} installs it too") for one in ours if one is not at),
        )


def _way_out(case: SetCase, keys: list[tuple[str, str]], source: str) -> dict[str, Any]:
    """What to do about two objects of one source: that which owns definitions in the cluster stays."""
    owning = {(one.kind, one.package) for one in case.installed.revisions if one.objects}
    there = [key for key in keys if case.installed.package(key) is not None]
    idle = [key for key in there if key not in owning]
    if len(there) == len(keys) > len(idle) == 1:
        ((kind, name),) = idle
        deleted = command("kubectl", "delete", f"{kind.lower()}.pkg.crossplane.io", name)
        return {"fix": f"Remove {name}, which owns no definition", "commands": (deleted,)}
    if len(there) == 1 and len(keys) == 2 and there[0][1] == derived_name(source):
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
        fix = f"Upgrade {' and '.join(asking[:2])} in a later sync than this one"
    return SetProblem(
        message=f"{asking[0]} asks for {source}, and {one.name} is not the name that Crossplane derives from it",
        level=level,
        says=f"cannot resolve package dependencies: {_TWICE}{source} already exists",
        then=f"{when}, it makes {name} of the same source, and no package in the cluster is resolved until one of "
        "the two is removed.",
        fix=fix,
        object=member.object.name if member else None,
        place=member.object.at("metadata", "name") if member else case.nowhere,
        packages=(one.name,),
        commands=commands,
    )


def _both_are_given(source: str, world: World) -> bool:
    """Whether no object of a doubled source was made by Crossplane."""
    keys = _doubled(world).get(source, [])
    return not any(world.cluster.packages[key].is_derived for key in keys if key in world.cluster.packages)


@set_rule("SET103", "The derived name belongs to another source", "E")
def name_taken(case: SetCase) -> Iterator[SetProblem]:
    """No object has the name that Crossplane derives for a dependency on another source.

    Why: Crossplane makes the object for a dependency; the API server answers that it exists, which counts as success.
    The dependency is never installed, and nothing that is missing after it: it looks at the first missing one alone.
    When it bites: As soon as something depends on that source.
    Fix: Give the object another name.
    Source: Crossplane, internal/controller/pkg/resolver (IsAlreadyExists); seen with Crossplane 2.4.
    """
    for package in case.best.cluster.packages.values():
        contents = case.contents(package)
        for one in contents.dependencies if contents else ():
            taken = case.package((one.kind, derived_name(one.package)))
            is_there = any(
                source_of(each.manifest.package) == one.package for each in case.best.cluster.packages.values()
            )
            if taken is None or is_there or source_of(taken.manifest.package) == one.package:
                continue
            member = case.member(taken.manifest.key)
            yield SetProblem(
                message=f"{package.manifest.name} asks for {one.package}, whose name {taken.manifest.name} "
                "has another source",
                says=f"cannot resolve package dependencies: missing dependencies: {one.title}",
                then=f"{one.package} is never installed, nor what is missing after it, and the lock says resolved.",
                fix=f"Give {taken.manifest.name} another name",
                object=member.object.name if member else None,
                place=member.object.at("metadata", "name") if member else _place_of(case, package),
                packages=(package.manifest.name, taken.manifest.name),
            )


@set_rule("SET104", "A dependency asks for another source than git installs", "EW")
def other_source(case: SetCase) -> Iterator[SetProblem]:
    """A package is installed from the source that its dependents ask for.

    Why: Crossplane compares sources as they are spelled. One that is installed from a mirror by its name is not the
    one that others ask for, so Crossplane adds that one too, and both want the same definitions.
    When it bites: As soon as something asks for the public name.
    Fix: Write the public source in git, and an ImageConfig that rewrites it to the mirror.
    Source: Crossplane, ImageConfig rewriteImage; seen with Crossplane 2.4.
    """
    for package in case.best.cluster.packages.values():
        if not package.is_derived:
            continue
        source = source_of(package.manifest.package)
        twin = next((one for one in case.members if _is_twin(case, one, package)), None)
        if twin is None:
            continue
        asking = [one.manifest.name for one, _ in case.asked_by(source)]
        shared = _shared(case, twin, package)
        host, path = source.partition("/")[0], twin.source
        yield SetProblem(
            message=f"{twin.name} is installed from {twin.source}, and {they_ask(asking)} for {source}",
            level=0 if shared else 1,
            says=case.said(package.manifest.key) or case.said(twin.manifest.key),
            then=f"Crossplane adds {package.manifest.name} beside it"
            + (f", and both want {shared}." if shared else ", and both run."),
            fix=f"Write {source} here, and an ImageConfig that rewrites {host} to the mirror",
            object=twin.object.name,
            place=twin.place,
            packages=(twin.name, package.manifest.name),
            manifest=_rewrite(source, path),
        )


def _is_twin(case: SetCase, one: SetMember, package: ClusterPackage) -> bool:
    source = source_of(package.manifest.package)
    if one.source == source or one.manifest.kind != package.manifest.kind:
        return False
    mine = case.package(one.manifest.key)
    has_path = one.source.partition("/")[2] == source.partition("/")[2]
    last = one.source.rpartition("/")[2] == source.rpartition("/")[2]
    is_same = mine is not None and bool(mine.digest) and mine.digest == package.digest
    return has_path or is_same or (last and bool(_shared(case, one, package)))


def _shared(case: SetCase, one: SetMember, package: ClusterPackage) -> str:
    """The first definition that both bring; empty where there is none."""
    mine = case.package(one.manifest.key)
    first, second = (case.contents(mine) if mine else None), case.contents(package)
    if first is None or second is None:
        return ""
    names = {(each.kind, each.name) for each in first.objects}
    return next((each.name for each in second.objects if (each.kind, each.name) in names), "")


def _rewrite(source: str, path: str) -> str:
    prefix, target = source.rpartition("/")[0], path.rpartition("/")[0]
    return (
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata:\n  name: mirror\nspec:\n  matchImages:\n"
        f'  - type: Prefix\n    prefix: "{prefix}/"\n  rewriteImage:\n    prefix: "{target}/"\n'
    )


@set_rule("SET105", "Two packages own one definition", "E")
def two_owners(case: SetCase) -> Iterator[SetProblem]:
    """Each definition is brought by one package.

    Why: The first package that comes controls it. The other one gets none of its objects, and no Deployment.
    When it bites: When the second one is installed.
    Fix: Install a version without the definition. Or remove one of the two packages: that deletes its definitions,
    all their objects, and what managed resources of them stand for, unless their managementPolicies lack Delete.
    Source: Crossplane, internal/controller/pkg/revision/establisher.go; seen with Crossplane 2.4.
    """
    silent = {name for said in other_source.check(case) for name in said.packages}
    for package in case.best.cluster.packages.values():
        said = case.said(package.manifest.key)
        if "is already controlled by " not in said or package.manifest.name in silent:
            continue
        definition = said.split("of object: ")[-1].split(" ")[0]
        owner = said.split("controlled by ")[1].split(" (UID")[0].split(" ")[-1]
        other = next((one.package for one in case.best.cluster.revisions.values() if one.name == owner), owner)
        member = case.member(package.manifest.key)
        yield SetProblem(
            message=f"{package.manifest.name} and {other} bring {definition}",
            says=said,
            then=f"{other} has it. {package.manifest.name} gets none of its objects, and nothing of it runs.",
            fix="Remove one of them, or install a version without it",
            object=member.object.name if member else None,
            place=member.place if member else _place_of(case, package),
            packages=(package.manifest.name, other),
        )


@set_rule("SET109", "A tag or digest is not a version", "EW")
def no_version(case: SetCase) -> Iterator[SetProblem]:
    """A package object names a version, or a digest where nothing asks for a range.

    Why: A tag such as latest or main, and a digest, cannot be compared with a constraint: what asks for a range stays
    unhealthy. Of a tag and a digest together the tag counts as a part of the source, for which nothing asks.
    When it bites: As soon as something asks for a range of this package; and whenever the tag moves.
    Fix: Write the version that it names now, alone.
    Source: Crossplane, invalid semantic version; seen with Crossplane 2.4; provider-upjet-azure#1226.
    """
    for one in case.members:
        name, tag = one.manifest.package, version_of(one.manifest.package)
        if not tag or refusal(one.manifest) or _is_version(case, tag):
            continue
        source = one.source
        if is_digest(tag):
            named, _, both = source.rpartition(":")
            source, tag = (
                (named, f"{both} and a digest") if "/" in named and "/" not in both else (source, "a digest")
            )
        asked = [(each.manifest.name, want) for each, want in case.asked_by(source) if not is_digest(want)]
        if not asked and is_digest(version_of(name)):
            continue
        asking = [each for each, _ in asked]
        yield SetProblem(
            message=f"{one.name} installs {tag if tag == 'a digest' else f'the tag {tag}'}"
            + (f", and {asking[0]} asks for {asked[0][1] or 'a version'}" if asked else ""),
            level=0 if asking else 1,
            says=next(filter(None, (case.said((each.kind, each.name)) for each in _packages(case, asking))), ""),
            then=f"{' and '.join(asking[:2])} stay{'s' if len(asking) == 1 else ''} unhealthy." if asking else "",
            fix="Write a version alone" if asking else "Write a version, or a digest",
            object=one.object.name,
            place=one.place,
            packages=(one.name, *asking),
        )


def _is_version(case: SetCase, tag: str) -> bool:
    try:
        Version.parse(tag, case.best.cluster.crossplane.flags.reading.dialect)
    except Malformed:
        return False
    return True


def _packages(case: SetCase, names: list[str]) -> Iterator[PackageManifest]:
    return (one.manifest for one in case.best.cluster.packages.values() if one.manifest.name in names)


@set_rule("SET110", "Crossplane refuses the package itself", "E")
def refused_package(case: SetCase) -> Iterator[SetProblem]:
    """Each package of a set is accepted by the version of Crossplane that installs it.

    Why: A package that is refused brings nothing, and what depends on it stays as it is or fails.
    When it bites: When it is installed.
    Fix: Look at the finding of `xpkgtui check`, and take a version of the package without it.
    Source: Crossplane's package manager.
    """
    for package in case.best.cluster.packages.values():
        said = case.said(package.manifest.key)
        contents = case.contents(package)
        if contents is None or contents.is_unreachable or _is_of_others(said):
            continue
        if not any(one in said for one in _OF_PACKAGES) or "package meta type is not" in said:
            continue
        member = case.member(package.manifest.key)
        yield SetProblem(
            message=f"{package.manifest.name} {version_of(package.manifest.package)} is refused",
            says=said,
            then=named(case, package, "stays unhealthy"),
            fix="See why",
            object=member.object.name if member else None,
            place=member.place if member else _place_of(case, package),
            packages=(package.manifest.name,),
            commands=(command("xpkgtui", "check", package.resolved or package.manifest.package),),
        )


_OF_PACKAGES = (
    "incompatible Crossplane version",
    "validating package contents failed",
    "linting package contents failed",
    "cannot parse package",
    "extract",
)


def _is_of_others(said: str) -> bool:
    return not said or "cannot resolve package dependencies" in said


@set_rule("SET111", "The package is absent from its registry", "E")
def absent(case: SetCase) -> Iterator[SetProblem]:
    """The registry has the package that an object names, under its rewritten path too.

    Why: Without it there is no revision, and nothing is installed.
    When it bites: When it is applied; a version that is installed goes on running.
    Fix: Write a tag that is there.
    Source: Crossplane, internal/xpkg/client.go.
    """
    for package in case.best.cluster.packages.values():
        contents = case.contents(package)
        said = case.said(package.manifest.key)
        if contents is None or contents.is_unreachable or not contents.fault or "cannot parse" in contents.fault:
            continue
        member = case.member(package.manifest.key)
        rewritten = f", which is asked for at {source_of(package_path(case, package))}"
        is_rewritten = source_of(package_path(case, package)) != source_of(package.manifest.package)
        near = nearest(case, package)
        yield SetProblem(
            message=f"{package.manifest.package} is absent{rewritten if is_rewritten else ''}",
            says=said,
            then=named(case, package, "is not installed"),
            fix=f"There are {', '.join(near)}" if near else "Write a repository and a tag that are there",
            object=member.object.name if member else None,
            place=member.place if member else _place_of(case, package),
            packages=(package.manifest.name,),
        )


def package_path(case: SetCase, package: ClusterPackage) -> str:
    """The reference that is pulled for a package."""
    try:
        return case.best.cluster.pulled(package.manifest.package)
    except Malformed:
        return package.manifest.package


@set_rule("SET112", "The object is of another kind than the package", "E")
def other_kind(case: SetCase) -> Iterator[SetProblem]:
    """A Provider object installs a provider, a Function object a function, a Configuration object a configuration.

    Why: Crossplane compares the kind of the package's meta object with the object's, and installs nothing.
    When it bites: When it is installed.
    Fix: Write the kind that the package is of.
    Source: Crossplane, validating package contents failed (linting, before 2.2); seen with 2.4 and 1.20.
    """
    for package in case.best.cluster.packages.values():
        contents = case.contents(package)
        if contents is None or contents.fault or not contents.kind or contents.kind == package.manifest.kind:
            continue
        member = case.member(package.manifest.key)
        yield SetProblem(
            message=f"{package.manifest.name} is a {package.manifest.kind}, and its package is a {contents.kind}",
            says=case.said(package.manifest.key),
            then=named(case, package, "is not installed"),
            fix=f"Write kind: {contents.kind}" if member else "Correct the kind in the package that asks for it",
            object=member.object.name if member else None,
            place=member.place if member else _place_of(case, package),
            packages=(package.manifest.name,),
        )


def _place_of(case: SetCase, package: ClusterPackage) -> Place:
    """The place of the object that asks for a package which Crossplane adds; none where that is added too."""
    for one, _ in case.asked_by(source_of(package.manifest.package)):
        member = case.member(one.manifest.key)
        if member is not None:
            return member.place
    return Place()
