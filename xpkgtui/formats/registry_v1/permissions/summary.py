"""What runs of an operator, what that costs, and what either OLM makes of it, as facts."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, heading
from xpkgtui.formats.install_modes import ALL
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.costs import costs_of, in_words
from xpkgtui.formats.permissions.granted import RunningContainer, Workload
from xpkgtui.formats.permissions.manifests import CRD
from xpkgtui.formats.registry_v1.permissions.account import deployments, modes, refused, remarks

_MANY = 20


def once_installed(value: object, package: PackageObjects) -> Iterator[Fact]:
    """Facts in short lines."""
    yield heading("Once installed", "more with `xpkgtui rbac`")
    runs = [line for one in deployments(value) for line in _runs(one)]
    yield "runs", "\n".join(runs[:_MANY]) or "nothing"
    definitions = (head for head in package.heads if head.kind == CRD)
    yield "costs", "\n".join(in_words(costs_of(definitions))) or "no definitions"
    for one in remarks(value, package, tuple(refused(value)), is_lifted=ALL in modes(value)):
        yield "note", one


def _runs(one: Workload) -> Iterator[str]:
    count = "" if one.replicas is None else f", {one.replicas} replica{'' if one.replicas == 1 else 's'}"
    yield f"{one.name}{count}, ServiceAccount {one.account}"
    yield from (f"! {risk}" for risk in one.risks)
    for each in one.containers:
        yield _container(each)
        yield from (f"! {each.name}: {risk}" for risk in each.risks)


def _container(one: RunningContainer) -> str:
    asks, most = (", ".join(" ".join(pair) for pair in pairs) for pairs in (one.requests, one.limits))
    return f"  {one.name}: asks for {asks or 'nothing'}, limited to {most or 'nothing'}"
