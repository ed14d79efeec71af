# ruff: noqa: E501 - messages are whole
"""Each rule about a catalog trips on one that has its fault, with the message of opm, and spares a good one."""

from base64 import b64encode

import pytest
from builders.cases import each_row
from builders.packages.case_facts import case_about
from builders.packages.pairs.catalogs import GOOD

from xpkgtui.formats.catalog.rules.requirements import reservation
from xpkgtui.formats.catalog.rules.ruleset import RULESET
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.verdict import conclude_all


def found(text: str, profile: str = "opm") -> list[Finding]:
    """The findings about a catalog."""
    judgement = Judgement(case_about("x", format="catalog", profile=profile), text.encode(), RULESET)
    return [one for ruling in judgement.rulings() for one in ruling.findings]


@each_row("profile", RULESET.profiles)
def test_a_good_catalog_has_no_findings(profile: str) -> None:
    assert found(GOOD, profile) == []


TRIPS = [
    ("FBC002", "image: quay.io/acme/tide:v1", "image: 5", "parse bundle: json: cannot unmarshal number into Go struct field Bundle.image of type string"),
    ("FBC003", "schema: olm.deprecations", "schema: ''", None),
    ("FBC004", "name: fast\n", "name: fast\nName: a\n", 'error unmarshaling JSON: while decoding JSON: duplicate keys for key "name": [Name name]'),
    ("FBC002", "---\nschema: olm.deprecations", "--- {}\nschema: olm.deprecations", "invalid Yaml document separator: {}"),
    ("FBC003", "schema: olm.package\n", "# a header\n---\nschema: olm.package\n", "object '' is missing root schema field"),
    ("FBC005", "schema: olm.deprecations", "schema: olm.deprecation", None),
    ("FBC010", "name: tide\n", "name: ti.de\n", 'invalid package name "ti.de": [must not contain dots]'),
    ("FBC011", "defaultChannel: fast", "defaultChannel: slow", "channel must contain at least one bundle"),
    ("FBC012", "schema: olm.channel", "schema: acme.channel", None),
    ("FBC012", "defaultChannel: fast\n---\nschema: olm.channel", "x: y\n---\nschema: acme.channel", "package must contain at least one channel"),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {base64data: '**', mediatype: image/png}", "parse package: illegal base64 data at input byte 0"),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {base64data: PHN2Zy8+, mediatype: image/png}", None),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {base64data: PHN2Zy8+, mediatype: text/html}", None),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {base64data: YWJj, mediatype: image/gif}", None),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {base64data: PHN2Zy8+}", None),
    ("FBC013", "defaultChannel: fast", "defaultChannel: fast\nicon: {mediatype: image/png}", None),
    ("FBC020", "name: fast\npackage: tide", "name: fast\npackage: x", 'unknown package "x" for channel "fast"'),
    ("FBC021", "- {name: tide.v1}\n", "- {name: tide.v1}\n- {name: tide.v1}\n", 'invalid package "tide", channel "fast": duplicate entry "tide.v1"'),
    ("FBC022", "name: tide.v1\npackage", "name: tide.v0\npackage", 'no olm.bundle blobs found in package "tide" for olm.channel entries [tide.v1]'),
    ("FBC023", "replaces: tide.v1, ", "", "multiple channel heads found in graph: tide.v1, tide.v2"),
    ("FBC024", "{name: tide.v1}", "{name: tide.v1, replaces: tide.v1}", "detected cycle in replaces chain of upgrade graph: tide.v1 -> tide.v1"),
    ("FBC025", "replaces: tide.v1, ", "replaces: tide.v1}\n- {name: tide.v3, skips: [tide.v2], ", "channel contains one or more stranded bundles: tide.v1"),
    ("FBC026", "replaces: tide.v1, ", "replaces: tide.v1, skips: [''], ", "skip[0] is empty"),
    ("FBC027", ">=1.0.0 <2.0.0", "^1", 'invalid skipRange "^1": Could not parse Range "^1": Could not parse comparator "^" in "^1"'),
    ("FBC028", "replaces: tide.v1, ", "replaces: tide.v2, ", None),
    ("FBC029", "replaces: tide.v1, ", "replaces: tide.v1, skips: [tide.v1]}\n- {name: tide.v0, replaces: gone, ", None),
    ("FBC030", ">=1.0.0 <2.0.0", "<2.0.0", None),
    ("FBC030", ">=1.0.0 <2.0.0", ">=1.0.0 <2.0.0 || !1.5.0", None),
    ("FBC031", "- {name: tide.v1}\n- {name: tide.v2, replaces: tide.v1, ", "- {name: tide.v1, replaces: tide.v1}\n- {name: tide.v2, replaces: tide.v1, skips: [tide.v1], ", None),
    ("FBC053", "image: quay.io/acme/tide:v1", "image: quay.io/acme/tide", None),
    ("FBC040", "name: tide.v2\npackage: tide", "name: tide.v2\npackage: x", 'unknown package "x" for bundle "tide.v2"'),
    ("FBC041", "name: tide.v1\npackage", "name: tide.v0\npackage", 'package "tide", bundle "tide.v0" not found in any channel entries'),
    ("FBC042", "image: quay.io/acme/tide:v1", "image: ''", "bundle image must be set"),
    ("FBC043", "quay.io/acme/tide:v1", "A/b", 'package "tide" bundle "tide.v1" image: invalid image pull spec "A/b": invalid reference format: repository name must be lowercase'),
    ("FBC044", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: x}", 'parse properties for bundle "tide.v1": parse property[1] of type "x": unexpected end of JSON input'),
    ("FBC045", "packageName: tide, version: 1", "packageName: x, version: 1", 'package "tide" does not match "olm.package" property "x"'),
    ("FBC046", "version: 1.0.0", "version: v1", 'error parsing bundle "tide.v1" version "v1": No Major.Minor.Patch elements found'),
    ("FBC047", "version: 1.0.0", "version: 2.0.0", "duplicate versions found in bundles: [{2.0.0: [tide.v1, tide.v2]}]"),
    ("FBC048", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.gvk, value: {group: '', version: v1, kind: Sea}}", None),
    ("FBC048", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.gvk.required, value: {group: a, version: v1}}", None),
    ("FBC049", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.package.required, value: {packageName: a, versionRange: v1}}", None),
    ("FBC049", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.package.required, value: {versionRange: 1.0.0}}", None),
    ("FBC051", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.package.required, value: {packageName: moon, versionRange: '>=1.0.0'}}", None),
    ("FBC051", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.package.required, value: {packageName: tide, versionRange: '>=3.0.0'}}", None),
    ("FBC051", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.gvk.required, value: {group: a, version: v1, kind: B}}", None),
    ("FBC050", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.bundle.object, value: {data: YQ==}}", None),
    ("FBC050", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.csv.metadata, value: {}}\n- {type: olm.csv.metadata, value: {}}", None),
    ("FBC050", "version: 1.0.0}}", "version: 1.0.0}}\n- {type: olm.bundle.object, value: {data: '*'}}", 'read bundle objects: package "tide", bundle "tide.v1": parse property at index 1 as bundle object: illegal base64 data at input byte 0'),
    ("FBC060", "package: tide\nentries:\n- {ref", "package: x\nentries:\n- {ref", 'cannot apply deprecations to an unknown package "x"'),
    ("FBC061", "name: tide.v1}, message", "name: x}, message", 'cannot deprecate bundle "x" for package "tide": bundle not found'),
    ("FBC061", "{schema: olm.bundle, name: tide.v1}", "{schema: olm.channel, name: x}", 'cannot deprecate channel "x" for package "tide": channel not found'),
    ("FBC061", "{schema: olm.bundle, name: tide.v1}", "{schema: olm.package, name: x}", 'package name must be empty for deprecated package "tide" (specified "x")'),
    ("FBC061", "{schema: olm.bundle, name: tide.v1}", "{name: x}", 'schema must be set for deprecation entry [0] for package "tide"'),
    ("FBC062", "message: Use 2.", "message: ''", "invalid deprecation: message must be set"),
]  # fmt: skip


@each_row(("rule", "old", "new", "says"), TRIPS)
def test_a_fault_is_found_with_the_message_of_opm(rule: str, old: str, new: str, says: str | None) -> None:
    assert old in GOOD
    tripped = [one for one in found(GOOD.replace(old, new, 1)) if one.rule == rule]
    assert tripped
    assert says is None or says in [one.says for one in tripped]
    assert tripped[0].place.line is not None


REQUIRING = "version: 1.0.0}}\n- {type: %s, value: %s}"


def requiring(kind: str, value: str, more: str = "") -> str:
    """The good catalog, where the first bundle requires something; `more` are properties of the second one."""
    text = GOOD.replace("version: 1.0.0}}", REQUIRING % (kind, value))
    return text.replace("version: 2.0.0}}", "version: 2.0.0}}" + more)


def test_olm_v1_installs_no_bundle_with_requirements() -> None:
    text = requiring("olm.package.required", "{packageName: tide, versionRange: 2.0.0}")
    assert [(one.rule, one.severity.word) for one in found(text, "olmv1")] == [("FBC051", "warning")]
    assert found(text) == []


PROVIDES = "\n- {type: olm.label, value: {label: green}}\n- {type: olm.gvk, value: {group: a.example, version: v1, kind: Sea}}"
SEA = "{group: a.example, version: v1, kind: Sea}"
LAND = "{group: a.example, version: v1, kind: Land}"


MOON = "{package: {packageName: moon, versionRange: 1.0.0}}"
TIDE, TIDE_2 = (f"{{package: {{packageName: tide, versionRange: {one}}}}}" for one in ("1.0.0", "2.0.0"))
NO_CEL = "CEL properties.exists(p, p.type == 'olm.none')"
NOT_TIDE = "none of (package tide >=1.0.0)"
CEL = '{cel: {rule: "properties.exists(p, p.type == %s)"}}'


def of(joint: str, *constraints: str) -> str:
    """A constraint of others."""
    return f"{{{joint}: {{constraints: [{', '.join(constraints)}]}}}}"


def nested(depth: int, value: str) -> str:
    """A constraint with others around it."""
    return "{all: {constraints: [" * depth + value + "]}}" * depth


@each_row(
    ("kind", "value", "missing"),
    [
        ("olm.gvk.required", SEA, ""),
        ("olm.gvk.required", LAND, "the API Land.v1.a.example"),
        ("olm.label.required", "{label: blue}", "the label blue"),
        ("olm.label.required", "{label: green}", ""),
        ("olm.constraint", f"{{gvk: {SEA}}}", ""),
        ("olm.constraint", MOON, "the package moon 1.0.0"),
        ("olm.constraint", of("all", f"{{gvk: {SEA}}}", f"{{gvk: {LAND}}}"), "the API Land.v1.a.example"),
        ("olm.constraint", of("all", f"{{gvk: {SEA}}}", TIDE_2), ""),
        (
            "olm.constraint",
            of("all", f"{{gvk: {SEA}}}", TIDE),
            "all of (API Sea.v1.a.example; package tide 1.0.0)",
        ),
        ("olm.constraint", of("all"), ""),
        ("olm.constraint", of("any"), "any of ()"),
        ("olm.constraint", of("any", f"{{gvk: {SEA}}}", MOON), ""),
        (
            "olm.constraint",
            of("any", f"{{gvk: {LAND}}}", MOON),
            "the API Land.v1.a.example or the package moon 1.0.0",
        ),
        ("olm.constraint", of("not", f"{{gvk: {LAND}}}"), ""),
        ("olm.constraint", of("not", "{package: {packageName: tide, versionRange: '>=1.0.0'}}"), NOT_TIDE),
        ("olm.constraint", "{cel: {rule: 'true'}}", ""),
        ("olm.constraint", CEL % "'olm.gvk' && p.value.kind == 'Sea'", ""),
        ("olm.constraint", CEL % "'olm.none'", NO_CEL),
        ("olm.constraint", of("all", CEL % "'olm.none'", MOON), f"{NO_CEL} and the package moon 1.0.0"),
        ("olm.constraint", nested(25, f"{{gvk: {SEA}}}"), ""),
        ("olm.constraint", nested(25, f"{{gvk: {LAND}}}"), "the API Land.v1.a.example"),
    ],
)
def test_what_is_required_and_not_in_the_catalog_is_told(kind: str, value: str, missing: str) -> None:
    told = [one.message for one in found(requiring(kind, value, PROVIDES)) if one.rule == "FBC051"]
    assert told == ([f"tide.v1 requires {missing}, which no bundle of this catalog provides"] if missing else [])


@each_row(
    "value",
    [
        nested(101, f"{{gvk: {SEA}}}"),
        CEL % "'olm.csv.metadata' && p.value.displayName == 'x'",
    ],
)
def test_what_is_not_judged_is_told(value: str) -> None:
    (told,) = [one.message for one in found(requiring("olm.constraint", value)) if one.rule == "FBC051"]
    assert told.endswith("; xpkgtui cannot say whether a bundle of this catalog provides it")


@each_row(
    ("value", "message", "says"),
    [
        ("{}", "is not read", "convert olm.constraint to resolver predicate: constraint is empty"),
        ("{cel: {rule: '1'}}", "has a rule that is neither true nor false: its type is int", "must have type Bool"),
        ("{cel: {rule: '(('}}", "has a rule that is not CEL", "predicate: ERROR: <input>"),
        ("{gvks: {}}", "has a field that OLM does not know: gvks", 'olm.constraint: json: unknown field "gvks"'),
        ("{all: []}", "has something else where a mapping belongs", "olm.constraint: json: cannot unmarshal array"),
        (of("any", TIDE, "{package: {packageName: tide, versionRange: v1}}"), "is not read", 'parse Range "v1"'),
        (f"{{failureMessage: {'x' * 131_072}, gvk: {SEA}}}", "is not read", "max constraint size 131072 bytes"),
    ],
)
def test_a_constraint_that_olm_v0_does_not_read(value: str, message: str, says: str) -> None:
    (fault,) = [one for one in found(requiring("olm.constraint", value)) if one.rule in ("FBC049", "FBC051")]
    assert fault.message.startswith(f"The property 1 (olm.constraint) of tide.v1 {message}")
    assert says in (fault.says or "")


@each_row(
    ("more", "severity"),
    [
        ("- {type: olm.bundle.object, value: {data: YQ==}}", "info"),
        ("- {type: olm.bundle.object, value: {data: YQ==}}\n- {type: olm.csv.metadata, value: {}}", "warning"),
        ("- {type: olm.bundle.object, value: {data: '*'}}", "error"),
        ("- {type: olm.csv.metadata, value: {}}", ""),
    ],
)
def test_embedded_objects_weigh_by_what_is_wrong(more: str, severity: str) -> None:
    text = GOOD.replace("version: 1.0.0}}", f"version: 1.0.0}}}}\n{more}")
    assert [one.severity.word for one in found(text) if one.rule == "FBC050"] == ([severity] if severity else [])


_TOLD = "- {type: olm.csv.metadata, value: {displayName: Tide}}\n"


def test_a_package_of_which_olm_v0_knows_nothing_is_told_once() -> None:
    (one,) = found(GOOD.replace(_TOLD, ""))
    assert (one.rule, one.severity.word) == ("FBC050", "info")
    assert one.message.startswith("No bundle of tide has olm.csv.metadata or objects; OLM v0 does not list")


def test_a_head_of_which_olm_v0_knows_nothing_is_told_where_others_tell_it() -> None:
    last = "- {name: tide.v2, replaces: tide.v1, skipRange: '>=1.0.0 <2.0.0'}"
    more = "---\nschema: olm.bundle\nname: tide.v3\npackage: tide\nimage: quay.io/acme/tide:v3\nproperties:\n"
    text = f"{GOOD}{more}- {{type: olm.package, value: {{packageName: tide, version: 3.0.0}}}}\n"
    text = text.replace(last, f"{last}\n- {{name: tide.v3, replaces: tide.v2}}")
    messages = [one.message for one in found(text) if one.rule == "FBC050"]
    assert messages == [
        "The head tide.v3 of fast has neither olm.csv.metadata nor objects; OLM v0 does not list the channel"
    ]


def test_the_older_form_is_told_once_for_a_package() -> None:
    text = GOOD.replace(_TOLD, "").replace("0.0}}", "0.0}}\n- {type: olm.bundle.object, value: {data: YQ==}}")
    (one,) = [each for each in found(text) if each.rule == "FBC050"]
    assert (one.message, one.place.document) == ("2 bundles of tide embed objects, which is the older form", 3)


@each_row(
    "icon",
    [
        "{base64data: PHN2Zy8+, mediatype: image/svg+xml}",
        "{base64data: iVBORw0KGgo=, mediatype: image/png}",
        "{base64data: YWJj, mediatype: image/x-odd}",
    ],
)
def test_a_good_icon_has_no_findings(icon: str) -> None:
    assert found(GOOD.replace("defaultChannel: fast", f"defaultChannel: fast\nicon: {icon}")) == []


def test_a_large_icon_is_judged_by_its_beginning() -> None:
    data = b64encode(b"\n <svg>" + b"x" * 20_000).decode()
    text = GOOD.replace("defaultChannel: fast", f"defaultChannel: fast\nicon: {{base64data: {data}, mediatype: %s}}")
    assert found(text % "image/svg+xml") == []
    assert [one.rule for one in found(text % "image/png")] == ["FBC013"]


@each_row(
    ("old", "new"),
    [
        ("defaultChannel: fast", "defaultChannel: fast\nicon: 5"),
        ("name: fast\npackage: tide", "name: fast\npackage: tide\nproperties: 5"),
        ("image: quay.io/acme/tide:v1", "image: 5"),
        ("image: quay.io/acme/tide:v1", "image: a/b\nNAME: x"),
    ],
)
def test_a_document_that_does_not_load_is_the_only_fault(old: str, new: str) -> None:
    (fault,) = found(GOOD.replace(old, new, 1))
    assert fault.rule in ("FBC002", "FBC004")


def test_the_verdict_names_what_opm_meets_first() -> None:
    text = GOOD.replace("version: 1.0.0", "version: v1").replace(
        "name: fast\npackage: tide", "name: fast\npackage: x"
    )
    case = case_about("x", format="catalog", profile="opm")
    judgement = Judgement(case, text.encode(), RULESET)
    for _ in judgement.rulings():
        pass
    verdict = conclude_all(case, judgement.findings, RULESET)
    assert verdict.culprit is not None
    assert verdict.culprit.says == 'unknown package "x" for channel "fast"'
    (other,) = verdict.others
    assert (other.profile, other.rule) == ("olmv1", "")


def test_the_bundles_that_olm_v1_refuses_are_counted_once_each() -> None:
    wanted = "\n- {type: olm.package.required, value: {packageName: x, versionRange: '>=1.0.0'}}"
    text = GOOD.replace("properties:", f"properties:{wanted}{wanted}")
    assert reservation("olmv1", found(text, "olmv1")) == "refuses 2 of its bundles"
    assert reservation("opm", found(text, "opm")) == ""
    assert reservation("olmv1", found(GOOD, "olmv1")) == ""


def test_every_rule_is_tripped_by_a_test() -> None:
    elsewhere = {"FBC001", "FBC006", "FBC052"}  # test_files.py, test_install_modes.py
    assert {one.id for one in RULESET.rules} == {one[0] for one in TRIPS} | elsewhere


def channel_of(entries: str) -> str:
    return GOOD.replace("- {name: tide.v1}\n- {name: tide.v2, replaces: tide.v1, ", entries)


def test_a_cycle_behind_what_is_skipped_is_told_with_its_way() -> None:
    text = channel_of("- {name: tide.v1, replaces: tide.v1}\n- {name: tide.v2, replaces: tide.v1, skips: [tide.v1], ")
    (told,) = [one for one in found(text) if one.rule == "FBC031"]
    assert told.message == (
        "OLM v0 installs nothing from the channel fast: there is a cycle behind skipped entries, tide.v1 -> tide.v1"
    )
    assert (told.severity.word, told.place.field) == ("warning", "entries[0].replaces")
    assert [one for one in found(text, "olmv1") if one.rule == "FBC031"] == []


def test_a_cycle_that_opm_sees_is_told_once() -> None:
    text = channel_of("- {name: tide.v1, replaces: tide.v1}\n- {name: tide.v2, replaces: tide.v1, ")
    assert {one.rule for one in found(text)} & {"FBC024", "FBC031"} == {"FBC024"}


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("schema: olm.channel\nname: fast\n", "schema: olm.channel\nname: ''\n", "name"),
        (
            "---\nschema: olm.deprecations",
            "---\nschema: olm.channel\nname: fast\npackage: tide\n---\nschema: olm.deprecations",
            "name",
        ),
    ],
)
def test_a_channel_without_a_name_or_with_that_of_another_is_reported_at_its_name(
    old: str, new: str, field: str
) -> None:
    assert old in GOOD
    assert [one.place.field for one in found(GOOD.replace(old, new)) if one.rule == "FBC020"] == [field]
