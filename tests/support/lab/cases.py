"""Games with their seats and options, for what plays any of them."""

CASES = [("splut", 2, {}), ("splut", 4, {}), ("end-of-line", 1, {}), ("end-of-line", 4, {"mode": "teams"}),
         ("shut-the-lines", 3, {}), ("outspeed", 3, {}), ("outspeed", 6, {})]  # fmt: skip
