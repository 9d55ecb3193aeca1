"""Records: what is kept of runs so that reports can be drawn from it."""
