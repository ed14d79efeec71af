"""Operators that require each other, as the resolver of OLM v0 has them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("operators")
