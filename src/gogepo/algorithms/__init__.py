"""The methods, one complete file each; none imports another."""
