"""Folders of catalogs as opm loads them, and graphs of upgrades as opm and OLM v1 have them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("catalogs", "successors")
