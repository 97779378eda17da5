def view(s, seat):
    return {
        "seat": seat,
        "cards": [int(card) for card in s.card[: s.players]],
        "chosen": [int(choice) for choice in s.chosen[: s.players]],
        "points": [int(points) for points in s.points[: s.players]],
        "gone": [int(count) for count in s.gone],
    }
