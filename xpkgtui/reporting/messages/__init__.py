"""Messages of programs, and the rules and commands that they lead to."""
