"""What is common to the events that answer a request: how each is folded into what is known of it."""

from typing import Any, Self


class FoldedReply:
    """A reply that comes in one piece; a reply that comes otherwise replaces some of these methods."""

    __slots__ = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the reply is still to come."""
        return True

    def answers(self, _request: Any, /) -> bool:
        """Returns whether the request keeps it; else it is folded into the Inspection."""
        return True

    def part_of(self, request: Any, /) -> Any:
        """Returns the part of the request that it answers."""
        return request

    def goes_on(self, _request: Any, /) -> bool:
        """Returns whether more is sure to follow at once, so that this event needs no frame of its own."""
        return False

    def after(self, _before: object, /) -> Self:
        """Returns the reply so far: this event, joined with what came before it, if anything did."""
        return self
