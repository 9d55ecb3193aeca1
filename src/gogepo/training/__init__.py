"""One run: its set-up, the loop, evaluations, records and checkpoints."""
