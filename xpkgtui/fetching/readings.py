"""Readings as JSON, for the small file beside an extract."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from xpkgtui.readers.reader import Reading, Sign, Stage, Step


def reading_fields(reading: Reading) -> dict[str, Any]:
    """A reading as a JSON object; enums are strings already."""
    return asdict(reading)


def reading_of(fields: Mapping[str, Any]) -> Reading:
    """The reading that `reading_fields` made the object of; raises KeyError, TypeError or ValueError for another."""
    stage = fields["stage"]
    return Reading(
        **{
            **fields,
            "stage": None if stage is None else Stage(stage),
            "layers_read": tuple(int(number) for number in fields["layers_read"]),
            "steps": tuple(
                Step(title=str(step["title"]), evidence=str(step["evidence"]), sign=Sign(step["sign"]))
                for step in fields["steps"]
            ),
        }
    )
