"""Rules about Crossplane packages, in folders named after what they judge; `catalogue` lists them."""
