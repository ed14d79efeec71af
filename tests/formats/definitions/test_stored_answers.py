"""Definitions as the API server validates them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("definitions")
