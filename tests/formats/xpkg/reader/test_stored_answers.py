"""Images and indexes as the readers of packages take them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("images", "indexes")
