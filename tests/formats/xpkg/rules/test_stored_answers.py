"""Streams as parser, linters and validators of Crossplane have them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("streams")
