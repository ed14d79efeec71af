"""Expressions as the API server evaluates them, and as opm compiles them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("rules", "expressions")
