"""Values of wrong types are told once under the specification, and ports beyond those of TCP are refused."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import CRD, changed, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

OLDER = CRD.replace("k8s.io/v1\n", "k8s.io/v1beta1\n").replace("  scope", "  validation: 5\n  scope")
WEBHOOK = """\
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {service: {namespace: a, name: b, port: %s}}
"""


@each_row(
    ("change", "field"),
    [
        ({"csv": ("supported: true", "supported: 'yes'")}, "spec.installModes[3].supported"),
        ({"crd": ("scope: Namespaced", "scope: [5]")}, "spec.scope"),
        ({"crd": (CRD, OLDER)}, "spec.validation"),
    ],
)
def test_a_value_of_a_wrong_type_is_told_once(change: dict[str, tuple[str, str]], field: str, tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write(tmp_path, changed(**change)), "spec").of("OLM044")
    assert [one.place.field for one in found] == [field]


def test_a_number_for_a_text_hides_no_other_value(tmp_path: Path) -> None:
    both = CRD.replace("plural: berths", "plural: 5").replace("scope: Namespaced", "scope: [5]")
    found = judged(REGISTRY_V1, write(tmp_path, changed(crd=(CRD, both))), "spec").of("OLM044")
    assert {one.place.field for one in found} == {"spec.names.plural", "spec.scope"}


@each_row(("count", "rest"), [(50, []), (51, ["1 more field is"]), (60, ["10 more fields are"])])
def test_unknown_fields_beyond_a_number_are_counted(count: int, rest: list[str], tmp_path: Path) -> None:
    names = "".join(f"  unknown{number}: 1\n" for number in range(count))
    found = judged(REGISTRY_V1, write(tmp_path, changed(csv=("\nspec:\n", f"\nspec:\n{names}")))).of("OLM048")
    assert [one.message for one in found[50:]] == [
        f"Of the ClusterServiceVersion at least {one} unknown, and dropped" for one in rest
    ]


@each_row(("port", "is_refused"), [(0, True), (1, False), (65_535, False), (65_536, True)])
def test_a_port_is_one_of_tcp(port: int, is_refused: bool, tmp_path: Path) -> None:
    files = changed(crd=("  scope: Namespaced\n", f"  scope: Namespaced\n{WEBHOOK % port}"))
    found = judged(REGISTRY_V1, write(tmp_path, files), "opm").findings
    assert any("port is not valid" in (one.says or "") for one in found) is is_refused
