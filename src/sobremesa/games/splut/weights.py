"""What each mark of a position of Splut! for two is worth: made by `bench/splut_weights.py`."""

WEIGHTS: dict[str, list[int]] = {}
