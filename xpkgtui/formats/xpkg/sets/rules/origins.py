"""Rules about where packages come from: how their sources are spelled, families, and signatures."""

from collections.abc import Iterator

from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.dependencies.families import asks_elsewhere, home
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.sets.case import GROUP, SetCase
from xpkgtui.formats.xpkg.sets.rules.wording import together
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule


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
                    object=member.object.name if member else None,
                    place=member.place if member else Place(),
                    packages=(package.manifest.name,),
                )


@set_rule("SET302", "The signature would be refused", "EI")
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
        names = [each.name for each in packages if each.package.startswith(config.prefixes)]
        if names:
            yield SetProblem(
                level=1,
                message=f"{one.name} asks for signatures of {together(names)}, which were not asked for here",
                says="cannot unpack package: signature verification failed",
                then="Where Crossplane verifies, a package that is not signed so is not installed.",
                fix="Add --verify",
                object=one.name,
                place=one.at("spec", "verification"),
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
