"""What tools find in a bundle in which one value is edited."""

import json
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden
from builders.packages.bundles import (
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV_FILE,
    DEPENDENCIES_FILE,
    PROPERTIES_FILE,
    ROLE,
    SOUND,
    write,
)
from builders.packages.edited import changed
from builders.packages.judged_folders import judged, said_of
from builders.packages.whole import METADATA, SERVICE_VERSION, parsed

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

(VERSION,) = parsed(SERVICE_VERSION)
SPEC = VERSION["spec"]
FILES = (ANNOTATIONS_FILE, DEPENDENCIES_FILE, PROPERTIES_FILE)
APIS = ("webhookdefinitions", "customresourcedefinitions", "apiservicedefinitions", "installModes")
INSTALLED = {**SPEC["install"]["spec"], "deployments": [{"name": "tides", "spec": {}}]}


def version(names: Iterable[str], **more: Any) -> Mapping[str, Any]:
    """A ClusterServiceVersion with some fields of its spec."""
    kept = {"apiVersion": VERSION["apiVersion"], "kind": VERSION["kind"], "metadata": {"name": "tides.v1.2.0"}}
    return kept | {"spec": {name: SPEC[name] for name in names}} | more


FEW = {name: text for name, text in SOUND.items() if name in (CSV_FILE, CRD_FILE, ANNOTATIONS_FILE)}
EDITED: Mapping[str, Mapping[str, Any]] = {
    "metadata": dict(zip(FILES, parsed(METADATA), strict=True)),
    "words": {
        CSV_FILE: version([one for one in SPEC if one not in (*APIS, "install")], metadata=VERSION["metadata"])
    },
    "apis": {CSV_FILE: version(APIS)},
    "install": {CSV_FILE: version(("version",), spec={"install": {"strategy": "deployment", "spec": INSTALLED}})},
    "objects": {CRD_FILE: parsed(CRD)[0], "manifests/b-role.yaml": parsed(ROLE)[0]},
}


@pytest.mark.parametrize("name", EDITED)
def test_what_is_found(name: str, golden: Golden, tmp_path: Path) -> None:
    folders = count()

    def found(values: Mapping[str, Any]) -> list[str]:
        files = {**FEW, **{file: json.dumps(value) for file, value in values.items()}}
        return said_of(judged(REGISTRY_V1, write(tmp_path / str(next(folders)), files)))

    golden(f"findings_registry_v1_{name}", changed(EDITED[name], found))
