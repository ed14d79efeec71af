"""Rules about the objects that a package installs (7xx)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.definitions.definition import check_definition
from xpkgtui.formats.xpkg.definitions.names import subdomain
from xpkgtui.formats.xpkg.kinds import (
    META_GROUP,
    PACKAGES,
    GroupVersionKind,
    Role,
    is_permitted,
    near_kinds,
    packages_of,
    permitted_kinds,
)
from xpkgtui.rules.profile import Profile
from xpkgtui.rules.refusals import says
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.rules.subject import DocumentSubject, PackageSubject, Seen
from xpkgtui.versions.quoting import quoted

_CRD = "CustomResourceDefinition"
_KUBERNETES, _EXTENSIONS = "apiextensions.k8s.io", "apiextensions.crossplane.io"
_MOST = 50
_FORMAT_V2 = (_CRD, "CompositeResourceDefinition", "Composition")
_WEBHOOKS = ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")
_SPEC = {
    "Provider": (_CRD, *_WEBHOOKS),
    "Configuration": ("CompositeResourceDefinition", "Composition"),
    "Function": (_CRD,),
}
"""As written, but that it calls the validating ones AdmissionWebhookConfiguration, a kind that is not there."""
_DEFINITIONS = frozenset(
    {(_KUBERNETES, _CRD), (_EXTENSIONS, "CompositeResourceDefinition"), (_EXTENSIONS, "ManagedResourceDefinition")}
)
_NOT_PERMITTED = {
    "Provider": "object did not pass any of the linters with following errors: object is not a CRD,"
    " object is not an MRD, object is not an ValidatingWebhookConfiguration,"
    " object is not a MutatingWebhookConfiguration",
    "Configuration": "object did not pass any of the linters with following errors: object is not an XRD,"
    " object is not an ManagedResourceActivationPolicy, object is not a Composition, object is not an Operation,"
    " object is not a CronOperation, object is not a WatchOperation",
    "Function": "object is not a CRD",
}


@rule("XPKG701", "objects that the package type may hold", "W", crossplane_1="E", spec="E", format_v2="E", build="E")
def kinds_are_permitted(subject: PackageSubject) -> Iterator[Problem]:
    """Every object is of a kind that a package of this type may hold.

    Why: A Provider brings definitions and webhook configurations, a Configuration composite resource definitions,
    compositions, operations and activation policies, a Function definitions only.
    The specification knows neither operations nor managed resource definitions.
    When it bites: `crossplane xpkg build` and package managers up to 2.1 refuse the package; 2.2 and later leave the
    object out when they install, with a warning event.
    Fix: Move the object to a package that may hold it, or apply it by other means.
    Source: xpkg specification; crossplane-runtime pkg/xpkg/lint.go.
    """
    package = subject.type
    if package is None or (package == "Function" and subject.profile is Profile.CROSSPLANE_1):
        return
    for one in subject.objects:
        if one.named is None or _is_permitted(package, one.named, subject.profile):
            continue
        elsewhere = [name for name in PACKAGES if _is_permitted(name, one.named, subject.profile)]
        hint = (
            f"a {' or '.join(elsewhere)} may hold it"
            if elsewhere
            else f"it may hold {_list(_permitted(package, subject.profile))}"
        )
        yield Problem(
            message=f"{_title(one)} may not be in a {package} package; {hint}",
            says=None if subject.profile.is_document else _NOT_PERMITTED[package],
            document=one.number,
            line=one.line,
        )


@rule("XPKG702", "objects that are known", "E", spec="E", format_v2="E", build="E")
def kinds_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """Every object is of a group, version and kind that Crossplane's parser knows.

    Why: One object that it does not know makes the parser refuse the whole package. Among the unknown are ConfigMap,
    ClusterRole, ProviderConfig, EnvironmentConfig, everything of pkg.crossplane.io, claims and composite resources.
    When it bites: At parsing, at build and at installation.
    Fix: Take the object out of the package and apply it by other means.
    Source: crossplane-runtime pkg/xpkg/scheme.go; crossplane issues 3865 and 6525.
    """
    named = subject.named
    if named is None or named.role is not None or named.group.startswith("meta.pkg."):
        return
    printed = f"no kind {quoted(named.kind)} is registered for version {quoted(named.api_version)}"
    if named.version == "__internal":
        printed = (
            f"no kind {quoted(named.kind)} is registered for the internal version of group {quoted(named.group)}"
        )
    fix = ""
    if named.group == "pkg.crossplane.io":
        hint = f"; it installs packages, and is not their meta object ({META_GROUP})"
    else:
        near = near_kinds(named)
        hint = f"; known is {near[0]}" if near else ""
        fix = _respelled(near[0]) if near else ""
    message = f"{subject.title} ({named.api_version}) is not known to Crossplane's parser{hint}"
    yield Problem(message=message, says=printed, fix=fix, path=FieldPath.of("kind"))


@rule("XPKG706", "objects are there once", "W", spec="W", format_v2="W")
def objects_are_unique(subject: PackageSubject) -> Iterator[Problem]:
    """No two objects have the same group, kind and name.

    Why: Crossplane applies one over the other, in no certain order, again and again.
    When it bites: When the two differ.
    Fix: Remove one of them, or give it a name of its own.
    Source: crossplane issue 3466.
    """
    first: dict[tuple[str, str, str], Seen] = {}
    for one in subject.objects:
        if one.named is None or not one.name:
            continue
        key = (one.named.group, one.named.kind, one.name)
        earlier = first.setdefault(key, one)
        if earlier is not one:
            message = f"{_title(one)} is there twice, in documents {earlier.number} and {one.number}"
            yield Problem(message=message, document=one.number, line=one.line)


@rule("XPKG707", "objects have their names", "EW", spec="W", format_v2="W")
def objects_are_named(subject: DocumentSubject) -> Iterator[Problem]:
    """Every object has a name, a DNS subdomain; that of a definition is its plural name and its group.

    Why: The API server takes no object without a name, and no CustomResourceDefinition that is called otherwise. A
    CompositeResourceDefinition or ManagedResourceDefinition of another name installs and never becomes established.
    When it bites: At installation (dry run).
    Fix: Set metadata.name to `<plural>.<group>`.
    Source: k8s.io/apiextensions-apiserver validation; crossplane apis/apiextensions.
    """
    named, path = subject.named, FieldPath.of("metadata", "name")
    if named is None or subject.role is not Role.OBJECT or not packages_of(named):
        return
    if not subject.name:
        yield Problem(
            level=0 if subject.is_installed else 1,
            message=f"{subject.title} has no name",
            says="metadata.name: Required value: name or generateName is required" if subject.is_installed else None,
            fix="" if _definition_name(subject) else "Write metadata.name.",
            path=path,
        )
        return
    wanted = _definition_name(subject)
    if wanted is not None and subject.name != wanted:
        is_crd = named.kind == _CRD and subject.is_installed
        yield Problem(
            level=0 if is_crd else 1,
            message=f"{subject.title} should be called {wanted}, by its plural name and group",
            says='metadata.name: Invalid value: must be spec.names.plural+"."+spec.group' if is_crd else None,
            path=path,
        )
    elif named.kind not in {_CRD, *_WEBHOOKS} and (complaint := subdomain(subject.name)):
        yield Problem(
            level=0 if subject.is_installed else 1,
            message=f"{subject.title}: the name is no DNS subdomain",
            says=says(subject, f'metadata.name: Invalid value: "{subject.name}": {complaint}'),
            fix="Write lower case letters, digits, `-` and `.`, with a letter or digit at both ends.",
            path=path,
        )


@rule("XPKG708", "definitions are valid", "EW", spec="W", format_v2="W")
def definitions_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """A CustomResourceDefinition passes the API server's validation, and serves a version.

    Why: Its schema must be structural, exactly one version is the one that is stored, names and paths have their
    forms. Rules in CEL are not compiled here; they are looked at as far as that is possible without.
    When it bites: At installation (dry run). A definition that serves no version is accepted and of no use.
    Fix: Mend the field that is named; `controller-gen` writes definitions that pass.
    Source: k8s.io/apiextensions-apiserver 0.35, validation and structural schemas.
    """
    named = subject.named
    is_definition = named is not None and (named.group, named.version, named.kind) == (_KUBERNETES, "v1", _CRD)
    if not is_definition or any(not mismatch.unknown for mismatch in subject.mismatches):
        return
    found = check_definition(subject.value)
    level = 0 if subject.is_installed else 1
    for problem in found[:_MOST]:
        detail = f": {problem.detail}" if problem.detail else ""
        yield Problem(
            level=level,
            message=f"{subject.title}: {problem.path}: {problem.verdict.lower()}{detail}",
            says=f'{_CRD}.{_KUBERNETES} "{subject.name}" is invalid: {problem.message}',
            path=problem.path,
        )
    if len(found) > _MOST:
        message = f"{subject.title}: at least {len(found) - _MOST:,} more fields are not valid"
        yield Problem(level=level, message=message, path=found[_MOST].path)
    spec = subject.value.get("spec")
    versions = spec.get("versions") if isinstance(spec, dict) else None
    if versions and not any(isinstance(one, dict) and one.get("served") for one in versions):
        message = f"{subject.title} serves no version; it installs and cannot be used"
        yield Problem(level=1, message=message, path=FieldPath.of("spec", "versions"))


def _is_permitted(package: str, named: GroupVersionKind, profile: Profile) -> bool:
    if profile.is_document:
        return bool(packages_of(named)) and named.kind in _permitted(package, profile)
    return is_permitted(package, named)


def _permitted(package: str, profile: Profile) -> tuple[str, ...]:
    if profile is Profile.FORMAT_V2:
        return _FORMAT_V2
    return _SPEC[package] if profile is Profile.SPEC else permitted_kinds(package)


def _definition_name(subject: DocumentSubject) -> str | None:
    """`plural.group` of what the document defines."""
    named, spec = subject.named, subject.value.get("spec")
    defines = {
        (_KUBERNETES, _CRD),
        (_EXTENSIONS, "CompositeResourceDefinition"),
        (_EXTENSIONS, "ManagedResourceDefinition"),
    }
    if named is None or (named.group, named.kind) not in defines or not isinstance(spec, dict):
        return None
    names = spec.get("names")
    plural = names.get("plural") if isinstance(names, dict) else None
    group = spec.get("group")
    return f"{plural}.{group}" if plural and group and isinstance(plural, str) and isinstance(group, str) else None


def _respelled(known: str) -> str:
    api_version, _, kind = known.partition(", ")
    return f"Write `apiVersion: {api_version}` and `kind: {kind}` if that is meant, or take the object out."


def _title(one: Seen) -> str:
    kind = one.named.kind if one.named else "Object"
    return f"{kind} {one.name}" if one.name else f"{kind} in document {one.number}"


def _list(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
