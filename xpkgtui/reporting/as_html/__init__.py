"""An inspection as one page of HTML that needs nothing else: no script, nothing that is loaded."""
