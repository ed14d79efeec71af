"""What rules about Crossplane packages look at: `subjects`, `summaries`, and the `examination` that makes both."""
