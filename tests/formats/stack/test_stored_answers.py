"""Packages with `.registry` as Crossplane 0.12 unpacks them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("stacks")
