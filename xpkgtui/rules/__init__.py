"""Rules in general: what a rule is, how a catalogue of them is applied to a package, and the verdict."""
