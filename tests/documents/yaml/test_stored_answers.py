"""Documents as the JSON that go-yaml and Crossplane make of them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("documents")
