# ruff: noqa: E501 - messages are whole
"""Each rule about a catalog trips on one that has its fault, with the message of opm, and spares a good one."""

import pytest

from xpkgtui.formats.catalog.rules.catalogue import CATALOGUE
from xpkgtui.rules.case import Case
from xpkgtui.rules.engine import Judgement
from xpkgtui.rules.finding import Finding

GOOD = """schema: olm.package
name: tide
defaultChannel: fast
---
schema: olm.channel
name: fast
package: tide
entries:
- {name: tide.v1}
- {name: tide.v2, replaces: tide.v1, skipRange: '>=1.0.0 <2.0.0'}
---
schema: olm.bundle
name: tide.v1
package: tide
image: quay.io/acme/tide:v1
properties:
- {type: olm.package, value: {packageName: tide, version: 1.0.0}}
---
schema: olm.bundle
name: tide.v2
package: tide
image: quay.io/acme/tide:v2
properties:
- {type: olm.package, value: {packageName: tide, version: 2.0.0}}
---
schema: olm.deprecations
package: tide
entries:
- {reference: {schema: olm.bundle, name: tide.v1}, message: Use 2.}
"""


def found(text: str, profile: str = "opm") -> list[Finding]:
    """The findings about a catalog."""
    judgement = Judgement(Case(source="x", format="catalog", profile=profile), text.encode(), CATALOGUE)
    return [one for ruling in judgement.rulings() for one in ruling.findings]


@pytest.mark.parametrize("profile", CATALOGUE.profiles)
def test_a_good_catalog_has_no_findings(profile: str) -> None:
    assert found(GOOD, profile) == []


TRIPS = [
    ("FBC002", "image: quay.io/acme/tide:v1", "image: 5", "parse bundle: json: cannot unmarshal number into Go struct field Bundle.image of type string"),
    ("FBC003", "schema: olm.deprecations", "schema: ''", None),
    ("FBC004", "name: fast\n", "name: fast\nName: a\n", 'error unmarshaling JSON: while decoding JSON: duplicate keys for key "name": [Name name]'),
    ("FBC005", "schema: olm.package\n", "# a header\n---\nschema: olm.package\n", "object '' is missing root schema field"),
    ("FBC007", "---\nschema: olm.deprecations", "--- {}\nschema: olm.deprecations", "invalid Yaml document separator: {}"),
    ("FBC010", "name: tide\n", "name: ti.de\n", 'invalid package name "ti.de": [must not contain dots]'),
    ("FBC011", "defaultChannel: fast", "defaultChannel: slow", "channel must contain at least one bundle"),
    ("FBC012", "schema: olm.channel", "schema: acme.channel", "package must contain at least one channel"),
    ("FBC020", "name: fast\npackage: tide", "name: fast\npackage: x", 'unknown package "x" for channel "fast"'),
    ("FBC021", "- {name: tide.v1}\n", "- {name: tide.v1}\n- {name: tide.v1}\n", 'invalid package "tide", channel "fast": duplicate entry "tide.v1"'),
    ("FBC022", "name: tide.v1\npackage", "name: tide.v0\npackage", 'no olm.bundle blobs found in package "tide" for olm.channel entries [tide.v1]'),
    ("FBC023", "replaces: tide.v1, ", "", "multiple channel heads found in graph: tide.v1, tide.v2"),
    ("FBC024", "{name: tide.v1}", "{name: tide.v1, replaces: tide.v1}", "detected cycle in replaces chain of upgrade graph: tide.v1 -> tide.v1"),
    ("FBC025", "replaces: tide.v1, ", "replaces: tide.v1}\n- {name: tide.v3, skips: [tide.v2], ", "channel contains one or more stranded bundles: tide.v1"),
    ("FBC026", "replaces: tide.v1, ", "replaces: tide.v1, skips: [''], ", "skip[0] is empty"),
    ("FBC027", ">=1.0.0 <2.0.0", "^1", 'invalid skipRange "^1": Could not parse Range "^1": Could not parse comparator "^" in "^1"'),
    ("FBC028", "replaces: tide.v1, ", "replaces: tide.v2, ", None),
    ("FBC040", "name: tide.v2\npackage: tide", "name: tide.v2\npackage: x", 'unknown package "x" for bundle "tide.v2"'),
    ("FBC041", "name: tide.v1\npackage", "name: tide.v0\npackage", 'package "tide", bundle "tide.v0" not found in any channel entries'),
    ("FBC042", "image: quay.io/acme/tide:v1", "image: ''", "bundle image must be set"),
    ("FBC043", "quay.io/acme/tide:v1", "A/b", 'package "tide" bundle "tide.v1" image: invalid image pull spec "A/b": invalid reference format: repository name must be lowercase'),
    ("FBC044", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: x}", 'parse properties for bundle "tide.v1": parse property[1] of type "x": unexpected end of JSON input'),
    ("FBC045", "packageName: tide, version: 1", "packageName: x, version: 1", 'package "tide" does not match "olm.package" property "x"'),
    ("FBC046", "version: 1.0.0", "version: v1", 'error parsing bundle "tide.v1" version "v1": No Major.Minor.Patch elements found'),
    ("FBC047", "version: 1.0.0", "version: 2.0.0", "duplicate versions found in bundles: [{2.0.0: [tide.v1, tide.v2]}]"),
    ("FBC050", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.bundle.object, value: {data: '*'}}", 'read bundle objects: package "tide", bundle "tide.v1": parse property at index 1 as bundle object: illegal base64 data at input byte 0'),
    ("FBC060", "package: tide\nentries:\n- {ref", "package: x\nentries:\n- {ref", 'cannot apply deprecations to an unknown package "x"'),
    ("FBC061", "name: tide.v1}, message", "name: x}, message", 'cannot deprecate bundle "x" for package "tide": bundle not found'),
    ("FBC062", "message: Use 2.", "message: ''", "invalid deprecation: message must be set"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "old", "new", "says"), TRIPS, ids=[one[0] for one in TRIPS])
def test_a_fault_is_found_with_the_message_of_opm(rule: str, old: str, new: str, says: str | None) -> None:
    assert old in GOOD
    tripped = [one for one in found(GOOD.replace(old, new, 1)) if one.rule == rule]
    assert tripped
    assert says is None or says in [one.says for one in tripped]
    assert tripped[0].place.line is not None


def test_olm_v1_installs_no_bundle_with_requirements() -> None:
    text = GOOD.replace("version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.package.required, value: {}}")
    assert [(one.rule, one.severity.word) for one in found(text, "olmv1")] == [("FBC052", "warning")]
    assert found(text) == []
