"""The images that Bundles and BundleDeployments are unpacked from."""

from builders.packages.rukpak_objects import IMAGE, PINNED, bundle, of_template
from builders.packages.used import rows, used

from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS


def test_a_bundle_and_a_template_name_their_image() -> None:
    found = used(RUKPAK_OBJECTS, bundle(IMAGE), of_template(IMAGE))
    assert rows(found) == [
        ("package", PINNED, "Bundle boat, spec.source.image.ref"),
        ("package", PINNED, "BundleDeployment boat, spec.template.spec.source.image.ref"),
    ]


def test_other_sources_have_no_image() -> None:
    assert used(RUKPAK_OBJECTS, bundle("type: upload, upload: {}"), bundle("type: image, image: x")) == []
