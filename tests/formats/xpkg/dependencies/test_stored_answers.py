"""Locks and ImageConfigs as Crossplane resolves them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("locks", "image-configs")
