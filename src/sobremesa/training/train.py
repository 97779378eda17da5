"""Play, learn, play better: the loop, with checkpoints it goes on from, a log, and nets in files to be measured."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from sobremesa import games
from sobremesa.mistakes import BadOption
from sobremesa.nets.net import About, save
from sobremesa.training import net as nets
from sobremesa.training.engine import engine
from sobremesa.training.selfplay import Matches
from sobremesa.training.settings import SEATS, Settings

CHECKPOINT, LOG = "checkpoint.pt", "log.jsonl"
EVERY, TOLD = 60.0, 10.0
"""Seconds between checkpoints, and between lines of the log."""
WARM = 0.02
"""The share of the time in which the rate rises."""
LEAST = 0.02
"""The share of the rate that is left at the end."""
Tell = Callable[[float, str], None]


class School:
    """One net and the matches it plays. What is in the folder already is gone on with."""

    def __init__(self, folder: Path, settings: Settings, device: str, minutes: float | None, keep: float = 2.0) -> None:
        self.folder, self.settings, self.minutes, self.keep = folder, settings, minutes, keep
        self.game = games.find(settings.game)
        folder.mkdir(parents=True, exist_ok=True)
        kept = self._kept()
        self.engine = engine(device)
        self.cuda = self.engine.device.type == "cuda"
        seed = settings.seed + (int(kept["learnt"]) if kept else 0)
        torch.manual_seed(seed)
        if self.cuda:
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
            torch.backends.cudnn.benchmark = True
        self.matches = Matches(self.engine, self.game, settings, seed)
        self.net = nets.Net(self.matches.sight, settings.channels, settings.blocks).to(self.engine.device)
        self.net = self.net.to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=settings.rate, weight_decay=settings.decay, fused=self.cuda
        )
        self.learnt, self.played, self.seconds, self.owed = 0, 0, 0.0, 0.0
        self.before, self.counted = [0, 0, 0], (0, 0, 0)
        self.losses = torch.zeros(3, device=self.engine.device)
        if kept:
            self.net.load_state_dict(kept["net"])
            self.optimiser.load_state_dict(kept["optimiser"])
            torch.set_rng_state(kept["rng"])
            self.learnt, self.played, self.seconds = kept["learnt"], kept["played"], kept["seconds"]
            self.before = kept["counts"]
        self.acting = self._acting()

    def _kept(self) -> dict[str, Any] | None:
        """What a checkpoint has, if it is of the same settings."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            return None
        try:
            kept: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
            same = kept["settings"] == asdict(self.settings)
        except Exception:  # whatever is wrong with a file, it is no checkpoint
            raise BadOption(f"{path} is not a checkpoint of learning: name another folder.") from None
        if not same:
            raise BadOption(f"{path} was made with other settings: give the same again, or name another folder.")
        return kept

    def run(self, tell: Tell) -> None:
        """Until the time is over, or for ever; Ctrl-C ends it at any moment, and what was learnt is kept. The first
        step compiles what is not compiled yet: the time begins after it."""
        tell(0.0, "compiling")
        self.matches.step(self._say)
        began, saved, told, exported = time.perf_counter(), 0.0, 0.0, self.seconds
        before, last = self.seconds, (0, 0)
        try:
            while not self.minutes or self.seconds < 60 * self.minutes:
                self.step()
                here = time.perf_counter() - began
                self.seconds = before + here
                if here - told >= TOLD:
                    last = self._tell(here - told, last, tell)
                    told = here
                if here - saved >= EVERY:
                    self.save()
                    saved = here
                if self.seconds - exported >= 60 * self.keep:
                    self.export()
                    exported = self.seconds
        finally:
            self.save()
            self.export()
            self._tell(max(1e-9, time.perf_counter() - began - told), last, tell)

    def step(self) -> None:
        """One step in every match, and as much learning as is owed for it."""
        self.matches.step(self._say)
        self.played += 1
        ready = self.matches.ready()
        if len(ready) < self.settings.batch:
            return
        self.owed += self.settings.matches * self.settings.reuse / self.settings.batch
        while self.owed >= 1:
            self.owed -= 1
            self.learn(ready[torch.randint(len(ready), (self.settings.batch,), device=ready.device)])
        self.acting = self._acting()

    def learn(self, which: Tensor) -> None:
        """One step of learning from these lessons."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate * self._share_of_rate()
        seen, spots, policy, value = self.matches.lessons(which)
        self.net.train()
        with torch.autocast(self.engine.device.type, torch.bfloat16, enabled=self.cuda):
            said, expected = self.net(seen)
        logits = said.float().gather(1, spots.clamp(min=0)).masked_fill(spots < 0, -1e9)
        apart = F.kl_div(F.log_softmax(logits, 1), policy, reduction="batchmean")
        wrong = F.mse_loss(expected.float(), value)
        self.optimiser.zero_grad(set_to_none=True)
        (apart + wrong).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        self.losses += torch.stack([apart.detach(), wrong.detach(), torch.ones_like(wrong)])
        self.learnt += 1

    def _share_of_rate(self) -> float:
        if not self.minutes:
            return min(1.0, (self.learnt + 1) / 200)
        done = min(1.0, self.seconds / (60 * self.minutes))
        return min((done + 1e-3) / WARM, LEAST + (1 - LEAST) * (1 + math.cos(math.pi * done)) / 2)

    def _acting(self) -> nets.Weights:
        """The net without batch normalisation, in the precision in which it acts here."""
        exact = torch.bfloat16 if self.cuda else torch.float32
        folded = {name: found.to(exact) for name, found in self.net.folded().items()}
        return {
            name: found.contiguous(memory_format=torch.channels_last) if found.ndim == 4 else found
            for name, found in folded.items()
        }

    @torch.no_grad()
    def _say(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        return nets.act(self.matches.sight, self.settings.blocks, self.acting, seen)

    def _tell(self, seconds: float, last: tuple[int, int], tell: Tell) -> tuple[int, int]:
        """A line of the log about what has been done since the last one."""
        found = self.matches.counts()
        matches, draws, steps = (now - then for now, then in zip(found, self.counted, strict=True))
        apart, wrong, count = self.losses.tolist()
        line = {
            "seconds": round(self.seconds, 1),
            "played": self.played,
            "learnt": self.learnt,
            "matches": self.before[0] + found[0],
            "steps a second": round((self.played - last[0]) * self.settings.matches / seconds) if last[0] else None,
            "mean length": round(steps / matches, 1) if matches else None,
            "share of draws": round(draws / matches, 4) if matches else None,
            "policy loss": round(apart / count, 4) if count else None,
            "value loss": round(wrong / count, 4) if count else None,
            "rate": round(self.settings.rate * self._share_of_rate(), 7),
        }
        self.counted = found
        self.losses.zero_()
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        share = self.seconds / (60 * self.minutes) if self.minutes else 0.0
        tell(share, f"{line['matches']:,} matches, {self.learnt:,} steps of learning, value loss {line['value loss']}")
        return self.played, self.learnt

    def save(self) -> None:
        """A checkpoint, whole or not at all. Matches under way and lessons are not kept: they are played anew."""
        found = [then + now for then, now in zip(self.before, self.matches.counts(), strict=True)]
        kept = {
            "settings": asdict(self.settings),
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "rng": torch.get_rng_state(),
            "learnt": self.learnt,
            "played": self.played,
            "seconds": self.seconds,
            "counts": found,
        }
        new = self.folder / f".{CHECKPOINT}.new"
        torch.save(kept, new)
        os.replace(new, self.folder / CHECKPOINT)

    def export(self) -> Path:
        """The net as a file that plays without PyTorch, named for the steps of learning."""
        rules = int(self.game.rules.VERSION)
        shape = self.settings.channels, self.settings.blocks
        about = About(self.game.name, rules, SEATS, *shape, self.learnt, round(self.seconds, 1))
        path = self.folder / f"net-{self.learnt:07}.npz"
        save(path, about, nets.arrays(self.net.folded()))
        return path
