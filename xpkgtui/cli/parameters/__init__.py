"""The parameters that commands share: their options, the values they take, and how a shell completes them."""
