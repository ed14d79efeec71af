"""Rules about Crossplane packages, in folders named after what they judge; `ruleset` lists them."""
