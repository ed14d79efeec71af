"""Rules about where packages come from, and under which names."""

from collections.abc import Iterator

from xpkgtui.commands import command
from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.sets.case import SetCase, SetMember, whereabouts
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterPackage
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, derived_name, refusal, source_of, version_of
from xpkgtui.formats.xpkg.sets.rules.wording import named, nearest, they_ask, together, with_waiting
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.versions.version import Version


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
            **twin.here(),
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
        yield SetProblem(
            message=f"{package.manifest.name} and {other} bring {definition}",
            says=said,
            then=f"{other} has it. {package.manifest.name} gets none of its objects, and nothing of it runs.",
            fix="Remove one of them, or install a version without it",
            **whereabouts(case.member(package.manifest.key), _place_of(case, package)),
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
            then=f"{together(asking)} stay{'s' if len(asking) == 1 else ''} unhealthy." if asking else "",
            fix="Write a version alone" if asking else "Write a version, or a digest",
            **one.here(),
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
        yield SetProblem(
            message=f"{package.manifest.name} {version_of(package.manifest.package)} is refused",
            says=said,
            then=named(case, package, "stays unhealthy"),
            fix="See why",
            **whereabouts(case.member(package.manifest.key), _place_of(case, package)),
            packages=with_waiting(case, package),
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
        if refusal(package.manifest) and not case.best.cluster.crossplane.flags.takes_any_host:
            continue  # SET108
        rewritten = f", which is asked for at {source_of(package_path(case, package))}"
        is_rewritten = source_of(package_path(case, package)) != source_of(package.manifest.package)
        near = nearest(case, package)
        yield SetProblem(
            message=f"{package.manifest.package} is absent{rewritten if is_rewritten else ''}",
            says=said,
            then=named(case, package, "is not installed"),
            fix=f"There are {', '.join(near)}" if near else "Write a repository and a tag that are there",
            **whereabouts(case.member(package.manifest.key), _place_of(case, package)),
            packages=with_waiting(case, package),
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
            **whereabouts(member, _place_of(case, package)),
            packages=(package.manifest.name,),
        )


def _place_of(case: SetCase, package: ClusterPackage) -> Place:
    """The place of the object that asks for a package which Crossplane adds; none where that is added too."""
    for one, _ in case.asked_by(source_of(package.manifest.package)):
        member = case.member(one.manifest.key)
        if member is not None:
            return member.place
    return Place()
