"""What there is to do, who can do it, and what came of it."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from sobremesa.mistakes import Mistake


class Task(Protocol):
    """One of many things to do, none of which needs another."""

    @property
    def number(self) -> int:
        """No two have the same."""


T = TypeVar("T", bound=Task)
T_contra = TypeVar("T_contra", bound=Task, contravariant=True)
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Stage(Protocol[T_contra, R_co]):
    """Does tasks, one after the other."""

    def outcome(self, task: T_contra) -> R_co:
        """What comes of a task: it follows from the request and the task alone, whatever was done before."""


class Request(Protocol[T_contra, R_co]):
    """What all tasks have in common."""

    def stage(self) -> Stage[T_contra, R_co]:
        """Where they are done."""


class Trouble(Exception):
    """Why a task came to nothing, in a sentence."""


@dataclass(frozen=True)
class Done(Generic[T, R]):
    """A task, and what came of it."""

    task: T
    result: R
    trouble: str = ""
    """Why it was tried a second time, if it was."""


@dataclass(frozen=True)
class Failed(Generic[T]):
    """A task that came to nothing, and the sentence that says why."""

    task: T
    why: str


def attempt(stage: Stage[T, R], task: T) -> Done[T, R] | Failed[T]:
    """Do a task, once."""
    try:
        return Done(task, stage.outcome(task))
    except (Trouble, Mistake) as trouble:
        return Failed(task, str(trouble))
    except Exception as error:
        return Failed(task, _said(error))


def again(before: Failed[T], found: Done[T, R] | Failed[T]) -> Done[T, R] | Failed[T]:
    """What came of a task that was tried a second time."""
    return replace(found, trouble=before.why) if isinstance(found, Done) else found


def _said(error: Exception) -> str:
    """What nobody foresaw, and where it happened."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    lines = str(error).strip().splitlines()
    words = f"{type(error).__name__}: {lines[0].rstrip('.')}" if lines else type(error).__name__
    return f"{words} ({Path(at.filename).name}, line {at.lineno})."
