"""What tools find in a bundle in which one value is edited."""

import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden
from builders.packages.bundles import (
    ANNOTATIONS_FILE,
    CRD_FILE,
    CSV_FILE,
    DEPENDENCIES_FILE,
    PROPERTIES_FILE,
    SOUND,
    write,
)
from builders.packages.edited import differences
from builders.packages.judged_folders import judged, said_of
from builders.packages.whole import METADATA, SERVICE_VERSION, parsed

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

(VERSION,) = parsed(SERVICE_VERSION)
SPEC = VERSION["spec"]
FEW = {name: text for name, text in SOUND.items() if name in (CSV_FILE, CRD_FILE, ANNOTATIONS_FILE)}
METADATA_FILES = (ANNOTATIONS_FILE, DEPENDENCIES_FILE, PROPERTIES_FILE)
(VERSION,) = parsed(SERVICE_VERSION)
HOOKS = {
    **{name: VERSION[name] for name in ("apiVersion", "kind")},
    "metadata": {"name": "tides.v1.2.0"},
    "spec": {name: VERSION["spec"][name] for name in ("webhookdefinitions", "installModes")},
}
EDITED: Mapping[str, Mapping[str, Any]] = {
    "metadata": dict(zip(METADATA_FILES, parsed(METADATA), strict=True)),
    "webhooks": {CSV_FILE: HOOKS},
}


@pytest.mark.parametrize("name", EDITED)
def test_what_is_found(name: str, golden: Golden, tmp_path: Path) -> None:
    folders = count()

    def found(values: Mapping[str, Any]) -> list[str]:
        files = {**FEW, **{file: json.dumps(value) for file, value in values.items()}}
        return said_of(judged(REGISTRY_V1, write(tmp_path / str(next(folders)), files)))

    golden(f"findings_registry_v1_{name}", differences({"": EDITED[name]}, found))
