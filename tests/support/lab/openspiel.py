"""Matches in OpenSpiel."""

import random

import pyspiel

import sobremesa.lab.openspiel  # noqa: F401 (OpenSpiel knows our games by it)

LAYOUT = "12 11 6 5 8 10 1 7 3 9 2 4"


def load(text):
    """Load one of our games by what follows its name."""
    return pyspiel.load_game(f"sobremesa_{text}")


def choose(state, rng):
    """Return actions at random for whoever is to act: one, or one for each."""
    if state.is_chance_node():
        return [rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]]
    if state.is_simultaneous_node():
        return [rng.choice(state.legal_actions(p) or [0]) for p in range(state.num_players())]
    return [rng.choice(state.legal_actions())]


def go_on(state, actions):
    """Play what `choose` chose."""
    state.apply_actions(actions) if state.is_simultaneous_node() else state.apply_action(actions[0])


def walk(text, seed=1):
    """Yield every state of a match at random, and what is played in it."""
    rng, state = random.Random(seed), load(text).new_initial_state()
    while not state.is_terminal():
        actions = choose(state, rng)
        yield state, actions
        go_on(state, actions)
    yield state, []
