"""What a SOURCE `kube:…` names."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Usage
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind, parse


@each_row(
    ("text", "name"),
    [
        ("provider/nop", ClusterName(kind=InstalledKind.PROVIDER, name="nop")),
        ("csv/sea/nop.v1.0.0", ClusterName(kind=InstalledKind.SERVICE_VERSION, name="nop.v1.0.0", namespace="sea")),
        ("kind-prod:function/f", ClusterName(kind=InstalledKind.FUNCTION, name="f", context="kind-prod")),
        (
            "arn:aws:eks:eu-1:42:cluster/prod:configuration/c",
            ClusterName(kind=InstalledKind.CONFIGURATION, name="c", context="arn:aws:eks:eu-1:42:cluster/prod"),
        ),
    ],
)
def test_names_are_taken_apart(text: str, name: ClusterName) -> None:
    assert parse(text) == name


@each_row(
    "text",
    [
        "",
        "provider",
        "provider/",
        "pod/nop",
        "provider/a/b",
        "csv/nop",
        "provider/--all",
        "provider/-o=yaml",
        "provider/Nop",
        "provider/" + "a" * 300,
        "provider/a\nb",
        "con\x1btext:provider/nop",
        "c" * 600 + ":provider/nop",
    ],
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(Usage):
        parse(text)
