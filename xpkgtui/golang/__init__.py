"""As Go does it: how it quotes, folds and prints, writes and reads JSON, splits paths, reads URLs and times."""
