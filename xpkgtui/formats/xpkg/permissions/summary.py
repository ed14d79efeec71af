"""What a package may do, what runs and what that costs, in short lines for its Overview."""

from collections.abc import Iterator

from xpkgtui.formats.overview import Pair
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.costs import in_words
from xpkgtui.formats.permissions.granted import PackageInstallation
from xpkgtui.formats.permissions.in_words import wide
from xpkgtui.formats.permissions.manifests import own_groups
from xpkgtui.formats.permissions.policy_rule import as_objects
from xpkgtui.formats.xpkg.permissions.provider import in_short, provider
from xpkgtui.formats.xpkg.permissions.running import XRD, costs, workloads
from xpkgtui.untyped import field


def once_installed(package: PackageObjects, meta: object, target: str) -> Iterator[Pair]:
    """Labels and lines; only the first lines of objects are looked at, so that a large package costs no more."""
    if not package.heads:
        return
    installation = PackageInstallation(target=target)
    kind = field(meta, "kind")
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
