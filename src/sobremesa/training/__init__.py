"""How a bot learns by playing against itself, with PyTorch, which what comes out plays without."""
