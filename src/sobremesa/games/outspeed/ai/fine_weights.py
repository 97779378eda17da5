"""What the neurons of `fine_evaluation` weigh: made by `bench/outspeed_judgement.py`.

A row for each thing that is looked at, a column for each neuron; then what each neuron starts from, and what it says
for the ship. What is looked at also speaks for the ship directly.
"""

import numpy as np

NEURONS = """
tiles left                0.10 -0.64 -0.55 -0.74  0.54 -0.17  0.22 -0.05 -0.20 -0.55  0.15  0.00  0.00 -0.17  0.10  0.02
the end is near           0.12 -0.17  0.06  0.00  0.20 -0.03 -0.20  0.50 -0.50 -0.68  0.18  0.08  0.16  0.05  0.17 -0.26
lead on the first        -0.09  0.36  0.54 -0.12 -0.09 -0.47 -0.01  0.03  0.15  0.20  0.08 -0.22 -0.07  0.10 -0.02 -0.09
lead on the second        0.00  0.16  0.35 -0.35  0.03  0.03  0.12 -0.16  0.18  0.21  0.27  0.20 -0.18 -0.07 -0.11 -0.61
lead on the last          0.23  0.21  0.27 -0.21 -0.47 -0.21  0.42 -0.34 -0.02  0.26  0.31  0.19  0.04 -0.04 -0.27 -0.45
lead on the first, late   0.43  0.49  0.10 -0.87  0.23 -0.24  0.10 -0.05  0.38  0.51 -0.18 -0.10  0.18  0.29  0.24 -0.64
lead on the second, late -0.03  0.22 -0.22 -0.27 -0.57 -0.01  0.04 -0.09  0.22  0.15 -0.04 -0.13  0.30 -0.04 -0.08 -0.40
fuel of use               0.14  0.32 -0.02 -0.16 -0.28  0.04 -0.03 -0.21  0.41  0.18 -1.29  0.12  0.68 -0.10  0.16  0.14
fuel of use, late         0.06  0.36  0.09  0.21 -0.10  0.04  0.07 -0.26  0.33  0.70 -1.07 -0.35  0.14  0.42  0.05  0.08
fuel                      0.25  0.05 -0.06  0.05 -0.10 -0.23  0.34 -0.55 -0.15  0.20 -0.84  0.31 -0.03  0.11  0.08  0.06
fuel beyond the first     0.18  0.13  0.38 -0.59 -0.08 -0.48  0.40 -0.07 -0.27  0.24  0.18  0.00 -0.00 -0.00 -0.74 -0.10
fuel beyond the richest  -0.18  0.09  0.93 -0.36  0.18 -0.30 -0.25  0.97  0.33  0.14  0.14 -0.18 -0.33  0.16 -0.63  0.05
zones to safety           0.19  0.10 -0.51  0.01  0.08  0.06  0.10 -0.16  0.12 -0.16  0.39  0.14 -0.03 -0.08 -0.27  0.18
zones to a new section   -0.18 -0.10  0.19 -0.10  0.09  0.02 -0.17  0.16 -0.17 -0.10  0.06  0.02  0.05  0.05  0.07 -0.24
ships                     0.29  0.73  0.04  0.69 -0.97  0.84  0.83 -0.11 -0.04 -0.35  0.14  0.02  0.03  0.76 -0.32  0.40
tokens                    0.14 -0.13  0.22 -0.61 -0.10 -0.60 -0.26  0.28  0.24  0.16 -0.28  0.00  0.18 -0.29  0.08 -0.26
nitro                    -0.14  0.07  0.45 -0.27 -0.53 -0.15 -0.36  0.15  0.22  0.22 -0.10  0.01  0.10 -0.23 -0.15 -0.09
fuel tank                -0.24  0.59  0.12  0.14 -0.30 -0.25 -0.21 -0.07  0.12 -0.07 -0.56  0.08  0.04  0.02  0.20  0.02
flamethrower             -0.13  0.05  0.30  0.03 -0.37  0.00  0.07  0.15  0.11  0.12  0.15  0.01  0.06 -0.12 -0.14 -0.01
force field              -0.07 -0.42 -0.06 -0.32 -0.48 -0.25 -0.17 -0.18  0.04 -0.30 -0.20  0.01 -0.14 -0.20 -0.18 -0.08
ion cannon                0.11 -0.15  0.15 -0.66 -0.01 -0.75 -0.08  0.70  0.10  0.16 -0.26 -0.03  0.10 -0.40 -0.29 -0.28
electromagnet             0.23 -0.10 -0.30 -0.50  0.07 -0.28 -0.12  0.22  0.27  0.15  0.52 -0.02  0.08  0.17  0.28 -0.54
to start from             0.08 -0.54 -0.15 -0.41  0.48 -0.23  0.06  0.25 -0.24 -0.50  0.40  0.09  0.10 -0.01 -0.22 -0.20
says                      0.22  0.43  0.70 -0.74  0.62 -0.72  0.19  0.53  0.23  0.63 -1.08  0.08  0.07  0.21  0.39 -0.42
"""
DIRECTLY = {
    "tiles left": 0.00,
    "the end is near": 0.00,
    "lead on the first": -0.01,
    "lead on the second": -0.02,
    "lead on the last": 0.15,
    "lead on the first, late": 0.20,
    "lead on the second, late": 0.10,
    "fuel of use": 0.22,
    "fuel of use, late": 0.27,
    "fuel": 0.19,
    "fuel beyond the first": 0.03,
    "fuel beyond the richest": -0.02,
    "zones to safety": 0.00,
    "zones to a new section": 0.00,
    "ships": 0.00,
    "tokens": 0.14,
    "nitro": 0.03,
    "fuel tank": 0.18,
    "flamethrower": 0.12,
    "force field": -0.10,
    "ion cannon": 0.26,
    "electromagnet": 0.23,
}
NAME = 24
"""The width of a row's name."""
_rows = np.array([row[NAME:].split() for row in NEURONS.strip().splitlines()], np.float64)
INPUT, OFFSET, ANSWER = _rows[:-2], _rows[-2], _rows[-1]
DIRECT = np.array(list(DIRECTLY.values()))
