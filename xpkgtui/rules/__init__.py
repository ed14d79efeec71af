"""Rules in general: what a rule is, how a ruleset of them is applied to a package, and the verdict."""
