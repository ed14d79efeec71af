"""Objects beside the ClusterServiceVersion: text behind JSON, APIs that are gone, and metadata."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

OBJECT = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'
LEAD = 'error parsing objects in "manifests/x.json": '
PARSING, DECODING = f"{LEAD}error parsing manifests/x.json: ", f'{LEAD}unable to decode "manifests/x.json": '


@each_row(
    ("behind", "says"),
    [
        (" x", f"{PARSING}json: offset 64: invalid character 'x' looking for beginning of value"),
        ("}", f"{PARSING}json: offset 63: invalid character '}}' looking for beginning of value"),
        ("\nx: [\n", f"{PARSING}json: offset 64: invalid character 'x' looking for beginning of value"),
        (" {", f"{PARSING}unexpected EOF"),
        (f"{OBJECT} x", f"{PARSING}invalid character 'x' looking for beginning of value"),
        (" // c\n", f"{DECODING}json: cannot unmarshal string into Go value of type unstructured.detector"),
        ("\n- a\n", f"{DECODING}json: cannot unmarshal array into Go value of type unstructured.detector"),
        ("\n{a: b}\n", f"{DECODING}Object 'Kind' is missing in '{{\"a\":\"b\"}}'"),
        ("\n# c\n", None),
        ("\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\n", None),
    ],
)
def test_text_behind_an_object(behind: str, says: str | None, tmp_path: Path) -> None:
    folder = write(tmp_path, {**SOUND, "manifests/x.json": OBJECT + behind})
    culprit = judged(REGISTRY_V1, folder, "olmv1").verdict.culprit
    assert (culprit.says if culprit else None) == says


@each_row(
    ("api_version", "kind", "is_told"),
    [
        *(
            ("rbac.authorization.k8s.io/v1beta1", kind, True)
            for kind in ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
        ),
        ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", False),
        ("policy/v1beta1", "PodDisruptionBudget", True),
    ],
)
def test_an_object_of_an_api_that_is_gone_is_told(api_version: str, kind: str, is_told: bool, tmp_path: Path) -> None:
    text = f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n"
    found = judged(REGISTRY_V1, write(tmp_path, {**SOUND, "manifests/x.yaml": text}), "spec").of("OLM064")
    assert [one.message.partition(" ")[0] for one in found] == [kind] * is_told


@each_row(("generation", "is_told"), [("-1", True), ("0", False), ("null", False)])
def test_a_generation_is_not_below_zero(generation: str, is_told: bool, tmp_path: Path) -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, generation: {generation}}}\n"
    found = judged(REGISTRY_V1, write(tmp_path, {**SOUND, "manifests/x.yaml": text}), "opm")
    assert [one.place.field for one in found.findings if "generation" in one.message] == [
        "metadata.generation"
    ] * is_told


def test_no_number_of_sound_keys_hides_one_that_is_refused(tmp_path: Path) -> None:
    keys = "".join(f"    a{number}: b\n" for number in range(60))
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n{keys}    z z: b\n"
    found = judged(REGISTRY_V1, write(tmp_path, {**SOUND, "manifests/x.yaml": text}), "opm").of("OLM061")
    assert [one.place.field for one in found] == ['metadata.annotations["z z"]']
