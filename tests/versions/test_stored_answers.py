"""Versions, constraints and the choice among tags, as the libraries of Crossplane and OLM have them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("constraints", "ranges", "choices", "versions")
