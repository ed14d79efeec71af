"""The documents about lists of every sort, each of which fits its schema."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema
import pytest
from builders.goldens import Golden, once
from builders.inspection import listed

from xpkgtui.reporting.documents import deps, images, referrers, tags
from xpkgtui.reporting.documents.schemas import schema_of

WRITERS: Mapping[str, tuple[Callable[[], Mapping[str, Any]], Callable[..., str]]] = {
    "tags": (listed.tags, tags.tags),
    "referrers": (listed.referrers, referrers.referrers),
    "deps": (listed.needed, deps.deps),
    "images": (listed.images, images.images),
}

DIGITS = re.compile(r"([0-9a-f]{12})[0-9a-f]{52}")


@pytest.mark.parametrize("name", WRITERS)
def test_a_document_is_what_was_agreed(name: str, golden: Golden) -> None:
    values, write = WRITERS[name]
    schema = schema_of(name)
    validator, texts = jsonschema.Draft202012Validator(schema), []
    for title, value in values().items():
        text = write(value)
        validator.validate(json.loads(text))
        found = json.loads(DIGITS.sub(r"\1…", text))
        rows = (f"{key}: {json.dumps(one, ensure_ascii=False)}\n" for key, one in found.items())
        texts.append(f"== {title}\n" + "".join(row if len(row) < 6_000 else f"{row[:600]}…\n" for row in rows))
    golden(f"json_listed_{name}", once("".join(texts)))
