"""What is it worth to sit first? Ten thousand matches of each game, played at random, all at once."""

from sobremesa import games
from sobremesa.lab.batch import Batch

MATCHES = 10_000

for name in games.names():
    batch = Batch(name, MATCHES, seed=1)
    steps = batch.play_out()
    mean, error = batch.rewards.mean(axis=0), batch.rewards.std(axis=0) / MATCHES**0.5
    told = "  ".join(f"seat {seat} {mean[seat]:+.3f} ± {error[seat]:.3f}" for seat in range(batch.seats))
    print(f"{batch.game.title:15} {steps.mean():6.1f} steps a match   {told}")
