def faults(s):
    held = [int(card) for card in s.card[: s.players]]
    if 7 in held:
        yield "a card is not decided"
    if 3 in s.chosen[: s.players]:
        yield "a choice is not decided"
    for card in range(6):
        if s.deck[card] + s.gone[card] + held.count(card + 1) != 4:
            yield f"there are not four of card {card + 1}"
