"""What a person has settled: flags, environment, config file and defaults, and what was opened lately."""
