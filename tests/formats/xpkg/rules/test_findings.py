"""What the rules say of packages with one mistake each, whole: `goldens/findings_*.txt`."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from builders.goldens import Golden
from builders.packages.judgements import CRD, PROVIDER, judge_image, judge_stream
from formats.xpkg.changes.test_every_rule import SMALL
from formats.xpkg.changes.texts import META as META_OBJECT
from formats.xpkg.changes.texts import MRD
from formats.xpkg.rules.in_words import in_words
from formats.xpkg.rules.test_format_v2 import FAULTY, NEAR
from formats.xpkg.rules.test_own_readers import IMAGES
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS, INNER, NETWORK
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS
from formats.xpkg.rules.vectors.objects import OBJECTS, configuration
from formats.xpkg.rules.vectors.streams import CONFIGURATION, DEFINITIONS, VECTORS, stream
from formats.xpkg.variants import as_yaml, differences

from xpkgtui.documents.document import build
from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

INNER_COMPOSITION = COMPOSITIONS["patch"].rpartition("---\n")[2]
STREAMS_BY_GOLDEN: Mapping[str, Mapping[str, str]] = {
    "streams": VECTORS,
    "metas": META,
    "objects": OBJECTS,
    "compositions": COMPOSITIONS,
    "operations": {name: configuration(text) for name, text in OPERATIONS.items()},
    "format_v2": {**{name: text for name, (text, *_) in FAULTY.items()}, **NEAR},
    "definitions": {name: stream(PROVIDER, text) for name, text in DEFINITIONS.items()},
}


WIDE, PROGRAMS = ("streams", "metas", "format_v2"), ("crossplane", "crossplane-1", "spec")


@pytest.mark.parametrize("name", STREAMS_BY_GOLDEN)
def test_what_is_said_of_streams(name: str, golden: Golden) -> None:
    cases = {case: partial(judge_stream, text) for case, text in STREAMS_BY_GOLDEN[name].items()}
    golden(f"findings_{name}", in_words(cases, CATALOGUE.profiles if name in WIDE else PROGRAMS))


def test_what_is_said_of_images(golden: Golden) -> None:
    golden("findings_images", in_words({name: partial(judge_image, built) for name, built in IMAGES.items()}))


RICH: Mapping[str, tuple[str, str]] = {
    "meta": ("", META_OBJECT),
    "composite": (CONFIGURATION, SMALL["xrd"]),
    "composition": (stream(CONFIGURATION, NETWORK, INNER), INNER_COMPOSITION),
    "managed": (PROVIDER, MRD),
    "definition": (PROVIDER, CRD),
    "webhooks": (PROVIDER, SMALL["webhooks"]),
}
"""A package, and the object of it that is changed."""


def test_what_is_said_of_one_change_of_an_object(golden: Golden) -> None:
    found = []
    for name, (package, text) in RICH.items():

        def lines(value: Any, package: str = package) -> Iterator[str]:
            document = as_yaml(value)
            judged = judge_stream(stream(package, document) if package else document)
            yield f"{judged.verdict.acceptance}: {judged.verdict.reason}"
            for one in judged.findings:
                yield f"{one.severity.name[0]} {one.rule} {one.place.field} {one.message} | {one.says} | {one.fix}"

        found.append(differences({name: build(text).tree.value}, lines, many=1))
    golden("findings_of_variants", "".join(found))
