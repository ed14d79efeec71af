"""What every program that reads the format makes of what is shown."""
