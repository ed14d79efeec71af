"""How rules are applied: document by document, in slices, with the places of what they find."""
