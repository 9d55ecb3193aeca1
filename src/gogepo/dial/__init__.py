"""The dial: a local web page to turn a trained run's commanded return and watch the policy."""
