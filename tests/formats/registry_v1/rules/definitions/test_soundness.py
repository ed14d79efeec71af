"""Definitions whose versions a webhook converts: the service that it is reached by."""

from pathlib import Path

import pytest
from builders.packages.bundles import changed, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

WEBHOOK = """\
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {service: {namespace: a, name: b, port: %s}}
"""


@pytest.mark.parametrize(("port", "is_refused"), [(0, True), (1, False), (65_535, False), (65_536, True)])
def test_a_port_is_one_of_tcp(port: int, is_refused: bool, tmp_path: Path) -> None:
    files = changed(crd=("  scope: Namespaced\n", f"  scope: Namespaced\n{WEBHOOK % port}"))
    found = judged(REGISTRY_V1, write(tmp_path, files), "opm").findings
    assert any("port is not valid" in (one.says or "") for one in found) is is_refused
