"""Fields in the text of a definition."""

import pytest

from xpkgtui.app.state.keys.arrival import field_line

TEXT = b"""spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: |
          properties: none
        properties:
          kind:
            properties:
              region: {}
          spec:
            properties:
              list:
                items:
                  properties:
                    region:
                      type: string
              region:
                type: string
"""


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("spec", "          spec:"),
        ("spec.region", "              region:"),
        ("spec.list[].region", "                    region:"),
        ("spec.list.nowhere", "              list:"),
        ("nowhere", None),
    ],
)
def test_fields_are_found_where_they_are(field: str, line: str | None) -> None:
    number = field_line(TEXT, field)
    assert (None if number is None else TEXT.decode().split("\n")[number]) == line


@pytest.mark.parametrize("data", [b"", b"openAPIV3Schema:", b"\xff: [", b" openAPIV3Schema:\n properties:\n"])
def test_other_texts_have_none(data: bytes) -> None:
    assert field_line(data, "spec") is None
