"""The names of the consumers that judge bundles."""

OPM, SDK, OLMV1, RUKPAK, SPEC, HUB = "opm", "sdk", "olmv1", "rukpak", "spec", "hub"
