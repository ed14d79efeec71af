"""Rules about single fields of the meta object (605 to 608, 614, 615, 620)."""

import re
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import subdomain
from xpkgtui.formats.xpkg.objects.kinds import META_GROUP
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import admits
from xpkgtui.formats.xpkg.tools.facts import RUNS_ITSELF, SAFE_START
from xpkgtui.untyped import field, mapping

_SAFE_START = "safe-start"
_CAPABILITIES = ("composition", "operation", _SAFE_START)
_MANY = 20
"""Definitions of a provider from which on it matters that they are active."""
_MOST = 50
"""Problems of one kind that are reported for one document."""


@rule("XPKG605", "the apiVersion of the meta object is deprecated", "I", format_v2="", build="I", stage=Stage.LINT)
def version_is_current(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has `apiVersion: meta.pkg.crossplane.io/v1`.

    Why: `v1alpha1` of Provider and Configuration and `v1beta1` of Function are deprecated; v1 has the same fields.
    When it bites: When Crossplane drops the old version. Function v1 needs Crossplane 1.17 or later.
    Fix: Write `apiVersion: meta.pkg.crossplane.io/v1`.
    Source: crossplane apis/pkg/meta.
    """
    named = subject.named
    if named is not None and subject.is_package and named.version != "v1":
        message = f"{subject.title}: {named.api_version} is deprecated"
        more = f"use {META_GROUP}/v1, which has the same fields"
        yield Problem(message=message, more=more, path=FieldPath.of("apiVersion"))


@rule("XPKG606", "a Function, which the specification does not define", "", spec="E", stage=Stage.LINT)
def is_no_function(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is not a Function.

    Why: The xpkg specification v1.9 and Package Format v2 define Provider and Configuration only.
    When it bites: With readers that follow these specifications. Crossplane supports functions since 1.14.
    Fix: No action needed for Crossplane.
    Source: xpkg specification v1.9; Package Format v2.
    """
    named = subject.named
    if named is not None and named.kind == "Function" and named.group.startswith("meta.pkg."):
        message = f"{subject.title}: the specification does not define functions"
        yield Problem(message=message, path=FieldPath.of("kind"))


@rule("XPKG607", "the meta object has no usable name", "W", format_v2="E", build="W", stage=Stage.LINT)
def meta_is_named(subject: DocumentSubject) -> Iterator[Problem]:
    """`metadata.name` of the meta object is a DNS subdomain: lowercase letters, digits, `-` and `.`.

    Why: Crossplane ignores it and names the package after its repository. Tools name the archive after it.
    When it bites: At `crossplane xpkg build`, which needs it for the file name, and in lists of packages.
    Fix: Add a name such as `name: provider-aws` under metadata.
    Source: Package Format v2; Kubernetes, object names.
    """
    if not subject.is_package or _is_odd(subject, "metadata", "name"):
        return
    metadata = FieldPath.of("metadata") if "metadata" in subject.value else FieldPath.of("kind")
    if not subject.name:
        yield Problem(message=f"{subject.title} has no name", path=metadata)
    elif subdomain(subject.name) is not None:
        message = f"{subject.title}: metadata.name is not a DNS subdomain (lowercase letters, digits, - and .)"
        fix = "Write lowercase letters, digits, `-` and `.`, at most 253 in all, with a letter or digit at both ends."
        yield Problem(message=message, fix=fix, path=FieldPath.of("metadata", "name"))


@rule("XPKG608", "the meta object has no spec", "I", format_v2="E", build="I", stage=Stage.LINT)
def has_spec(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has a `spec`.

    Why: Package Format v2 requires it; Crossplane does not.
    When it bites: With readers that follow the older format.
    Fix: Add a `spec` with the versions of Crossplane that the package supports.
    Source: Package Format v2; crossplane apis/pkg/meta.
    """
    if subject.is_package and subject.value.get("spec") is None:
        path = FieldPath.of("spec") if "spec" in subject.value else FieldPath.of("kind")
        yield Problem(message=f"{subject.title} has no spec", path=path)


@rule("XPKG614", "a field of an older version is ignored", "WI", spec="I", format_v2="E", stage=Stage.LINT)
def images_are_not_named(subject: DocumentSubject) -> Iterator[Problem]:
    """A Provider has no `spec.controller`, a Function no `spec.image`; Package Format v2 requires `spec.controller`.

    Why: Since Crossplane 2.0 the package's own image always runs. Crossplane ignores permission requests.
    When it bites: If the field names another image than the package's own: that image does not run. An empty
    `spec.controller` has no effect.
    Fix: Remove the field, and put the program into the package's image.
    Source: crossplane apis/pkg/meta/v1 (removed in 2.0); Package Format v2.
    """
    named, spec = subject.named, subject.value.get("spec")
    if named is None or not subject.is_package:
        return
    fields = mapping(spec)
    controller, level = fields.get("controller"), int(subject.target.lacks(RUNS_ITSELF))
    if subject.profile is Profile.FORMAT_V2:
        if named.kind == "Provider" and not (isinstance(controller, dict) and controller.get("image")):
            path = FieldPath.of("spec") if fields else FieldPath.of("kind")
            yield Problem(message=f"{subject.title} has no spec.controller.image", path=path)
        return
    if named.kind == "Provider" and controller is not None:
        inner = [
            name for name in ("image", "permissionRequests") if isinstance(controller, dict) and name in controller
        ]
        path = FieldPath.of("spec", "controller")
        if inner or controller != {}:
            what = " and ".join(f"spec.controller.{name}" for name in inner) or "spec.controller"
            yield Problem(level=level, message=f"{subject.title}: Crossplane ignores {what} since 2.0", path=path)
        else:
            message, more = f"{subject.title} has an empty spec.controller", "Crossplane 1.x writes it at a build"
            yield Problem(level=1, message=message, more=more, path=path)
    if named.kind == "Function" and fields.get("image") is not None:
        message = f"{subject.title}: Crossplane ignores spec.image since 2.0"
        yield Problem(level=level, message=message, path=FieldPath.of("spec", "image"))


@rule(
    "XPKG615",
    "an unknown capability",
    "EI",
    spec="",
    stage=Stage.PARSE,
    is_decoding=True,
    silenced_by=silenced(Within.FIELD, "XPKG508"),
)
def capabilities_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.capabilities` is a list of strings that Crossplane knows: `composition`, `operation`, `safe-start`.

    Why: Crossplane refuses another type. It keeps unknown capabilities, but they have no effect. It ignores case
    and punctuation, so `SafeStart` counts as `safe-start`.
    When it bites: At parsing, if the type is wrong.
    Fix: Write the capabilities as a list of strings, spelled as above.
    Source: crossplane apis/pkg/meta/v1/capabilities.go.
    """
    if not subject.is_package:
        return
    for mismatch in subject.mismatches:
        if not mismatch.unknown and mismatch.path.parts[:2] == ("spec", "capabilities"):
            message = f"{subject.title}: {mismatch.path} is {mismatch.found}, expected {mismatch.wanted}"
            yield Problem(message=message, says=mismatch.message, path=mismatch.path)
    given = field(subject.value, "spec", "capabilities")
    texts = [(n, one) for n, one in enumerate(given) if isinstance(one, str)] if isinstance(given, list) else []
    odd = [(n, one) for n, one in texts if one not in _CAPABILITIES]
    for number, text in odd[:_MOST]:
        meant = next((one for one in _CAPABILITIES if _bare(one) == _bare(text)), None)
        effect = f"counts as {meant}" if meant else "has no effect in Crossplane"
        path = FieldPath.of("spec", "capabilities", number)
        yield Problem(level=1, message=f"{subject.title}: the capability {text} {effect}", path=path)


@rule("XPKG620", "the provider lacks the capability safe-start", "I", spec="", stage=Stage.INSTALL)
def provider_is_safe_to_start(subject: PackageSubject) -> Iterator[Problem]:
    """A provider with many definitions that is for Crossplane 2.0 and later has the capability `safe-start`.

    Why: Crossplane 2.0 and later turn each definition of such a provider into a ManagedResourceDefinition that is
    inactive until a ManagedResourceActivationPolicy names it. Of a provider without the capability all definitions
    are active at once, and each costs the API server about 3 MB. The provider's program must support it: it watches
    only what is active.
    When it bites: In clusters with many providers: the API server needs more memory and answers slowly.
    Fix: Write `capabilities: [safe-start]` under spec, if the program waits for its definitions (Upjet 2 and
    crossplane-runtime 2 have a gate for that). No action needed for a provider with few definitions.
    Source: crossplane internal/controller/pkg/revision (safe-start); provider-sql issue 390, crossplane issue 2649.
    """
    meta = subject.meta
    if meta is None or subject.type != "Provider" or not SAFE_START.holds(subject.target.version):
        return
    facts = meta.facts
    if any(_bare(one) == _bare(_SAFE_START) for one in facts.capabilities):
        return
    count = sum(one.named is not None and one.named.kind == "CustomResourceDefinition" for one in subject.objects)
    if count < _MANY or (facts.constraint is not None and not admits(facts.constraint, subject.target.version)):
        return
    message = f"Provider {meta.name} has no capability safe-start: its {count:,} definitions are all active at once"
    path = FieldPath.of("spec", "capabilities") if facts.capabilities else FieldPath.of("spec")
    yield Problem(message=message, where=Where(document=meta.number), path=path)


def _bare(text: str) -> str:
    """The form in which Crossplane compares capabilities."""
    return re.sub("[^a-zA-Z0-9]+", "", text).lower()


def _is_odd(subject: DocumentSubject, *path: Any) -> bool:
    """Whether another rule reports that the field has a wrong type."""
    return any(not one.unknown and one.path.parts == path[: len(one.path.parts)] for one in subject.mismatches)
