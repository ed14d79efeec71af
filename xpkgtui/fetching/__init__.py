"""How bytes get here: cached, verified, stoppable."""
