"""What operator bundles require of each other, and which bundles of a catalog OLM v0 chooses for it."""
