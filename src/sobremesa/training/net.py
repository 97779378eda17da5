"""The net: residual convolutions over the planes of a game, answers on planes, and a value.

It learns with batch normalisation; `folded` is the same net without it: as it acts, lies in files and plays.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from sobremesa.nets.encoding import Sight
from sobremesa.nets.net import HIDDEN, NARROW

Weights = dict[str, Tensor]


class Convolution(nn.Module):
    """Three by three, or one by one, without a bias; then batch normalisation."""

    def __init__(self, before: int, after: int, width: int = 3) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(after, before, width, width))
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")
        self.norm = nn.BatchNorm2d(after)

    def folded(self) -> tuple[Tensor, Tensor]:
        """The same as weights and a bias."""
        norm = self.norm
        assert norm.running_var is not None and norm.running_mean is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return self.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


class Net(nn.Module):
    """Says of what a seat sees how likely each spot is to be pointed at, as logits, and what the seat can expect."""

    def __init__(self, sight: Sight, channels: int, blocks: int) -> None:
        super().__init__()
        self.sight, self.channels, self.blocks = sight, channels, blocks
        self.first = Convolution(sight.planes, channels) if sight.planes else None
        self.numbers = nn.Linear(sight.numbers, channels) if sight.numbers else None
        self.ones = nn.ModuleList(Convolution(channels, channels) for _ in range(blocks))
        self.others = nn.ModuleList(Convolution(channels, channels) for _ in range(blocks))
        for block in self.others:
            nn.init.zeros_(block.norm.weight)  # a block begins as nothing
        self.policy = nn.Conv2d(channels, sight.answers, 1)
        self.narrow = Convolution(channels, NARROW, 1)
        self.hidden = nn.Linear(NARROW * sight.area, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.value.weight)
        mask = torch.zeros(sight.area)
        mask[list(sight.cells)] = 1
        self.register_buffer("mask", mask.reshape(1, 1, sight.rows, sight.columns), persistent=False)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        mask = self.mask
        assert isinstance(mask, Tensor)

        def pass_through(layer: Convolution, x: Tensor) -> Tensor:
            found: Tensor = layer.norm(convolve(x, layer.weight, None, self.sight.wraps))
            return found

        planes, numbers = parts(self.sight, seen, mask)
        x = pass_through(self.first, planes) if self.first is not None else 0.0
        if self.numbers is not None:
            x = x + self.numbers(numbers)[:, :, None, None]
        assert isinstance(x, Tensor)
        x = F.relu(x) * mask
        for one, other in zip(self.ones, self.others, strict=True):
            assert isinstance(one, Convolution) and isinstance(other, Convolution)
            x = F.relu(x + pass_through(other, F.relu(pass_through(one, x)) * mask)) * mask
        logits = self.policy(x).flatten(1)
        small = (F.relu(pass_through(self.narrow, x)) * mask).flatten(1)
        return logits, torch.tanh(self.value(F.relu(self.hidden(small)))).squeeze(1)

    @torch.no_grad()
    def folded(self) -> Weights:
        """The same net without batch normalisation."""
        found: Weights = {"mask": self.mask}
        if self.first is not None:
            found["first"], found["first_bias"] = self.first.folded()
        if self.numbers is not None:
            found["numbers"], found["numbers_bias"] = self.numbers.weight, self.numbers.bias
        for n, (one, other) in enumerate(zip(self.ones, self.others, strict=True)):
            found[f"one{n}"], found[f"one{n}_bias"] = one.folded()
            found[f"other{n}"], found[f"other{n}_bias"] = other.folded()
        found["policy"], found["policy_bias"] = self.policy.weight, self.policy.bias
        found["narrow"], found["narrow_bias"] = self.narrow.folded()
        found["hidden"], found["hidden_bias"] = self.hidden.weight, self.hidden.bias
        found["value"], found["value_bias"] = self.value.weight, self.value.bias
        return found


def convolve(x: Tensor, weight: Tensor, bias: Tensor | None, wraps: bool) -> Tensor:
    """Over planes whose edges are joined, or beyond which there is nothing."""
    around = weight.shape[2] // 2
    if wraps and around:
        return F.conv2d(F.pad(x, (around,) * 4, mode="circular"), weight, bias)
    return F.conv2d(x, weight, bias, padding=around)


def parts(sight: Sight, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """What is seen, as planes, with nothing beyond the board, and numbers."""
    area = sight.planes * sight.area
    planes = seen[:, :area].reshape(-1, sight.planes, sight.rows, sight.columns)
    return (planes * mask).contiguous(memory_format=torch.channels_last), seen[:, area:]


def act(sight: Sight, blocks: int, w: Weights, seen: Tensor) -> tuple[Tensor, Tensor]:
    """What a folded net says, in the precision of its weights."""
    mask, wraps = w["mask"], sight.wraps
    planes, numbers = parts(sight, seen.to(mask.dtype), mask)
    x: Tensor | float = 0.0
    if sight.planes:
        x = convolve(planes, w["first"], w["first_bias"], wraps)
    if sight.numbers:
        x = x + F.linear(numbers, w["numbers"], w["numbers_bias"])[:, :, None, None]
    assert isinstance(x, Tensor)
    x = x.relu_().mul_(mask)
    for n in range(blocks):
        y = convolve(x, w[f"one{n}"], w[f"one{n}_bias"], wraps).relu_().mul_(mask)
        x = convolve(y, w[f"other{n}"], w[f"other{n}_bias"], wraps).add_(x).relu_().mul_(mask)
    logits = F.conv2d(x, w["policy"], w["policy_bias"]).flatten(1)
    small = convolve(x, w["narrow"], w["narrow_bias"], wraps).relu_().mul_(mask).flatten(1)
    hidden = F.linear(small, w["hidden"], w["hidden_bias"]).relu_()
    return logits, torch.tanh(F.linear(hidden, w["value"], w["value_bias"]).float()).squeeze(1)


def arrays(weights: Weights) -> dict[str, np.ndarray]:
    """A folded net as arrays for a file."""
    return {name: found.detach().float().cpu().numpy() for name, found in weights.items() if name != "mask"}
