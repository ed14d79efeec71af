"""The offers of text as the package has it, with its control characters: pasting it may do more than insert it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from xpkgtui import visible
from xpkgtui.app.copy.clipboard import read
from xpkgtui.app.copy.offer import Offer


def with_raw(items: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """The offers, and after the values those that hold control characters, with a digit each."""
    values = tuple(offer for offer in items if not offer.is_command)
    return (*values, *_raw(values), *(offer for offer in items if offer.is_command))


def _raw(values: tuple[Offer, ...]) -> Iterator[Offer]:
    digits = count(1)
    for offer in values:
        controls = _controls(offer)
        if controls:
            label = f"{offer.label}, raw"
            text = offer.raw or offer.text
            yield replace(offer, key=str(next(digits)), label=label, text=text, raw="", controls=controls)


def _controls(offer: Offer) -> int:
    """How many characters of the offer are copied in a visible form."""
    if offer.raw:
        return sum(visible.line(character) != character for character in offer.raw)
    return visible.controls(read(offer.part)) if offer.part and not offer.refusal else 0
