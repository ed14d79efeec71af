"""What Crossplane runs for a package, and what its definitions cost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xpkgtui.formats.overview import Pair
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.permissions.granted import Costs, PackageInstallation, RunningContainer, Workload, as_objects
from xpkgtui.formats.permissions.in_words import wide
from xpkgtui.formats.permissions.manifests import CRD, own_groups
from xpkgtui.formats.permissions.workloads import EACH, costs_of, in_words
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.permissions.provider import (
    KUBERNETES,
    MRD,
    divided,
    in_short,
    is_safe_start,
    provider,
)
from xpkgtui.formats.xpkg.tools.facts import RUNS_ITSELF, SCALES_TO_ZERO, TURNS_DEFINITIONS
from xpkgtui.untyped import field, text
from xpkgtui.visible import plural, size

XRD = "CompositeResourceDefinition"
_IMAGES = {"Provider": ("spec", "controller", "image"), "Function": ("spec", "image")}
_SERVES = {"Provider": "9443 (webhook)", "Function": "9443 (grpc)"}
_CHART = "Crossplane's chart makes a policy that names all (*), unless provider.defaultActivations is set."
_LONGEST = 500


def workloads(
    package: PackageObjects, meta: object, revision: str, installation: PackageInstallation
) -> Iterator[Workload]:
    """The Deployment of a provider or function, unless a DeploymentRuntimeConfig changes it."""
    kind, target = text(field(meta, "kind")), installation.target
    if kind not in _IMAGES:
        return
    named = text(field(meta, *_IMAGES[kind]))[:_LONGEST] if not RUNS_ITSELF.holds(target) else ""
    image = RunningContainer() if named or installation.image is None else installation.image
    container = replace(
        image,
        name="package-runtime",
        image=named or installation.reference or "the image of the package",
        user=f"2000, not root{f' (its image says {image.user})' if image.user else ''}",
        ports=tuple(dict.fromkeys(("8080 (metrics)", _SERVES[kind], *image.ports))),
    )
    has_safe_start = field(meta, "kind") == "Provider" and is_safe_start(meta)
    waits = has_safe_start and SCALES_TO_ZERO.holds(target) and bool(_managed(package, target))
    note = "none runs until the first of its managed resources is active (safe-start)" if waits else ""
    yield Workload(
        kind="Deployment",
        name=revision,
        replicas=0 if waits else 1,
        account=revision,
        containers=(container,),
        note=note,
    )


def _managed(package: PackageObjects, target: str) -> Sequence[ObjectHead]:
    turned, _ = divided(list(package.of_kind(CRD, KUBERNETES)), target)
    return (*turned, *package.of_kind(MRD, EXTENSIONS))


def costs(package: PackageObjects, meta: object, target: str) -> Costs:
    """What the definitions of a package cost, and whether they are active at once."""
    crds, xrds = list(package.of_kind(CRD, KUBERNETES)), list(package.of_kind(XRD, EXTENSIONS))
    if field(meta, "kind") != "Provider":
        about = ("Crossplane makes a CRD of each XRD, and a second one where it offers claims.",) if xrds else ()
        return costs_of((*crds, *xrds), remarks=about)
    managed = _managed(package, target)
    found = costs_of((*crds, *package.of_kind(MRD, EXTENSIONS), *xrds))
    if not TURNS_DEFINITIONS.holds(target):
        sentence = f"All {plural(len(crds), 'CRD')} are active at once: Crossplane before 2.0 knows no activation."
        return replace(found, memory=len(crds) * EACH, remarks=(sentence,) if crds else ())
    if not managed:
        return found
    if not is_safe_start(meta):
        sentence = f"All {plural(found.definitions, 'CRD')} are active at once: it does not declare safe-start."
        return replace(found, remarks=(sentence,))
    count, cost = len(managed), size(EACH)
    whose = (
        f"Its {plural(count, 'managed resource')} stay inactive"
        if count > 1
        else "Its managed resource stays inactive"
    )
    price = (
        f"each then costs about {cost}, all of them {size(count * EACH)}" if count > 1 else f"then costs about {cost}"
    )
    sentence = (
        f"{whose} until a ManagedResourceActivationPolicy names {'them' if count > 1 else 'it'} (safe-start, since "
        f"Crossplane 2.0){'; ' if count > 1 else ', and '}{price}."
    )
    return replace(found, memory=(found.definitions - len(managed)) * EACH, remarks=(sentence, _CHART))


def once_installed(package: PackageObjects, meta: object, target: str) -> Iterator[Pair]:
    """Labels and lines; only the first lines of objects are looked at, so that a large package costs no more."""
    if not package.heads:
        return
    installation = PackageInstallation(target=target)
    kind = field(meta, "kind")
    if any(head.unread for head in package.heads):
        yield "may do", "not known: not all documents were read"
        kind = None
    if kind == "Provider":
        made, _ = provider(package, meta, "", installation)
        rules = as_objects(made.system.rules) if made else []
        may = [f"! {one}" for one in wide(rules, own_groups(package))]
        may += ["manages its own resources, and may not delete them"] if made else ["nothing: it gets no role"]
        yield "may do", "\n".join([*may, *in_short(meta, target)])
    elif kind == "Function":
        yield "may do", "nothing: it gets no role"
    elif kind == "Configuration":
        has_xrds = any(head.kind == XRD for head in package.heads)
        others = "; those who use its composite resources get roles for them" if has_xrds else ""
        yield "may do", f"nothing itself{others}"
    for one in workloads(package, meta, "", installation):
        count = "1 replica" if one.replicas else "no replica"
        yield "runs", f"a Deployment, {count}" + (f": {one.note}" if one.note else "")
    if found := "\n".join(in_words(costs(package, meta, target))):
        yield "costs", found
