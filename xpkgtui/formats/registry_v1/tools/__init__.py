"""The tools that read bundles: the names of their profiles here, then their passes and their steps."""

OPM, OLMV0, SDK, OLMV1, RUKPAK, SPEC, HUB = "opm", "olmv0", "sdk", "olmv1", "rukpak", "spec", "hub"
