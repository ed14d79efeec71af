"""Streams of real packages: what is found at a glance is what a full parse finds."""

from pathlib import Path

import pytest
from builders.corpus import content
from builders.gate import few

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.head import names_of
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.xpkg.objects.outline import KINDS, outline, outline_of

STREAMS = [
    "configuration-aws-eks-v0.16.0.package.yaml",
    "crossplane-on-eks-aws-provider.package.yaml",
    "function-go-templating.examples.yaml",
    "platform-ref-aws-v0.2.2.raw.package.yaml",
    "provider-azure-web.package.yaml.xz",
    "provider-gcp.raw.package.yaml",
    "provider-helm-v0.3.3.package.yaml",
    "provider-sql.package.yaml",
    "provider-upjet-github.package.yaml",
]


@pytest.mark.parametrize("name", few(STREAMS, 3))
def test_names_and_outlines_are_those_of_a_full_parse(name: str, corpus: Path) -> None:
    data = content(corpus / "assembled" / name)
    stream, repeats = split(data), Repeats()
    assert stream.problem is None
    for chunk in stream.chunks:
        if chunk.empty:
            continue
        document = parse(data, chunk, repeats=repeats)
        assert isinstance(document, PackageDocument)
        assert (chunk.api_version, chunk.kind, chunk.name) == names_of(document.value)
        if chunk.kind in KINDS:
            assert outline(data, chunk) == outline_of(document.value)
