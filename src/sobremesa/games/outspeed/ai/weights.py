"""What a ship's features are worth: made by `bench/outspeed_weights.py`."""

import numpy as np

WORTH = {
    "zone, early": 0.381,
    "zone, late": 0.663,
    "fuel, early": 0.299,
    "fuel, late": 0.368,
    "at most 1 fuel": -0.449,
    "at most 2 fuel": -0.176,
    "at most 4 fuel": -0.099,
    "in danger": 0.042,
    "in danger, the front 5 zones off": -0.055,
    "in danger, the front 2 zones off": -0.004,
    "zones to safety": -0.018,
    "tokens, late": 0.224,
    "nitro": 0.247,
    "fuel tank": -0.072,
    "flamethrower": 0.176,
    "force field": -0.022,
    "ion cannon": 0.029,
    "electromagnet": 0.186,
}
WEIGHTS = np.array(list(WORTH.values()))
