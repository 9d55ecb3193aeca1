"""What methods remember of their rollouts, each kind with its checks when read from a file."""
