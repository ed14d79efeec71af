"""What the rules say of packages with one mistake each, whole: `goldens/findings_*.txt`."""

from collections.abc import Mapping
from functools import partial

import pytest
from builders.goldens import Golden
from builders.packages.judgements import PROVIDER, judge_image, judge_stream
from formats.xpkg.rules.in_words import in_words
from formats.xpkg.rules.test_format_v2 import FAULTY, NEAR
from formats.xpkg.rules.test_own_readers import IMAGES
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS
from formats.xpkg.rules.vectors.objects import OBJECTS, configuration
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS, stream

STREAMS_BY_GOLDEN: Mapping[str, Mapping[str, str]] = {
    "streams": VECTORS,
    "metas": META,
    "objects": OBJECTS,
    "compositions": COMPOSITIONS,
    "operations": {name: configuration(text) for name, text in OPERATIONS.items()},
    "format_v2": {**{name: text for name, (text, *_) in FAULTY.items()}, **NEAR},
    "definitions": {name: stream(PROVIDER, text) for name, text in DEFINITIONS.items()},
}


@pytest.mark.parametrize("name", STREAMS_BY_GOLDEN)
def test_what_is_said_of_streams(name: str, golden: Golden) -> None:
    cases = {case: partial(judge_stream, text) for case, text in STREAMS_BY_GOLDEN[name].items()}
    golden(f"findings_{name}", in_words(cases))


def test_what_is_said_of_images(golden: Golden) -> None:
    golden("findings_images", in_words({name: partial(judge_image, built) for name, built in IMAGES.items()}))
