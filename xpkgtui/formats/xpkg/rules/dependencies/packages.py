"""Rules about the packages that a package depends on, and their form (901, 902, 905 to 908, 910, 915)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.dependencies.entries import INVALID, LEGACY, Dependency, dependencies_of
from xpkgtui.formats.xpkg.dependencies.references import UNQUALIFIED, fault_of_reference, is_qualified, repository_of
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.facts import HOST_IN_DEPENDENCIES, MAJOR_2, PACKAGE_KEY_IN_DEPENDENCIES

_GROUP = "pkg.crossplane.io"
_KINDS = frozenset(
    {(f"{_GROUP}/v1", kind) for kind in ("Provider", "Configuration", "Function")}
    | {(f"{_GROUP}/v1beta1", "Function")}
)


@rule(
    "XPKG901",
    "a dependency names no package",
    "EW",
    spec="W",
    format_v2="E",
    stage=Stage.INSTALL,
    silenced_by=silenced(Within.FIELD, "XPKG915"),
)
def dependency_names_a_package(subject: DocumentSubject) -> Iterator[Problem]:
    """An entry of `spec.dependsOn` has apiVersion, kind and package, or configuration, provider or function.

    Why: Without one of these forms, Crossplane does not know what to install. Crossplane supports the first form
    since 1.19. Package Format v2 has provider and configuration only.
    When it bites: At dependency resolution: the package revision never becomes healthy.
    Fix: Write `provider: registry/org/name`, or all three of apiVersion, kind and package.
    Source: crossplane internal/controller/pkg/revision/dependency.go.
    """
    for one in _dependencies(subject):
        path = one.path()
        if not one.package:
            verb = "is" if len(one.partial) == 1 else "are"
            half = f"{' and '.join(one.partial)} alone {verb} not enough" if one.partial and not one.forms else ""
            key = f" (its {one.key} is empty)" if one.key else ""
            message = f"{subject.title}: {one.title} names no package{key}"
            yield Problem(
                message=message, more=half, says=_says(subject, INVALID if not one.key else None), path=path
            )
        elif one.key == "package" and subject.profile is Profile.FORMAT_V2:
            yield Problem(
                message=f"{subject.title}: {one.title} has a form that Package Format v2 does not have", path=path
            )
        elif one.forms == ("package",) and subject.target.lacks(MAJOR_2):
            message = f"{subject.title}: Crossplane 1.18 and earlier refuse the form of {one.title}"
            level = int(not subject.target.lacks(PACKAGE_KEY_IN_DEPENDENCIES))
            yield Problem(level=level, message=message, says=INVALID, path=path)


@rule("XPKG902", "a dependency names several packages", "W", format_v2="E", stage=Stage.INSTALL)
def dependency_has_one_form(subject: DocumentSubject) -> Iterator[Problem]:
    """An entry of `spec.dependsOn` uses one form only.

    Why: Crossplane uses one form and silently ignores the others. It prefers apiVersion, kind and package together,
    then configuration, then provider, then function.
    When it bites: If Crossplane ignores the form that you want.
    Fix: Write each package as an entry of its own.
    Source: crossplane internal/controller/pkg/revision/dependency.go.
    """
    for one in _dependencies(subject):
        if ignored := (*one.forms[1:], *(one.partial if one.forms else ())):
            message = f"{subject.title}: {one.title}: Crossplane uses {one.key} and ignores {' and '.join(ignored)}"
            yield Problem(message=message, path=one.path(ignored[0]))


@rule("XPKG905", "a dependency is not fully qualified", "EW", spec="I", format_v2="", stage=Stage.INSTALL)
def dependency_is_qualified(subject: DocumentSubject) -> Iterator[Problem]:
    """The package of a dependency is a valid reference that names its registry; the host has a dot.

    Why: Crossplane 2.0 and later create an object for the dependency, and the API server refuses a name without a
    registry. Up to 1.20 Crossplane adds a default registry.
    When it bites: At dependency resolution: the dependency is never installed.
    Fix: Write the full name with its registry, such as `xpkg.crossplane.io/org/name`.
    Source: crossplane apis/pkg/v1/package_types.go (CEL rule of spec.package); go-containerregistry pkg/name.
    """
    for one in _dependencies(subject):
        fault = fault_of_reference(one.repository) if one.package else None
        if fault is not None:
            message = f"{subject.title}: {one.title} is not a valid reference: {fault}"
            says = _says(subject, f"could not parse reference: {one.package}")
            yield Problem(message=message, says=says, path=one.path(one.key))
        elif one.package and not is_qualified(one.repository):
            is_first = subject.target.lacks(HOST_IN_DEPENDENCIES)
            who = "Crossplane 2.0 and later refuse it" if is_first else "the API server refuses it"
            yield Problem(
                level=int(is_first),
                message=f"{subject.title}: {one.title} has no registry host with a dot",
                more=who,
                says=_says(subject, UNQUALIFIED),
                path=one.path(one.key),
            )


@rule("XPKG906", "a dependency has its version in its name", "EW", spec="W", stage=Stage.INSTALL)
def dependency_has_no_tag(subject: DocumentSubject) -> Iterator[Problem]:
    """The package of a dependency has no tag and no digest; both belong in `version`.

    Why: Crossplane appends the version that it finds, and a name with two tags is not a valid reference. A tag is
    accepted only if the version is a digest.
    When it bites: At dependency resolution: the dependency is never installed.
    Fix: Move the tag or the digest to `version`.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go (NewPackage); settled by reading it.
    """
    for one in _dependencies(subject):
        if one.suffix:
            is_taken = one.is_pinned and "@" not in one.suffix and len(one.suffix) > 1
            what = "a digest" if "@" in one.suffix else "a tag"
            message = f"{subject.title}: {one.title} has {what} in its name"
            more = "Crossplane appends the version to it"
            says = None if is_taken else _says(subject, UNQUALIFIED)
            yield Problem(level=1 if is_taken else 0, message=message, more=more, says=says, path=one.path(one.key))


@rule("XPKG907", "a dependency uses the deprecated form", "I", spec="", stage=Stage.INSTALL)
def dependency_is_explicit(subject: DocumentSubject) -> Iterator[Problem]:
    """Entries of `spec.dependsOn` have apiVersion, kind and package.

    Why: configuration, provider and function are deprecated since Crossplane 1.19, but still read.
    When it bites: Not yet. Crossplane 1.18 and earlier read the older form only.
    Fix: Write `apiVersion: pkg.crossplane.io/v1`, `kind: Provider` and `package: registry/org/name`.
    Source: crossplane apis/pkg/meta/v1 (Dependency).
    """
    if found := [one for one in _dependencies(subject) if one.key in LEGACY]:
        keys = ", ".join(sorted({one.key for one in found if one.key}))
        count = "1 dependency" if len(found) == 1 else f"{len(found):,} dependencies"
        message = f"{subject.title} names {count} with deprecated keys: {keys}"
        first = found[0].key or ""
        fix = (
            f"For Crossplane 1.19 and later, replace `{first}:` with `apiVersion: {_GROUP}/v1`, "
            f"`kind: {first.capitalize()}` and `package:`. For 1.18 and earlier keep it: they read no other form."
        )
        yield Problem(message=message, fix=fix, path=found[0].path(found[0].key))


@rule("XPKG908", "a dependency is not of a package kind", "W", spec="", stage=Stage.INSTALL)
def dependency_is_a_package(subject: DocumentSubject) -> Iterator[Problem]:
    """apiVersion and kind of a dependency are those of a package that Crossplane installs.

    Why: Crossplane creates an object of that kind. A kind of another group works only if the cluster defines it.
    When it bites: At dependency resolution, if the API server does not know the kind.
    Fix: Write `apiVersion: pkg.crossplane.io/v1` and `kind: Provider`, `Configuration` or `Function`.
    Source: crossplane apis/pkg/meta/v1 (Dependency), apis/pkg/v1.
    """
    for one in _dependencies(subject):
        if one.key == "package" and (one.api_version, one.kind) not in _KINDS:
            hint = f"the group of packages is {_GROUP}" if one.api_version.startswith(f"meta.{_GROUP}") else ""
            message = f"{subject.title}: {one.title}: {one.api_version} {one.kind} is not a kind of package"
            yield Problem(message=message, more=hint, path=one.path("kind" if not hint else "apiVersion"))


@rule("XPKG910", "the package depends on itself", "E", spec="W", stage=Stage.INSTALL)
def package_is_not_its_own_dependency(subject: DocumentSubject) -> Iterator[Problem]:
    """No dependency is the package itself.

    Why: Crossplane finds a cycle, and stops resolving dependencies for all packages.
    When it bites: At dependency resolution.
    Fix: Remove the entry.
    Source: crossplane internal/dag/dag.go (Sort).
    """
    own = repository_of(subject.case.source.name) if subject.case.source.is_remote else None
    for one in _dependencies(subject):
        if own is not None and one.repository == own:
            yield Problem(
                message=f"{subject.title}: {one.title} is one on the package itself",
                says=_says(subject, f"cannot sort DAG: detected cycle on: {own}"),
                path=one.path(one.key),
            )


@rule("XPKG915", "a dependency is a Function", "", spec="E", stage=Stage.INSTALL)
def dependency_is_no_function(subject: DocumentSubject) -> Iterator[Problem]:
    """No dependency is a Function.

    Why: The xpkg specification v1.9 and Package Format v2 define Provider and Configuration only.
    When it bites: With readers that follow these specifications. Crossplane supports functions since 1.14.
    Fix: No action needed for Crossplane.
    Source: xpkg specification v1.9; Package Format v2.
    """
    for one in _dependencies(subject):
        if one.kind == "Function":
            message = f"{subject.title}: {one.title} is on a Function, which the specification does not define"
            yield Problem(message=message, path=one.path())


def _dependencies(subject: DocumentSubject) -> Iterator[Dependency]:
    return dependencies_of(subject.value.get("spec")) if subject.is_package else iter(())


def _says(subject: DocumentSubject, text: str | None) -> str | None:
    return None if subject.profile.is_document else text
