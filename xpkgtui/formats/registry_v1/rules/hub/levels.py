"""Rules about how a catalog sorts an operator: its capability level and its categories."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.by_tool import by, unsound
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule

_LEVELS = ("Basic Install", "Seamless Upgrades", "Full Lifecycle", "Deep Insights", "Auto Pilot")
_CATEGORIES = frozenset(
    {"AI/Machine Learning", "Application Runtime", "Big Data", "Cloud Provider", "Developer Tools", "Database"}
    | {"Integration & Delivery", "Logging & Tracing", "Monitoring", "Modernization & Migration", "Networking"}
    | {"OpenShift Optional", "Security", "Storage", "Streaming & Messaging", "Observability"}
)
_ANNOTATIONS = FieldPath.of("metadata", "annotations")
_MOST = 100
"""Categories that are listed."""


@rule("OLM084", "the capability level is known", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.LEVEL))
def level_is_known(item: Item) -> Iterator[Problem]:
    """The annotation capabilities, where it is given, is one of the five levels.

    Why: OperatorHub filters by it.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Write Basic Install, Seamless Upgrades, Full Lifecycle, Deep Insights or Auto Pilot.
    Source: operator-framework/api, standardcapabilities.go.
    """
    found = item.annotations.get("capabilities") if item.is_csv and item.is_first else None
    if isinstance(found, str) and found not in _LEVELS:
        words = f"csv.Metadata.Annotations.Capabilities {quoted(found)} is not a valid capabilities level"
        message = f"The capability level is not one that there is: {found or '(empty)'}"
        says = unsound(item.name, words)
        yield Problem(message=message, says=says, path=_ANNOTATIONS.child("capabilities"))


@rule("OLM085", "the categories are known", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.CATEGORIES))
def categories_are_known(item: Item) -> Iterator[Problem]:
    """The annotation categories, where it is given, lists categories of OperatorHub, with commas between them.

    Why: OperatorHub sorts operators by them.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Write categories such as `Database, Storage`.
    Source: operator-framework/api, standardcategories.go.
    """
    found = item.annotations.get("categories") if item.is_csv and item.is_first else None
    for one in found.split(",")[:_MOST] if isinstance(found, str) else ():
        if one.strip() not in _CATEGORIES:
            words = (
                f'csv.Metadata.Annotations["categories"] value {quoted(one)} is not in the set of standard categories'
            )
            message = f"The category is none of OperatorHub: {one.strip() or '(empty)'}"
            says = unsound(item.name, words)
            yield Problem(message=message, says=says, path=_ANNOTATIONS.child("categories"))
