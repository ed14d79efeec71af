"""The settings of the user: flags, environment, config file and defaults; and what is remembered between runs."""
