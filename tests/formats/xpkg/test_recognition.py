"""How Crossplane packages are recognized, and what their type is."""

from builders.oci.images import image, package
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.vectors.streams import FUNCTION, stream

from xpkgtui.documents.stream import split
from xpkgtui.formats.format import Traces
from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.objects.identity import package_type
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.summary import SUMMARY


def test_meta_object_is_evidence() -> None:
    evidence = XPKG.recognize(Traces(heads=split(PROVIDER.encode()).chunks))
    assert evidence is not None
    assert evidence.reasons == ("document 1 is a Provider of meta.pkg.crossplane.io/v1",)


def test_annotation_is_evidence() -> None:
    evidence = XPKG.recognize(Traces(manifest=package(PROVIDER).parsed().manifest))
    assert evidence is not None
    assert evidence.reasons == ("layer 0 has io.crossplane.xpkg: base",)


def test_label_is_evidence() -> None:
    built = image(labeled := layer(file("package.yaml")), labels={f"io.crossplane.xpkg:{labeled.digest}": "base"})
    parsed = built.parsed()
    evidence = XPKG.recognize(Traces(manifest=parsed.manifest, config=parsed.config))
    assert evidence is not None
    assert evidence.reasons == ("the config labels layer 0 as base",)


def test_a_layer_has_the_role_that_its_annotation_gives_it() -> None:
    made = image(layer(file("a")), layer(file("b"), base=True), layer(file("c"), annotation="upbound"))
    roles = list(map(ASSUMED_IMAGES.marks.role, made.parsed().layers))
    assert roles == [LayerRole.RUNTIME, LayerRole.PACKAGE, LayerRole.EXAMPLES]


def test_every_rule_has_the_prefix_by_which_it_is_looked_for() -> None:
    assert SUMMARY.rule_prefix
    assert [rule.id for rule in RULESET.rules if not rule.id.startswith(SUMMARY.rule_prefix)] == []


def test_type_of_a_package_is_that_of_its_meta_object() -> None:
    assert package_type(split(stream(CRD, PROVIDER).encode()).chunks) == "Provider"


def test_two_meta_objects_make_no_type() -> None:
    assert package_type(split(stream(PROVIDER, FUNCTION).encode()).chunks) is None
