"""Permissions of manifests, as the libraries of RBAC and OLM hold them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("permissions")
