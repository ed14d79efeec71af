"""Text behind an object in JSON: what OLM v1 says of it."""

from pathlib import Path

import pytest
from builders.packages.bundles import SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

OBJECT = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'
LEAD = 'error parsing objects in "manifests/x.json": '
PARSING, DECODING = f"{LEAD}error parsing manifests/x.json: ", f'{LEAD}unable to decode "manifests/x.json": '


@pytest.mark.parametrize(
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
