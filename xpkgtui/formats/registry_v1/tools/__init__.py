"""The tools that read bundles: the names of their profiles here, then their passes and their steps."""

OPM, SDK, OLMV1, RUKPAK, SPEC, HUB = "opm", "sdk", "olmv1", "rukpak", "spec", "hub"
