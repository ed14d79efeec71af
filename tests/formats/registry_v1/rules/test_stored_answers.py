"""Operator bundles as opm, operator-sdk, OLM v1 and RukPak have them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("bundles")
