"""What can be copied of a plan: the whole in all its forms, the manifests that it lacks, a package, commands."""

from collections.abc import Iterator

from xpkgtui.app.copy.offer import Offer, Offers, command, lines, value
from xpkgtui.app.state.sets import ShownPlan
from xpkgtui.commands import operand
from xpkgtui.formats.sets.plan import PlannedMember, SetFinding
from xpkgtui.reporting.as_text.plan import plan as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.documents.plan import plan as as_json
from xpkgtui.reporting.plan_markdown import markdown
from xpkgtui.visible import block

_KINDS = (
    ("a", "activation policy", "kind: ManagedResourceActivationPolicy"),
    ("C", "ClusterRole", "kind: ClusterRole"),
    ("i", "ImageConfig", "kind: ImageConfig"),
    ("s", "ServiceAccount", "kind: ServiceAccount"),
)
"""Manifests that a set may lack, by a line that they have."""


def offers(shown: ShownPlan, row: PlannedMember | None, finding: SetFinding | None) -> Offers:
    """The offers of the plan, of the package under the cursor, and of the finding."""
    return Offers(title="the plan", items=tuple(_offers(shown, row, finding)))


def _offers(shown: ShownPlan, row: PlannedMember | None, finding: SetFinding | None) -> Iterator[Offer]:
    if row is not None:
        yield from value("n", "name", row.name)
        yield from value("R", "reference", row.pulled)
    place = finding.place if finding is not None else row.place if row is not None else None
    if place is not None and place.file and place.line:
        yield from value("L", "line reference", f"{place.file}:{place.line}")
    if shown.plan.members:
        yield from lines("m", "Markdown", markdown(shown.found))
        yield from lines("t", "text", as_text(shown.found, Paint(), is_verbose=True))
        yield from lines("J", "JSON", as_json(shown.found))
    for key, label, line in _KINDS:
        found = [one for one in shown.plan.manifests if line in one.splitlines()]
        yield from lines(key, label, block("---\n".join(found)))
    if finding is not None:
        for number, each in enumerate(finding.commands, 1):
            yield from command(f"{number}", "fix", each.line)
        yield from command("e", "rule", f"xpkgtui rules {finding.rule}")
    yield from command("x", "xpkgtui", command_of(shown))


def command_of(shown: ShownPlan) -> str:
    """The command that prints the same."""
    request = shown.request
    if request is None or "-" in request.paths or request.plan.installed:
        return ""
    cluster = ("--installed", f"kube:{request.cluster}") if request.cluster is not None else ()
    plan = request.plan
    version = plan.crossplane or shown.plan.crossplane
    crossplane = ("--crossplane", version) if version else ()
    flags = (
        ("--upgrades", plan.upgrades and not plan.downgrades),
        ("--downgrades", plan.downgrades),
        ("--prune", plan.prune),
        ("--in-order", plan.in_order),
        ("--verify", plan.verifies),
    )
    named = (name for name, is_on in flags if is_on)
    return request.options.access.asked.line(
        "xpkgtui", "plan", *map(operand, request.paths), *cluster, *crossplane, *named
    )
