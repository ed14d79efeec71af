"""Rules about Crossplane packages: a folder or module for each hundred of numbers; `catalogue` lists them."""
