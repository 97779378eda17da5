"""Rock, paper, scissors, for stakes that differ: a game whose best mix is known."""
