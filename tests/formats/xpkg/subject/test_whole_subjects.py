"""What rules look at, for each profile: `goldens/subjects.txt`, `image_subjects.txt`."""

from builders.goldens import Golden, headed, lines_of
from builders.oci.images import image
from builders.oci.layers import file, folder, layer
from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD, DOCKER_ARCHIVE, PROVIDER, case_of
from formats.xpkg.rules.vectors.compositions import INNER, NETWORK
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import CONFIG_MAP, CONFIGURATION, FUNCTION, XRD, stream

from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.compositions.patches import PatchedKind
from xpkgtui.formats.xpkg.subject.examination import Examination
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.formats.xpkg.summary import PROFILES

FORK = PROVIDER.replace("meta.pkg", "meta.pkg.ibm")
STREAMS = {
    "provider": stream(
        PROVIDER, CRD, XRD, CONFIG_MAP, "- a\n", "a: [\n", CRD.replace("  name: things", "  x: things")
    ),
    "configuration": stream(CONFIGURATION, XRD, CRD),
    "function": stream(FUNCTION, CRD),
    "fork": stream(FORK, XRD.replace("extensions.cross", "extensions.ibm.cross")),
    "no meta object": stream(CRD, XRD),
    "two": stream(PROVIDER, CONFIGURATION, CRD),
}
VERSIONS = ("1.6", "1.20", "2.1", "2.4")
KINDS = (
    *(("example.org/v1", "XThing"), ("example.org/v1", "XInner"), ("example.org/v2", "XThing"), ("v1", "XThing")),
    *(("nop.example.org/v1", "Thing"), ("a.b/v1", "Thing"), ("example.org/v1", "Claim")),
)


def of_stream(text: str, profile: str, version: str) -> list[str]:
    data = text.encode()
    found = split(data)
    examination = Examination(case_about("a", profile=profile, crossplane=version), data, found)
    lines = []
    for chunk in found.chunks:
        one = examination.document(chunk)
        named = one.named
        kept = (one.role, one.is_package, one.is_installed, one.dialect.name, one.object_name, one.target.version)
        lines.append(f"{one.title}: {kept} {one.in_this_version(named) if named else ''}")
        examination.remember(one)
        account = examination.account_of(one)
        lines.append(f"  kept: {account is not None and examination.recall(account)}")
    package = examination.package()
    lines.append(
        f"package: {package.type}, {package.manager.version}, {package.is_whole}, {len(package.objects)} objects"
    )
    return lines


def test_subjects_are_what_was_agreed(golden: Golden) -> None:
    lines: list[str] = []
    for name, text in STREAMS.items():
        for profile in PROFILES:
            for version in VERSIONS if profile == "crossplane" else VERSIONS[-1:]:
                lines += [f"# {name}, {profile} {version}", *of_stream(text, profile, version)]
    golden("subjects", headed("\n".join(dict.fromkeys(lines))))


def test_schemas_are_those_of_the_package(golden: Golden) -> None:
    claims = NETWORK.replace("/v2", "/v1").replace(
        "spec:\n", "spec:\n  claimNames: {kind: Claim, plural: claims}\n", 1
    )
    streams = {
        "definitions": stream(NETWORK, INNER, CRD, MANAGED["definition"]),
        "twice": stream(NETWORK, NETWORK, CRD.replace("k8s.io/v1", "k8s.io/v1beta1")),
        "claims": stream(claims),
    }
    lines = []
    for name, text in streams.items():
        data = text.encode()
        found = split(data)
        examination = Examination(case_about("a"), data, found)
        for chunk in found.chunks:
            examination.remember(examination.document(chunk))
        schemas = examination.package().schemas
        for api_version, kind in KINDS:
            schema = schemas.of(PatchedKind(api_version=api_version, kind=kind))
            fields = (
                sorted(schema.root.get("properties", {}).get("spec", {}).get("properties", {})) if schema else None
            )
            lines.append(f"{name}: {api_version} {kind}: {fields}")
    golden("schemas_of_packages", "\n".join(lines) + "\n")


def test_images_are_looked_at_as_was_agreed(golden: Golden) -> None:
    base = layer(file("package.yaml", PROVIDER), base=True)
    images = {
        "annotated": image(layer(file("a")), base),
        "flattened": image(layer(file("package.yaml", PROVIDER)), layer(file("a"))),
        "nothing": image(layer(file("a")), layer(file("b"))),
        "a folder of a dot": image(layer(folder("./"), file("a"))),
        "unsafe": image(layer(file("a")), layer(file("../b"))),
        "two bases": image(base, layer(file("b"), base=True)),
    }
    lines = []
    for name, built in images.items():
        for profile, version in (
            ("crossplane", "1.6"),
            ("crossplane", "2.1"),
            ("crossplane", "2.4"),
            ("spec", "2.4"),
        ):
            for more in ({}, DOCKER_ARCHIVE):
                case, _ = case_of(built, profile, crossplane=version, **more)
                one = ImageSubject(case=case, profile=next(each for each in PROFILES if each == profile))
                facts = {
                    "flattened": one.is_flattened,
                    "annotated": one.is_annotated,
                    "nothing": one.found_nothing,
                    "pushed": one.is_pushed,
                    "stop": one.stop,
                    "read": [each.index for each in one.read_layers],
                    "validated": [one.is_validated(each) for each in case.contents.layers],
                    "needed": [one.is_needed(each) for each in case.contents.layers],
                    "title": one.layer_title(0),
                }
                lines += [f"{name}, {profile} {version}: {line}" for line in lines_of(facts)]
    golden("image_subjects", "\n".join(dict.fromkeys(lines)) + "\n")
