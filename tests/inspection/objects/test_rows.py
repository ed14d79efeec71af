"""Documents of a stream as rows."""

from builders.packages.judgements import CRD

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.objects.rows import object_rows

WRITTEN_BY_HAND = CRD.encode()


def test_definitions_that_have_to_be_parsed_share_one_effort() -> None:
    data = b"---\n".join([WRITTEN_BY_HAND] * 10)
    chunks = split(data).chunks
    alone = Effort()
    list(object_rows(data, chunks[:1], XPKG, effort=alone))
    for_three = Effort(4 * (Effort().left - alone.left) - 1)
    rows = list(object_rows(data, chunks, XPKG, effort=for_three))
    assert sum(row.defines == "Thing" for row in rows) == 3
    assert all(row.kind == "CustomResourceDefinition" for row in rows)
