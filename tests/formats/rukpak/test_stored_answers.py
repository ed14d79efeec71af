"""Bundles and BundleDeployments as RukPak's definitions and webhook have them."""

from differential.replay import replayed

test_every_stored_answer_is_ours_or_excused = replayed("rukpak", "rukpak-updates")
