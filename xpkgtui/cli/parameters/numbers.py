"""Numbers as options take them."""

from typing import Any

import click
from click.types import IntParamType


class WholeNumber(IntParamType):
    """A whole number from 0."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails with a sentence for any other word."""
        number: int = super().convert(value, param, ctx)
        if number < 0:
            self.fail(f"{value} is below 0.", param, ctx)
        return number
