"""What answers requests about the permissions of a package."""
