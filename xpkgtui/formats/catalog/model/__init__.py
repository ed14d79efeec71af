"""The model of a catalog: its documents as typed values, and the graphs of upgrades that its channels are."""
