"""What methods remember of their rollouts. Each kind checks itself when it is read from a file."""
