"""Folders of catalogs as opm loads them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("catalogs")
