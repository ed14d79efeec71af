"""What SBOMs list."""

import pytest

from xpkgtui.referrers.referrer import Software
from xpkgtui.referrers.software import software_of

EACH = [{"licenseDeclared": f"L{n:02}"} for n in range(12)]


@pytest.mark.parametrize(
    ("value", "software"),
    [
        (None, None),
        ({"bomFormat": "Another"}, None),
        ({"spdxVersion": 2}, Software(format="SPDX", components=0)),
        ({"spdxVersion": "SPDX-" + "2" * 21, "packages": {}}, Software(format="SPDX " + "2" * 20, components=0)),
        ({"bomFormat": "CycloneDX"}, Software(format="CycloneDX", components=0)),
        ({"bomFormat": "CycloneDX", "specVersion": "1" * 21}, Software(format="CycloneDX " + "1" * 20, components=0)),
        (
            {
                "spdxVersion": "SPDX-2.3",
                "packages": [
                    {"licenseConcluded": "MIT", "licenseDeclared": "X"},
                    {"licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT"},
                    {"licenseConcluded": "NONE", "licenseDeclared": "NONE"},
                    {"licenseConcluded": "", "licenseDeclared": "B" * 81},
                    5,
                ],
            },
            Software(format="SPDX 2.3", components=5, licences=(("MIT", 2), ("B" * 80, 1))),
        ),
        (
            {"spdxVersion": "SPDX-2.3", "packages": EACH},
            Software(
                format="SPDX 2.3",
                components=12,
                licences=tuple((one["licenseDeclared"], 1) for one in EACH[:10]),
                more_licences=2,
            ),
        ),
        (
            {
                "bomFormat": "CycloneDX",
                "specVersion": "1.6",
                "components": [
                    {"licenses": [{"license": {"id": "MIT", "name": "X"}}, {"license": {"name": "Mine"}}]},
                    {"licenses": [{"expression": "A OR B", "license": {"id": "X"}}, {}]},
                    {"licenses": [{"license": {"id": "MIT"}}] * 101},
                ],
            },
            Software(format="CycloneDX 1.6", components=3, licences=(("MIT", 101), ("Mine", 1), ("A OR B", 1))),
        ),
    ],
)
def test_components_and_licences_are_counted(value: object, software: Software | None) -> None:
    assert software_of(value) == software
