"""Images as Crossplane verifies their signatures."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("signatures")
