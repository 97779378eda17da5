"""What a ship's features are worth: made by `bench/outspeed_weights.py`."""

import numpy as np

WEIGHTS = np.array(
    [
        0.198,
        0.703,
        0.163,
        0.469,
        -0.424,
        -0.2,
        -0.095,
        -0.031,
        -0.024,
        -0.098,
        0.005,
        0.229,
        0.345,
        0.264,
        0.024,
        -0.332,
        -0.014,
        0.288,
    ]
)
