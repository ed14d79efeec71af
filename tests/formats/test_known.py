"""The table of formats: which one an image is taken for."""

from builders.oci.images import image
from builders.oci.layers import file, layer

from xpkgtui.formats import known
from xpkgtui.formats.format import Traces
from xpkgtui.formats.xpkg.format import XPKG


def test_ordinary_image_is_judged_as_the_first_format_without_evidence() -> None:
    traces = Traces(manifest=image(layer(file("a"))).parsed().manifest)
    found = known.recognise(traces)
    assert (found.format, found.evidence) == (XPKG, None)


def test_no_rule_gets_the_id_of_one_that_is_no_more() -> None:
    assert not {rule.id for rule in known.rules()} & known.retired().keys()
