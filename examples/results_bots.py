"""Who is better at Shut the Lines? Bots play each other, and the results become a data frame."""

from sobremesa.lab import results

found = results.play("shut-the-lines", 60, ["exact", "most-lines", "random"], seed=1)
frame = found.frame()
print(frame.groupby("player").score.agg(["mean", "sem"]).sort_values("mean", ascending=False).round(3))
print()
print(frame.pivot_table(index="player", columns="seat", values="score").round(3))
