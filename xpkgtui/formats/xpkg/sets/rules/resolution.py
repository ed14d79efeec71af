"""Rules about how dependencies are resolved, and how packages are activated and pulled."""

from collections.abc import Iterator, Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.sets.case import SetCase, SetMember, whereabouts
from xpkgtui.formats.xpkg.sets.controllers.cluster import DesiredState, never_pulled
from xpkgtui.formats.xpkg.sets.controllers.locks import FAILED
from xpkgtui.formats.xpkg.sets.controllers.world import World
from xpkgtui.formats.xpkg.sets.manifests import source_of, version_of
from xpkgtui.formats.xpkg.sets.rules.wording import highest, highest_for_all, they_ask, together
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.facts import CACHED_BY_DIGEST
from xpkgtui.rules.changes.rule import shell_word
from xpkgtui.rules.set_rule import SetProblem, set_rule


@set_rule("SET201", "The versions asked for cannot meet", "E")
def cannot_meet(case: SetCase) -> Iterator[SetProblem]:
    """The version of a package that is installed satisfies all that depend on it.

    Why: A package whose dependency has another version stays unhealthy: nothing of it is installed, or what runs of
    it is not changed. Crossplane does not choose again.
    When it bites: When the package that asks is installed.
    Fix: Pin the version that all accept. Where there is none, a package that asks has to move.
    Source: Crossplane, internal/controller/pkg/revision/dependency.go; seen with Crossplane 2.4.
    """
    for package in case.best.cluster.packages.values():
        said = case.said(package.manifest.key)
        for clause in said.split("existing package ")[1:]:
            found, _, constraint = clause.partition(" is incompatible with constraint ")
            source, _, version = found.rpartition("@") if "@sha256:" not in found else found.partition("@")
            pinned = next((one for one in case.members if one.source == source), None)
            wanted = constraint.strip().rstrip(";")
            yield SetProblem(
                message=f"{package.manifest.name} asks for {source} {wanted}, and {version} is there",
                says=said,
                then=f"{package.manifest.name} stays unhealthy. The others are not touched.",
                fix=_fix(case, source, pinned),
                **whereabouts(case.member(package.manifest.key)),
                packages=(package.manifest.name,),
                also=((pinned.place, f"installs {source} {version}"),) if pinned else (),
            )


def _fix(case: SetCase, source: str, pinned: SetMember | None) -> str:
    best = highest_for_all(case, source)
    if not best:
        asking = together(one.manifest.name for one, _ in case.asked_by(source))
        return f"Take another version of {asking}: none of {source} satisfies all"
    where = f" at {pinned.place.file}:{pinned.place.line}" if pinned else f" as a package object of {source}"
    return f"Write {best}{where}, the {'one that is asked for' if is_digest(best) else 'highest that all accept'}"


@set_rule("SET202", "No version satisfies a dependency", "E")
def no_version(case: SetCase) -> Iterator[SetProblem]:
    """Each dependency has a version in its registry that satisfies its constraint.

    Why: The dependency is not installed, nor anything that is missing after it: Crossplane looks at the first missing
    one alone.
    When it bites: When the package that asks is installed.
    Fix: Take a version of that package with another constraint, or publish what it asks for.
    Source: Crossplane, internal/controller/pkg/resolver; seen with Crossplane 2.4.
    """
    said = case.best.cluster.lock_says
    if not said.startswith(FAILED) or "detected cycle on" in said:
        return
    first = case.first_missing()
    if first is None or case.is_unreachable(first):
        return
    asking = list(case.asked_by(first))
    member = next((found for one, _ in asking if (found := case.member(one.manifest.key))), None)
    constraints = together(constraint or "any version" for _, constraint in asking)
    names = [one.manifest.name for one, _ in asking]
    waiting = _waiting(case, case.best, names)
    after = f" {together(waiting)} wait{'s' if len(waiting) == 1 else ''} for that." if waiting else ""
    more = dict.fromkeys(one for world in case.worlds.values() for one in _waiting(case, world, (*names, *waiting)))
    if more:
        after += (
            f" If Crossplane looks for it first, {together(more)} wait{'s' if len(more) == 1 else ''} for it too."
        )
    why = next((one for one in _HELPS if one in said), "")
    yield SetProblem(
        message=f"{first} {_LACKS.get(why, 'has no version that satisfies')} {constraints}, for which "
        + they_ask(names),
        says=said,
        then=f"{first} is not installed, nor anything that is missing after it.{after}",
        fix=_HELPS.get(
            why, f"There are {', '.join(there)}" if (there := highest(case, first)) else "There is no version"
        ),
        **whereabouts(member),
        packages=(*names, *waiting),
    )


def _waiting(case: SetCase, world: World, names: Sequence[str]) -> list[str]:
    """Who lacks a dependency, beside those that ask for the first one that is missing."""
    return [
        one.manifest.name
        for one in world.cluster.packages.values()
        if one.manifest.name not in names and "missing dependencies: " in case.said(one.manifest.key, world)
    ]


_BAD = "constraint on dependency is invalid"
_HELPS = {
    "cannot fetch dependency package tags": "See that its registry has the repository",
    "cannot create dependency package": "Correct its kind or its name in the package that asks",
    _BAD: "Correct the constraint in the package that asks",
}
_LACKS = {"cannot create dependency package": "cannot be made for", _BAD: "is not looked for by"}
"""What is wrong with a dependency, by the message of the lock."""


@set_rule("SET203", "Packages depend on each other in a circle", "E")
def circle(case: SetCase) -> Iterator[SetProblem]:
    """No package depends on itself, directly or through others.

    Why: Crossplane refuses to install anything more until the circle is gone. Packages that are there stay healthy.
    When it bites: As soon as the packages of the circle are in the lock.
    Fix: Take a version of one of them that does not ask for the others.
    Source: Crossplane, internal/dag; seen with Crossplane 2.4.
    """
    said = case.best.cluster.lock_says
    if "detected cycle on" not in said:
        return
    names = sorted(case.best.cluster.lock.graph().cycles())
    keys = [one for one in case.best.cluster.packages.values() if source_of(one.manifest.package) in names]
    member = next((found for one in keys if (found := case.member(one.manifest.key))), None)
    yield SetProblem(
        message=f"{together(one.manifest.name for one in keys)} depend on each other",
        says=said,
        then="Nothing more is installed in the cluster until the circle is gone.",
        fix="Take a version of one of them without the dependency",
        **whereabouts(member),
        packages=tuple(one.manifest.name for one in keys),
    )


@set_rule("SET204", "Dependencies are skipped", "EW")
def skipped(case: SetCase) -> Iterator[SetProblem]:
    """A package object does not skip its dependencies.

    Why: The package never joins the lock. What asks for it does not find it: under another name Crossplane
    installs it again, under its derived name those who ask stay unhealthy for ever.
    When it bites: As soon as something asks for it; and whenever a dependency is missing, which is not reported.
    Fix: Remove skipDependencyResolution.
    Source: Crossplane, internal/controller/pkg/revision/reconciler.go; seen with Crossplane 2.4.
    """
    for one in case.members:
        package = case.package(one.manifest.key)
        if not one.manifest.skips_dependencies or package is None:
            continue
        contents = case.contents(package)
        asking = [each.manifest.name for each, _ in case.asked_by(one.source)]
        if not asking and not (contents and contents.dependencies):
            continue
        yield SetProblem(
            message=f"{one.name} skips its dependencies" + (f", and {they_ask(asking)} for it" if asking else ""),
            level=0 if asking else 1,
            says=next((case.said(each.manifest.key) for each, _ in case.asked_by(one.source)), ""),
            then=f"{together(asking)} do not find it in the lock." if asking else "A missing one is not reported.",
            fix="Remove skipDependencyResolution",
            **one.here("spec", "skipDependencyResolution"),
            packages=(one.name, *asking),
        )


@set_rule("SET205", "A new revision waits for a person", "EW")
def waits(case: SetCase) -> Iterator[SetProblem]:
    """New revisions are activated by Crossplane.

    Why: With revisionActivationPolicy Manual a new revision stops the one that runs at once, and nothing runs until a
    person activates the new one. It is in the lock all the same, so that those who ask for it are content. Since 2.4
    any change of the object's spec makes a revision, also another runtime config, and so does the upgrade to 2.4.
    When it bites: On every upgrade.
    Fix: Activate it, or write revisionActivationPolicy: Automatic.
    Source: Crossplane, internal/controller/pkg/manager/reconciler.go; seen with 2.4, and as it replaced 1.20.
    """
    for one in case.members:
        package, revision = case.package(one.manifest.key), case.revision(one.manifest.key)
        if not one.manifest.is_manual or package is None or revision is None:
            continue
        if revision.state is DesiredState.ACTIVE:
            continue
        before = case.installed.active(one.manifest.key)
        runs = before is not None and before.state is DesiredState.ACTIVE
        is_double = before is not None and not runs and before.name != revision.name
        name = shell_word(one.name)
        kind = one.manifest.kind.lower()
        listed = spelled(f"kubectl get {kind}revision -l pkg.crossplane.io/package={name} --sort-by=.spec.revision")
        patched = spelled(
            f'kubectl patch {kind}revision REV --type=merge -p \'{{"spec":{{"desiredState":"Active"}}}}\''
        )
        version = version_of(before.image) if before else ""
        when = "Crossplane is upgraded" if case.installed.is_renewed_by(case.minor) else "this is applied"
        yield SetProblem(
            message=f"{one.name} waits until a person activates its new revision",
            level=0 if is_double else 1,
            says="Package is inactive",
            then=f"{version} stops when {when}, and nothing runs until the new revision is activated."
            if runs
            else "Nothing runs until the new revision is activated.",
            fix="Activate the last of these revisions",
            **one.about("spec", "revisionActivationPolicy"),
            commands=(listed, patched),
        )


@set_rule("SET206", "The package does not want this Crossplane", "W")
def unwanted(case: SetCase) -> Iterator[SetProblem]:
    """A package is installed where it says that it works.

    Why: ignoreCrossplaneConstraints installs it although it says that it does not fit this version.
    When it bites: When it runs.
    Fix: Take the version of the package for this Crossplane, and remove the field.
    Source: Crossplane, incompatible Crossplane version.
    """
    for one in case.members:
        package = case.package(one.manifest.key)
        contents = case.contents(package) if package and one.manifest.ignores_crossplane else None
        said = (
            incompatible(contents.constraint, case.options.crossplane) if contents and contents.constraint else None
        )
        if said:
            assert contents is not None
            yield SetProblem(
                message=f"{one.name} wants Crossplane {contents.constraint}, which is ignored",
                says=f"incompatible Crossplane version: {said}",
                then="Without ignoreCrossplaneConstraints it would be refused.",
                fix=f"Take a version of it for Crossplane {case.minor}",
                **one.about("spec", "ignoreCrossplaneConstraints"),
            )


@set_rule("SET207", "It is only taken from the cache", "EW")
def only_cached(case: SetCase) -> Iterator[SetProblem]:
    """A package object lets Crossplane pull its package.

    Why: With packagePullPolicy Never only what lies in Crossplane's own cache is installed.
    When it bites: When the package is not in the cache: on a new cluster, and on every upgrade.
    Fix: Put it into the cache first, or remove the field.
    Source: Crossplane, package not in cache and pull policy is Never.
    """
    for one in case.members:
        if not one.manifest.is_never_pulled:
            continue
        before = case.installed.active(one.manifest.key)
        is_there = before is not None and before.image == one.manifest.package
        said = never_pulled(case.minor)
        yield SetProblem(
            message=f"{one.name} is never pulled",
            level=1 if is_there else 0,
            says=f"cannot unpack package: {said}" if CACHED_BY_DIGEST.holds(case.minor) else said,
            then="It is there as long as it lies in the cache." if is_there else f"{one.name} is not installed.",
            fix="Remove packagePullPolicy, or put the package into Crossplane's cache",
            **one.about("spec", "packagePullPolicy"),
        )


@set_rule("SET208", "Crossplane installs what the tag names, each minute", "I")
def always_pulled(case: SetCase) -> Iterator[SetProblem]:
    """A package changes when its manifest does.

    Why: With packagePullPolicy Always Crossplane asks the registry each minute, and installs what the tag names then.
    When it bites: When the tag moves.
    Fix: Pin a version or a digest.
    Source: Crossplane, internal/controller/pkg/manager/reconciler.go (pullBasedRequeue).
    """
    for one in case.members:
        if '"packagePullPolicy": "Always"' in one.manifest.spec:
            yield SetProblem(
                message=f"{one.name} follows its tag",
                then="An image that is pushed under this tag is installed within a minute.",
                fix="Pin a version or a digest",
                **one.about("spec", "packagePullPolicy"),
            )


@set_rule("SET209", "Crossplane crashes while it upgrades", "E")
def crashes(case: SetCase) -> Iterator[SetProblem]:
    """What is installed under a range of versions is a version.

    Why: With upgrades Crossplane compares the installed tag with others, and a digest or a branch is no version.
    When it bites: As soon as the package that asks is in the Lock: Crossplane ends, starts again, and ends.
    Fix: Install a version of it first.
    Source: Crossplane, internal/controller/pkg/resolver; compared with its own code.
    """
    cluster = case.best.cluster
    if not cluster.crash:
        return
    member = next((one for one in case.members if one.source == cluster.crashed_at), None)
    asker = next((case.member(one.manifest.key) for one, _ in case.asked_by(cluster.crashed_at)), None)
    found = member or asker
    yield SetProblem(
        message=f"Crossplane crashes when it looks for an upgrade of {cluster.crashed_at}",
        says=cluster.crash,
        then="It starts again and crashes again: nothing in the cluster is resolved.",
        fix="Install a version of it first, not a digest or a branch",
        **whereabouts(found),
        packages=(found.name,) if found else (),
    )
