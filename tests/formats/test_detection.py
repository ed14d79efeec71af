"""How packages are recognised, and what a package is made of."""

from builders.oci.images import image, package
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD, PROVIDER
from builders.vectors.streams import FUNCTION, stream

from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.detection import Xpkg
from xpkgtui.package import Package
from xpkgtui.readers.reader import Reading

_READING = Reading(reader="manager-2.4", annotated=True, layer=2, entry="package.yaml")


def test_meta_object_is_evidence() -> None:
    evidence = Xpkg().detect(None, split(PROVIDER.encode()).chunks)
    assert evidence is not None
    assert evidence.reasons == ("document 1 is a Provider of meta.pkg.crossplane.io/v1",)


def test_annotation_is_evidence() -> None:
    evidence = Xpkg().detect(package(PROVIDER).parsed(), ())
    assert evidence is not None
    assert evidence.reasons == ("layer 0 has io.crossplane.xpkg: base",)


def test_ordinary_image_is_no_package() -> None:
    assert Xpkg().detect(image(layer(file("a"))).parsed(), ()) is None


def test_type_of_a_package_is_that_of_its_meta_object() -> None:
    assert Package.of(split(stream(CRD, PROVIDER).encode()), _READING).type == "Provider"


def test_two_meta_objects_make_no_type() -> None:
    assert Package.of(split(stream(PROVIDER, FUNCTION).encode()), _READING).type is None


def test_origin_is_that_of_the_reading() -> None:
    origin = Package.of(split(b""), _READING).origin
    assert (origin.layer, origin.entry, origin.annotated) == (2, "package.yaml", True)
