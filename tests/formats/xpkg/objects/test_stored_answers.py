"""Definitions of composites as Crossplane makes them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("composites")
