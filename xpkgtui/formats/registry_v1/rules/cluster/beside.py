"""The rule about objects beside the ClusterServiceVersion that a cluster does not take."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.faults import message_of
from xpkgtui.formats.examples.example import path_of
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.registry_v1.decoding.types import type_of
from xpkgtui.formats.registry_v1.layout import CRD, CSV, KINDS
from xpkgtui.formats.registry_v1.rules.by_tool import by_cluster, everywhere, said_by
from xpkgtui.formats.registry_v1.server.beside import BY_KIND, SERVED, check_beside
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools import OLMV0, OLMV1, RUKPAK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import OlmV0Turn, applied
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, text
from xpkgtui.visible import few

_BY_OTHERS = KINDS - SERVED.keys() - {CSV, CRD}
"""Kinds that only other projects define."""
_FEW = 3
_NOT_JUDGED = "fields of such objects are not judged"
_LEADS = {
    **{kind: f"error creating {kind.lower()} {{}}: " for kind in BY_KIND if kind.endswith(("Role", "Binding"))},
    **{kind: f"error updating {kind.lower()}: {{}}: " for kind in ("Secret", "Service", "ConfigMap")},
    "ServiceAccount": "error creating service account: {}: ",
}
"""The words of OLM v0 before those of the API server."""


@rule(
    "OLM065",
    "the API server refuses another object of the bundle",
    {**by_cluster("E"), OLMV0: "EW"},
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.CREATED),
)
def objects_are_taken(item: Item) -> Iterator[Problem]:
    """Services, ConfigMaps, Secrets, roles and other objects of a bundle are ones that the API server takes.

    Why: OLM creates each of them as it stands. OLM v0 does not look at the apiVersion of a Service, a ConfigMap, a
    Secret, an account, a role or a binding.
    When it bites: When OLM v0 installs the operator: its InstallPlan fails. When OLM v1 or RukPak applies the object.
    Fix: Correct the field.
    Source: Kubernetes 1.35, validation of pkg/apis; OLM 0.45, catalog/operator.go and step_ensurer.go.
    """
    served, struct = SERVED.get(item.kind), type_of(item.kind)
    if not item.is_manifest or served is None or struct is None:
        return
    by: tuple[str, ...] | None = None if item.is_first else (OLMV1, RUKPAK, SPEC)
    name = item.name
    if item.api_version != served:
        (group, _, version), is_seen = item.api_version.rpartition("/"), item.kind not in BY_KIND
        message, more = f"{item.words} is of {item.api_version or 'no apiVersion'}", f"the API server has {served}"
        v0 = f"Unable to find GVK in discovery: {group} {version} {item.kind}" if is_seen else None
        others = f'no matches for kind "{item.kind}" in version "{item.api_version}"'
        says, level = said_by(v0=v0, olmv1=others, rukpak=others), int(not is_seen)
        path = FieldPath.of("apiVersion")
        yield Problem(message=message, more=more, says=says, level=level, path=path, profiles=by)
        if is_seen or not item.is_first:
            return
        by = (OLMV0,)
    lead = _LEADS.get(item.kind, "error creating unstructured object {}: ").format(name)
    if wrong := first_mismatch(item.value, struct, struct.name, converts=False, any_letters=False):
        handled = f'{lead}{item.kind} in version "v1" cannot be handled as a {item.kind}: '
        v0 = f"error parsing step manifest: {name}: " if item.kind in BY_KIND else handled
        message = f"The API server cannot read {item.words}: {wrong.message}"
        yield Problem(message=message, says=said_by(v0=v0 + wrong.message), path=wrong.path, profiles=by)
        return
    faults = check_beside(item.kind, item.value)
    words = message_of(f"{item.kind}.{served.rpartition('/')[0]}".strip("."), name, faults.found)
    says = said_by(v0=lead + words, olmv1=words, rukpak=words)
    for error in faults.found:
        message = f"The API server refuses {item.words}: {error}"
        yield Problem(message=message, says=says, path=path_of(error.field), profiles=by)


@rule("OLM066", "an object of a kind that not every cluster has", everywhere("I"), stage=Stage.INSTALL)
def kinds_are_everywhere(bundle: BundleSubject) -> Iterator[Problem]:
    """The objects of a bundle are of kinds of Kubernetes itself, or of kinds that the bundle defines.

    Why: ServiceMonitor, PrometheusRule and the kinds of OpenShift's console or of autoscalers are of other projects;
    of their objects only the kind is looked at here.
    When it bites: When the operator is installed where the kind is not there: OLM v0 and v1 refuse all of the bundle.
    Fix: Say what users install first, or let the operator make the object where its kind is there.
    Source: operator-lifecycle-manager 0.45, catalog/operator.go.
    """
    own = {text(field(crd.spec, "names", "kind")) for crd in bundle.crds}
    found = dict.fromkeys(one.kind for one in bundle.items if one.is_manifest and one.kind in _BY_OTHERS)
    if others := [one for one in found if one not in own]:
        yield Problem(message=f"Kubernetes itself has no {few(others, _FEW)}", more=_NOT_JUDGED)
    if defined := [one for one in found if one in own]:
        yield Problem(message=f"The bundle defines {few(defined, _FEW)} and has objects of it", more=_NOT_JUDGED)
