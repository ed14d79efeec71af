"""Rules about where packages come from: twice from one source, names, spellings, families, secrets, signatures."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.commands import PrintedCommand, command
from xpkgtui.errors import parsed
from xpkgtui.formats.sets.objects import MAKES_SECRETS, names_of_secrets
from xpkgtui.formats.xpkg.dependencies.families import asks_elsewhere, home
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.sets.case import GROUP, SetCase, whereabouts
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, derived_name, refusal, source_of
from xpkgtui.formats.xpkg.sets.rules.wording import did_you_mean, together
from xpkgtui.formats.xpkg.tools.facts import default_registry
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, listing, mapping, text


@set_rule("SET106", "One repository is spelled in two ways", "W")
def spelled_twice(case: SetCase) -> Iterator[SetProblem]:
    """Objects and dependencies name a repository alike.

    Why: docker.io and index.docker.io are one registry, and Crossplane compares sources as text: they are different
    packages to it.
    When it bites: When a dependency asks for the other spelling: the package is installed a second time.
    Fix: Spell it alike everywhere.
    Source: Crossplane, internal/dag; go-containerregistry, name.ParseReference.
    """
    found: dict[str, dict[str, tuple[str, Place]]] = {}
    for one in case.members:
        _spell(found, one.source, one.name, one.place)
    for package in case.best.cluster.packages.values():
        contents, member = case.contents(package), case.member(package.manifest.key)
        for each in contents.dependencies if contents else ():
            _spell(found, each.package, package.manifest.name, member.place if member else Place())
    for spellings in found.values():
        if len(spellings) > 1:
            (_, place), *others = spellings.values()
            yield SetProblem(
                message=f"{together(spellings)} are one repository, and different packages to Crossplane",
                then="It may be installed twice.",
                fix="Spell it alike everywhere",
                place=place,
                also=tuple((at, f"{name} spells it otherwise") for name, at in others),
                packages=tuple(dict.fromkeys(name for name, _ in spellings.values())),
            )


def _spell(found: dict[str, dict[str, tuple[str, Place]]], source: str, name: str, place: Place) -> None:
    reference = parsed(PackageReference.parse, source)
    if reference is not None:
        found.setdefault(reference.name, {}).setdefault(source, (name, place))


@set_rule("SET107", "A family comes from another organization", "W")
def foreign_family(case: SetCase) -> Iterator[SetProblem]:
    """A member of a provider family and the family come from one registry and organization.

    Why: Crossplane's RBAC manager gives the members of a family rights on each other's resources only where registry
    and organization are the same.
    When it bites: When the member reads its ProviderConfig: it may not.
    Fix: Take both from one organization.
    Source: Crossplane, internal/controller/rbac/provider/roles.
    """
    for package in case.best.cluster.packages.values():
        contents, member = case.contents(package), case.member(package.manifest.key)
        source = package.manifest.package.partition("@")[0].rpartition(":")[0] or package.manifest.package
        for each in contents.dependencies if contents else ():
            if contents is not None and asks_elsewhere(contents.family, source, each.package):
                yield SetProblem(
                    message=f"{package.manifest.name} is a member of {contents.family}, and asks for it at "
                    f"{each.package}",
                    then=f"{package.manifest.name} gets no rights on the resources of its family.",
                    fix=f"Take the family from {'/'.join(home(source))}",
                    **whereabouts(member),
                    packages=(package.manifest.name,),
                )


@set_rule("SET301", "The pull secret is not in the set", "W", absent=("Secret", *MAKES_SECRETS))
def no_secret(case: SetCase) -> Iterator[SetProblem]:
    """The secrets that packages are pulled with are in the set, or in the cluster.

    Why: Crossplane leaves a secret out that is not there, and goes on without it: the registry's refusal is all that
    one sees.
    When it bites: When the registry asks for a login.
    Fix: Apply the secret first. A SealedSecret, an ExternalSecret and a SOPS file count as the secret.
    Source: Crossplane, internal/xpkg/fetch.go.
    """
    names = {
        *names_of_secrets(case.manifests.objects),
        *(name for kind, name in case.installed.names if kind == "Secret"),
    }
    if case.installed.names and not any(kind == "Secret" for kind, _ in case.installed.names):
        return  # what was saved of the cluster says nothing of secrets
    for one in case.manifests.objects:
        spec = mapping(one.value.get("spec"))
        if one.group != GROUP:
            continue
        wanted = [text(field(each, "name")) for each in listing(spec.get("packagePullSecrets"))]
        wanted += [text(field(spec, "registry", "authentication", "pullSecretRef", "name"))]
        for name in filter(None, wanted):
            if name not in names:
                is_config = one.name.kind == "ImageConfig"
                path = (
                    ("spec", "registry", "authentication", "pullSecretRef")
                    if is_config
                    else ("spec", "packagePullSecrets")
                )
                yield SetProblem(
                    message=f"{one.name} pulls with the secret {name}, which is not in the set",
                    then="Crossplane pulls without it, and says only what the registry answers.",
                    fix=did_you_mean(case.guesses, name, names, "Add the secret, in the namespace of Crossplane"),
                    **one.here(*path),
                    packages=() if is_config else (one.name.name,),
                )


@set_rule("SET302", "A signature is refused, or was not verified", "EI")
def not_verified(case: SetCase) -> Iterator[SetProblem]:
    """Packages for which an ImageConfig asks for a signature have one.

    Why: With --enable-signature-verification Crossplane installs no image that an ImageConfig does not accept. A plan
    verifies signatures with --verify, by the public keys of Secrets in the set.
    When it bites: When the package is pulled.
    Fix: Sign the image, which `xpkgtui referrers SOURCE --policy FILE` says how. Without --verify: add it.
    Source: Crossplane, internal/controller/pkg/signature.
    """
    if case.options.verifies:
        yield from _refused(case)
        return
    packages = [one.manifest for one in case.best.cluster.packages.values()]
    for one in case.of(GROUP, "ImageConfig"):
        config = case.best.cluster.image_configs.get(one.name.name)
        if config is None or config.verification is None:
            continue
        if names := [each.name for each in packages if each.package.startswith(config.prefixes)]:
            yield SetProblem(
                level=1,
                message=f"{one.name} asks for signatures of {together(names)}, which were not verified here",
                says="cannot unpack package: signature verification failed",
                then="Where Crossplane verifies, a package that is not signed so is not installed.",
                fix="Add --verify",
                **one.here("spec", "verification"),
                packages=tuple(names),
            )


def _refused(case: SetCase) -> Iterator[SetProblem]:
    for package in case.best.cluster.packages.values():
        decision, member = case.signature(package), case.member(package.manifest.key)
        if decision is None or decision.accepted is not False:
            continue
        config = next((one for one in case.of(GROUP, "ImageConfig") if one.name.name == decision.config), None)
        yield SetProblem(
            message=f"{decision.config} refuses {decision.path}",
            says=f"cannot unpack package: {decision.says}",
            then=f"{package.manifest.name} is not installed where Crossplane verifies signatures.",
            fix="Sign it: `xpkgtui referrers --policy` says how",
            object=member.object.name if member else None,
            place=member.place if member else config.at("spec", "verification") if config else Place(),
            packages=(package.manifest.name,),
            also=((config.at("spec", "verification"), "the ImageConfig that asks for it"),) if config else (),
        )


@set_rule("SET108", "The package's name is not complete", "EI")
def no_registry(case: SetCase) -> Iterator[SetProblem]:
    """A package object has the full name of its package: registry, repository and tag or digest.

    Why: Since 2.0 there is no default registry. The API server refuses the object. Of one that it has, Crossplane 2
    asks Docker Hub, and makes no Deployment.
    When it bites: When it is applied; the version that is installed stays, until Crossplane itself is upgraded to 2.
    Fix: Write the registry before the name.
    Source: Crossplane 2.0, the rule of spec.package; seen as 2.4 replaced 1.20.
    """
    for one in case.members:
        said, package = refusal(one.manifest), one.manifest.package
        if not said or not package or not one.name:
            continue
        before = case.installed.package(one.manifest.key)
        host = source_of(before.manifest.package).removesuffix(source_of(one.manifest.package)) if before else ""
        takes_any = case.best.cluster.crossplane.flags.takes_any_host
        is_stored = one.place.file is None and not takes_any  # what the API server has is not refused again
        full = f"{host or default_registry(case.minor) or 'HOST'}/".replace("//", "/") + package
        lacks, fix = "names no registry", f"Write {full}"
        if "://" in package:
            lacks, fix = "begins with a scheme", f"Write {package.partition('://')[2]}"
        elif not refusal(replace(one.manifest, package=f"{package}:v1")) and not takes_any:
            lacks, fix = "names no tag and no digest", f"Write {package}:VERSION"
        elif ":" in package.partition("/")[0] and not takes_any:
            lacks = f"names the registry {package.partition('/')[0]}, and only one with a dot in its name is taken"
            fix = "Write the name of the registry with its domain"
        yield SetProblem(
            message=f"{one.name} installs {package}, which {lacks}",
            level=1 if takes_any else 0,
            says=case.said(one.manifest.key) if is_stored else "" if takes_any else said,
            then=f"Crossplane takes its default registry: {full}"
            if takes_any
            else "Crossplane looks for it at index.docker.io, and makes no Deployment of it any more."
            if is_stored
            else "It stays as it is.",
            fix=fix,
            **one.about(),
        )


@set_rule("SET113", "The name of the package cannot be read", "E")
def no_reference(case: SetCase) -> Iterator[SetProblem]:
    """The `spec.package` of a package object is a reference: registry, repository in lower case, tag or digest.

    Why: The API server takes much that is none, such as blanks, capital letters or a short digest. Crossplane then
    cannot read it, and installs nothing.
    When it bites: When it is applied; the version that is installed stays.
    Fix: Write it as HOST/ORGANIZATION/NAME:TAG.
    Source: go-containerregistry, as Crossplane uses it.
    """
    for one in case.members:
        said, package = case.said(one.manifest.key), one.manifest.package
        if "could not parse reference: " not in said or f"cannot parse package reference {package}" not in said:
            continue
        fix = "Write HOST/ORGANIZATION/NAME:TAG"
        if package != package.strip():
            fix = "Remove the blanks"
        elif "@sha256:" in package:
            fix = "A digest is sha256: and 64 hexadecimal digits"
        elif "@" in package:
            fix = "Remove what stands before the @: a login belongs in packagePullSecrets"
        elif (lower := package.lower()) != package and parsed(PackageReference.parse, lower) is not None:
            fix = f"Write {lower}"
        yield SetProblem(
            message=f"{one.name} installs {quoted(package)}, which Crossplane cannot read"
            if package
            else f"{one.name} has no spec.package",
            says=said,
            then=f"{one.name} is not installed.",
            fix=fix,
            **one.about(),
        )


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
