"""One package under inspection; knows no screen."""
