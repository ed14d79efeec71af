"""The place where Go's decoder of JSON stops, whichever Python runs."""

import json

import pytest
from builders.cases import each_row

from xpkgtui.formats.registry_v1.rules.service_version.examples import fault_offset


@each_row(
    "read",
    [
        '["a",]',
        '["ä",]',
        '["a", \n\t ]',
        '{"a": 1,}',
        '{"a": 1, \r\n }',
        '{"a": [1, {"b": 2,}',
        '["a",,',
        '["a", }',
        '{"a" 1',
        '{"a": 1 "',
        "{1",
        "[a",
        "[nuL",
        "[1 2",
        "[] ]",
    ],
)
def test_the_last_byte_that_is_read_is_the_wrong_one(read: str) -> None:
    written = read + ' , "more"]}'
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(written)
    assert fault_offset(written, caught.value) == len(read.encode())
