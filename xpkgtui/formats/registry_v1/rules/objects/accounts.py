"""The rule about ServiceAccounts."""

from collections.abc import Iterator

from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.subject import BundleSubject
from xpkgtui.formats.registry_v1.tools.turns import BundleStep, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, text

_ACCOUNT = (
    "invalid service account found in bundle. This service account {} in your bundle is not valid, because a "
    "service account with the same name was already specified in your CSV. If this was unintentional, please remove "
    "the service account manifest from your bundle. If it was intentional to specify a separate service account, "
    "please rename the SA in either the bundle manifest or the CSV."
)


@rule(
    "OLM063",
    "a ServiceAccount that OLM makes itself",
    by(opm="W", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(sdk=BundleStep.ACCOUNTS),
)
def accounts_are_not_doubled(bundle: BundleSubject) -> Iterator[Problem]:
    """No ServiceAccount of the bundle has the name of one that the ClusterServiceVersion names.

    Why: OLM makes those for the deployments of the operator; the two would fight.
    When it bites: When operator-sdk validates the bundle, or when it is installed.
    Fix: Take the ServiceAccount out of the bundle, or rename it.
    Source: operator-framework/api, bundle.go.
    """
    spec = bundle.csv.spec if bundle.csv else None
    deployments = listing(field(spec, "install", "spec", "deployments"))
    used = {text(field(one, "spec", "template", "spec", "serviceAccountName")) for one in deployments}
    for item in bundle.items:
        if item.is_manifest and item.is_first and item.kind == "ServiceAccount" and item.name in used:
            says = f"Error: Value {item.name}: {_ACCOUNT.format(item.name)}"
            message = f"OLM makes the ServiceAccount {item.name} itself, for the operator's deployment"
            yield Problem(message=message, says=says, where=Where(document=item.number))
