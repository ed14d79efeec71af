"""What a cluster says of a package, as facts."""

from xpkgtui.inspection.rows.cluster import facts_of
from xpkgtui.sources.installed import ClusterCondition, ClusterObject, ClusterState


def said(condition: ClusterCondition) -> str:
    found = facts_of(ClusterState(objects=(ClusterObject(kind="Provider", name="nop", conditions=(condition,)),)))
    return dict(found)["condition"]


def test_condition_that_is_good_news_has_a_sign() -> None:
    assert said(ClusterCondition(type="Healthy", status="True", reason="Fine")) == "✓ Healthy is True  Fine"
    assert said(ClusterCondition(type="Healthy", status="Unknown")) == "! Healthy is Unknown"


def test_condition_of_unknown_meaning_has_no_sign() -> None:
    assert said(ClusterCondition(type="Deprecated", status="False", message="a\tb")) == "Deprecated is False\na b"


def test_context_is_in_the_heading() -> None:
    state = ClusterState(context="prod", objects=(ClusterObject(kind="InstallPlan", name="x", namespace="sea"),))
    (_, title), (_, name) = facts_of(state)
    assert title == "In the cluster  context prod"
    assert name == "InstallPlan x in sea"
