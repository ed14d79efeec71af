"""Pieces as `crossplane resource validate` loads them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("pieces")
