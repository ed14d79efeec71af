"""Findings of folders of real sources name lines of their files."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source

_SOURCES = (
    "crossplane-configurations/configuration-aws-eks-v0.16.0",
    "crossplane-configurations/configuration-quickstart",
    "crossplane-configurations/crossplane-e2e-metas/configuration/dependency/package",
    "crossplane-configurations/crossplane-e2e-metas/configuration/digest/package",
)
"""End to end, what is said of them all is compared with what is said of the packages that were built of them."""


@pytest.mark.parametrize("source", _SOURCES)
async def test_every_finding_about_an_object_names_a_line_that_is_there(source: str, corpus: Path) -> None:
    state = await inspect_source(corpus / source)
    for finding in state.findings:
        place = finding.place
        assert place.file is not None
        assert place.line is not None
        assert 0 < place.line <= len((corpus / source / place.file).read_bytes().splitlines())
