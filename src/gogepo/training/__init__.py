"""Training in memory: from a config to an experiment, the loop, and learning for many seeds."""
