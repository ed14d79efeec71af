"""What is said of bundles and catalogs of public threads, written anew, and of others of their kinds."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV_FILE,
    PROPERTIES_FILE,
    SOUND,
    write,
)
from builders.packages.judged_folders import judged
from builders.packages.pairs.catalogs import GOOD
from builders.program.headless import run

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance

_LABEL = "  com.redhat.openshift.versions: "
_HOOK = """
  webhookdefinitions:
  - {type: ConversionWebhook, generateName: a.tides.example, deploymentName: ti.des, admissionReviewVersions: [v1],
     sideEffects: None, conversionCRDs: [berths.tides.example.com]}"""


def _openshift(label: str, most: str = "") -> dict[str, str]:
    written = f"properties:\n- {{type: olm.maxOpenShiftVersion, value: {most}}}\n"
    return {ANNOTATIONS_FILE: f"{ANNOTATIONS}{_LABEL}{label}\n" if label else ANNOTATIONS} | (
        {PROPERTIES_FILE: written} if most else {}
    )


def _converted(name: str, hook: str = "") -> dict[str, str]:
    service = f"{{service: {{name: {name}, namespace: system, path: /convert}}}}"
    webhook = f"{{conversionReviewVersions: [v1], clientConfig: {service}}}"
    crd = CRD.replace("  scope:", f"  conversion: {{strategy: Webhook, webhook: {webhook}}}\n  scope:")
    return {CRD_FILE: crd, CSV_FILE: SOUND[CSV_FILE].replace("\nspec:", f"\nspec:{hook}")}


def _related(image: str) -> dict[str, str]:
    return {CSV_FILE: SOUND[CSV_FILE].replace("\nspec:", f"\nspec:\n  relatedImages: [{{name: a, image: {image}}}]")}


BUNDLES = {
    "o01, a name without its version": ({CSV_FILE: SOUND[CSV_FILE].replace("tides.v1.2.0", "tides")}, "OLM088", 1),
    "a name with two numbers": ({CSV_FILE: SOUND[CSV_FILE].replace("tides.v1.2.0", "tides.v1.2")}, "OLM088", 0),
    "o03, a service that nothing makes": (_converted("webhook-service", _HOOK), "OLM096", 1),
    "the service that OLM makes": (_converted("ti-des-service", _HOOK), "OLM096", 0),
    "the same without a webhook": (_converted("ti-des-service"), "OLM096", 1),
    "o07, no tag": (_related("registry.example.com:5000/a"), "OLM098", 1),
    "a digest": (_related(f"registry.example.com/a@sha256:{'a' * 64}"), "OLM098", 0),
    "o07, a scheme": (_related("oci://registry.example.com/a:1"), "OLM043", 1),
    "o07, no name": (_related("''"), "OLM043", 1),
    "o10, a list without v, and a number": (_openshift("4.16,4.17", "4.20"), "OLM097", 2),
    "a label beyond the property": (_openshift("v4.12-v4.16", "'4.15'"), "OLM097", 1),
    "a label behind the property": (_openshift("=v4.16", "'4.15'"), "OLM097", 1),
    "a label without an end": (_openshift("v4.12", "'4.15'"), "OLM097", 1),
    "both agree": (_openshift("v4.12-v4.15", "'v4.15.0'"), "OLM097", 0),
    "a patch": (_openshift("", "4.15.1"), "OLM097", 1),
    "no version": (_openshift("", "'new'"), "OLM097", 1),
    "the folder, from where it is": (
        {ANNOTATIONS_FILE: ANNOTATIONS.replace(": manifests/", ": ./manifests/")},
        "OLM010",
        0,
    ),
    "backwards": (_openshift("v4.16-v4.9"), "OLM097", 1),
}


@each_row("case", BUNDLES)
def test_bundles(case: str, tmp_path: Path) -> None:
    files, rule, count = BUNDLES[case]
    assert len(judged(REGISTRY_V1, write(tmp_path, {**SOUND, **files})).of(rule)) == count


def _image(image: str) -> str:
    return GOOD.replace("tide:v1\n", f"tide:v1\nrelatedImages: [{{name: a, image: {image}}}]\n")


CATALOGS = {
    "o07, no tag": (_image("registry.example.com/a"), "FBC053", Acceptance.ACCEPTED),
    "o07, no name": (_image("''"), "FBC053", Acceptance.ACCEPTED),
    "o07, a scheme": (_image("oci://registry.example.com/a:1"), "FBC043", Acceptance.REFUSED),
    "o02, a template": ("schema: olm.template.basic\nentries: []\n", "FBC005", None),
    "another template": ("schema: olm.semver\nstable: {}\n", "FBC005", None),
    "a template beside a catalog": (f"{GOOD}---\nschema: olm.semver\n", "FBC005", Acceptance.ACCEPTED),
}


@each_row("case", CATALOGS)
def test_catalogs(case: str, tmp_path: Path) -> None:
    text, rule, acceptance = CATALOGS[case]
    found = judged(CATALOG, write(tmp_path, {"catalog.yaml": text}))
    assert ({one.rule for one in found.findings}, found.verdict.acceptance) == ({rule}, acceptance)
    others = {one.acceptance for one in found.verdict.others}
    assert (others == {None}) is (acceptance is None)


def test_a_template_is_named_with_the_command_that_renders_it(tmp_path: Path) -> None:
    found = judged(CATALOG, write(tmp_path, {"my template.yaml": "schema: olm.semver\nstable: {}\n"}))
    (finding,) = found.findings
    assert finding.fix == f"Render it first: `opm alpha render-template semver '{tmp_path}/my template.yaml'`."
    assert found.verdict.reason == "my template.yaml:1: document 1 is a template (olm.semver), no catalog yet"


@each_row("command", ["check", "why", "deps", "images", "upgrades", "show"])
def test_each_command_says_that_a_template_is_no_catalog(command: str, tmp_path: Path) -> None:
    for schema in ("olm.semver", "olm.template.basic", "olm.composite"):
        done = run(command, str(write(tmp_path, {"catalog.yaml": f"schema: {schema}\n"})))
        said = done.stdout + done.stderr
        assert f"template ({schema})" in said
        assert command == "show" or "`opm alpha render-template " in said
        assert "what it holds is allowed" not in said
        assert "not read whole" not in done.stderr
        assert (done.exit_code, done.stdout.startswith("✓")) == (3, False)
