"""References as go-containerregistry reads them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("references")
