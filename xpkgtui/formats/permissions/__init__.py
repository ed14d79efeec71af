"""What a package may do once it is installed, what runs then, and what that costs."""
