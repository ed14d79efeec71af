"""What several rules read out of a bundle: annotations, dependencies, examples, and what opm makes of it."""
