"""Rules about webhooks, which Crossplane directs to the provider (709 to 711, 737)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.api_server import at_most, is_judged, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary
from xpkgtui.untyped import field, listing, mapping, text

_ADMISSION = "admissionregistration.k8s.io"
_CONFIGURATIONS = ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")
_XRD = "CompositeResourceDefinition"
_DEFINITIONS = frozenset(
    {
        ("apiextensions.k8s.io", "CustomResourceDefinition"),
        ("apiextensions.crossplane.io", "ManagedResourceDefinition"),
        ("apiextensions.crossplane.io", _XRD),
    }
)


@rule("XPKG709", "a conversion webhook depends on more than the package", "WI", spec="", stage=Stage.INSTALL)
def conversion_needs_a_certificate(subject: DocumentSubject) -> Iterator[Problem]:
    """A definition with several versions is converted by a webhook that is there.

    Why: Crossplane points the conversion of a provider's definition to the service of the provider that it runs,
    and adds the certificate that it made. Without that certificate it installs nothing of the package. The
    conversion of a composite definition stays as it is written: no package brings its service. A definition with a
    single version has nothing to convert; a webhook only makes the API server depend on the service.
    When it bites: If Crossplane does not run the provider itself, or the provider does not serve the conversion:
    then no object of the kind can be read or written in another version.
    Fix: Serve the conversion on the provider's webhook port, with the certificate that Crossplane mounts. For a
    composite definition, install the service apart. With a single version, remove `spec.conversion`.
    Source: crossplane internal/controller/pkg/revision/establisher.go, internal/xcrd/crd.go; crossplane issue 6914.
    """
    named = subject.named
    if named is None or (named.group, named.kind) not in _DEFINITIONS or not is_judged(subject):
        return
    spec, path = mapping(subject.value.get("spec")), FieldPath.of("spec", "conversion", "strategy")
    conversion = mapping(spec.get("conversion"))
    if conversion.get("strategy") != "Webhook":
        return
    is_composite = named.kind == _XRD
    service = _called(mapping(field(conversion, "webhook", "clientConfig"))) if is_composite else ""
    if len(listing(spec.get("versions"))) == 1:
        needs = f"its API depends on {service or 'the provider'} for nothing"
        message = f"{subject.title} has a conversion webhook, but a single version: {needs}"
        fix = "Remove `spec.conversion`."
        yield Problem(level=1, message=message, fix=fix, path=path)
    elif not is_composite:
        message, more = f"{subject.title} has a conversion webhook", "it needs the provider's TLS certificate"
        yield Problem(level=1, message=message, more=more, path=path)
    if is_composite and "https:" not in service:
        end, more = f"is converted by {service}, which no package brings", ""
        if not service:
            end, more = "is converted by no service and no URL", "it installs, but is never established"
        yield Problem(message=f"{subject.title} {end}", more=more, path=path)


def _called(client: dict[str, Any]) -> str:
    """What a webhook calls: a URL, or a service with its namespace; empty where it names neither."""
    service = mapping(client.get("service"))
    name = "/".join(filter(None, (text(service.get("namespace")), text(service.get("name")))))
    return text(client.get("url")) or (f"the service {name}" if name else "")


@rule("XPKG710", "several webhook configurations get one name", "W", format_v2="", stage=Stage.INSTALL)
def one_configuration_of_a_kind(subject: PackageSubject) -> Iterator[Problem]:
    """A Provider has at most one ValidatingWebhookConfiguration and one MutatingWebhookConfiguration.

    Why: Crossplane gives all configurations of a kind the same name, `crossplane-provider-<name>`, so one replaces
    the other.
    When it bites: At installation, in no fixed order, again and again.
    Fix: Put all webhooks into one configuration of their kind.
    Source: crossplane internal/controller/pkg/revision/establisher.go; kubernetes-sigs/controller-tools issue 658.
    """
    if subject.type != "Provider":
        return
    first: dict[str, DocumentSummary] = {}
    for one in subject.objects:
        if one.named is None or one.named.group != _ADMISSION or one.named.kind not in _CONFIGURATIONS:
            continue
        kind = one.named.kind
        earlier = first.setdefault(kind, one)
        if earlier is not one:
            title = f"{kind} {one.name}" if one.name else f"{kind} in document {one.number}"
            message = f"{title} gets the same name as the one in document {earlier.number}"
            more = "one replaces the other"
            yield Problem(message=message, more=more, where=Where(document=one.number, line=one.line))


@rule("XPKG711", "the service of a webhook is overwritten", "EI", spec="", stage=Stage.INSTALL)
def webhooks_are_redirected(subject: DocumentSubject) -> Iterator[Problem]:
    """A webhook needs no service and no certificate: Crossplane overwrites both at installation.

    Why: Crossplane sets the service of the provider that it runs (port 9443) and the certificate that it made. It
    keeps a URL. The API server refuses a webhook with both a URL and a service.
    When it bites: At installation (dry run), if a webhook has a URL. Otherwise, if something else should serve the
    webhooks.
    Fix: Remove `url`. No other action is needed: Crossplane keeps `path`.
    Source: crossplane internal/controller/pkg/revision/establisher.go; k8s.io/kubernetes
    pkg/apis/admissionregistration/validation.
    """
    named = subject.named
    if named is None or named.group != _ADMISSION or named.kind not in _CONFIGURATIONS or not is_judged(subject):
        return
    hooks = [mapping(mapping(one).get("clientConfig")) for one in listing(subject.value.get("webhooks"))]
    yield from at_most(subject, _with_a_url(subject, hooks))
    overwritten = [number for number, config in enumerate(hooks) if _is_overwritten(config)]
    if overwritten:
        noun = "webhook" if len(overwritten) == 1 else "webhooks"
        yield Problem(
            level=1,
            message=f"{subject.title}: Crossplane overwrites service and certificate of {len(overwritten):,} {noun}",
            path=FieldPath.of("webhooks", overwritten[0], "clientConfig"),
        )


def _with_a_url(subject: DocumentSubject, hooks: list[dict[str, Any]]) -> Iterator[Problem]:
    for number, config in enumerate(hooks):
        if config.get("url") is not None:
            field = f"webhooks[{number}].clientConfig"
            yield Problem(
                message=f"{subject.title}: {field} has a URL",
                more="Crossplane adds a service, and the API server refuses both",
                says=says(subject, f"{field}: Required value: exactly one of url or service is required"),
                path=FieldPath.of("webhooks", number, "clientConfig", "url"),
            )


@rule("XPKG737", "the API server refuses a webhook", "EW", spec="", stage=Stage.INSTALL)
def webhooks_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """A webhook passes the API server's validation once Crossplane has set its service.

    Why: Its name has three parts and is the only one of its kind, it says its side effects and which versions of
    reviews it reads, and its rules, selectors, times and expressions are valid.
    When it bites: At installation (dry run).
    Fix: Fix the field at this path. `controller-gen` writes webhooks that pass.
    Source: k8s.io/kubernetes pkg/apis/admissionregistration/validation.
    """
    named = subject.named
    if named is None or named.group != _ADMISSION or named.kind not in _CONFIGURATIONS or not is_judged(subject):
        return
    # Most packages have none of them.
    from xpkgtui.formats.definitions.objects.webhooks import check_webhooks, unknown_conditions
    from xpkgtui.formats.examples.example import path_of

    hooks = [_redirected(mapping(one)) for one in listing(subject.value.get("webhooks"))]
    faults = check_webhooks(hooks, is_mutating=named.kind == "MutatingWebhookConfiguration")
    said = ((one, f"{one.field}: {one.type}" + (f": {one.detail}" if one.detail else "")) for one in faults.found)
    yield from at_most(
        subject,
        (
            Problem(message=f"{subject.title}: {words}", says=says(subject, words), path=path_of(one.field))
            for one, words in said
        ),
    )
    for number, hook in enumerate(hooks):
        for index in unknown_conditions(hook):
            path = FieldPath.of("webhooks", number, "matchConditions", index, "expression")
            message = f"{subject.title}: {path}: xpkgtui does not compile what it asks the authorizer"
            yield Problem(level=1, message=message, undecided=True, path=path)


def _redirected(hook: dict[str, Any]) -> dict[str, Any]:
    """A webhook with the service that Crossplane sets."""
    path = field(hook, "clientConfig", "service", "path")
    return hook | {"clientConfig": {"service": {"path": path}}}


def _is_overwritten(config: dict[str, Any]) -> bool:
    service = mapping(config.get("service"))
    return bool(config.get("caBundle") or any(service.get(name) for name in ("name", "namespace", "port")))
