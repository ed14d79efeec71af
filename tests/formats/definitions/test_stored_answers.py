"""Definitions, and the rules in them, as the API server validates them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("definitions", "compiled-rules")
