"""Races of Outspeed that stand where a test wants them, with chance played by hand."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import sobremesa
from sobremesa.games.outspeed import GAME, invariants, tiles
from sobremesa.games.outspeed.notation import SEAT_NAMES, SHORT
from sobremesa.games.outspeed.rules.routes import choices
from sobremesa.games.outspeed.tables import FINISH, KINDS, RACE, SECTION, SYMBOLS, TOKEN_NAMES
from sobremesa.kernel import REFEREE

ORDER = list(range(1, RACE + 1))


def kinds(text: str) -> list[int]:
    """Tokens by their names, also the short ones."""
    return [TOKEN_NAMES.index(SHORT.get(name, name)) for name in text.split()]


def race(
    *,
    tile: int = 1,
    fuel: int | Mapping[str, int] = 12,
    hands: Mapping[str, str] | None = None,
    fields: Iterable[int] = (),
    used: str = "",
    pile: str | None = None,
    rest: str = "",
    under: Iterable[tuple[str, str]] = (),
    track: tuple[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    **zones: int | None,
) -> sobremesa.Match:
    """A race at the beginning of the turn of a tile, each ship in its zone, or out.

    Every ship has so much fuel, or 12. With a `pile` only these tokens are in its unseen part, and all others have been
    used, or are in the hand of the ship that has the `rest`. `under` is who put what under the pile, in order.
    """
    match = sobremesa.Match(GAME, len(zones), roll=False, **(options or {}))
    assert match.seat_names == tuple(zones), "ships are named in the order of their seats"
    if not match.options["first_game"]:
        order = [*ORDER[:-1], tile if tile >= FINISH else FINISH]
        play(match, " ".join(f"tile-{number}" for number in order))
    s, rules = match.position[0], GAME.rules
    s.turn = min(tile, RACE) - 1
    _place(s, list(zones.values()), track)
    for seat, name in enumerate(zones):
        if zones[name] is not None:
            s.fuel[seat] = fuel if isinstance(fuel, int) else fuel.get(name, 12)
    for n, zone in enumerate(fields):
        s.marker[n] = zone
    _share_out(s, hands or {}, used, pile, rest, list(under))
    s.face = 0 if sum(zone is not None for zone in zones.values()) <= 4 else 1
    rules.begin_turn(s)
    rules.go_on(s)
    match.suppose(match.position.copy())
    return _sound(match)


def house_data() -> dict[str, Any]:
    """The file of the house, for a test to change."""
    return tomllib.loads(tiles.HOUSE.read_text(encoding="utf-8"))


def own_set(dice: Mapping[str, list[int]] | None = None, **faces: list[dict[str, Any]]) -> tiles.TileSet:
    """The tiles of the house with other routes on both faces of some: own_set(tile_4=[{"symbol": "A"}])."""
    data = house_data()
    data["dice"] |= dice or {}
    for name, routes in faces.items():
        number = int(name.removeprefix("tile_"))
        data["tiles"][number - 1]["faces"] = {"3-4": routes, "5-6": routes}
    return tiles.parse(json.dumps(data))


def _place(s: Any, zones: list[int | None], track: tuple[int, int] | None) -> None:
    front = max(2 * SECTION, -(-max(zone or 0 for zone in zones) // SECTION) * SECTION)
    s.rear, s.front = track or (front - 2 * SECTION + 1, front)
    s.ships = 0
    for seat, zone in enumerate(zones):
        s.zone[seat] = zone or 0
        s.fuel[seat] = 0
        s.ships |= (zone is not None) << seat


def _share_out(
    s: Any, hands: Mapping[str, str], used: str, pile: str | None, rest: str, under: list[tuple[str, str]]
) -> None:
    for name, tokens in hands.items():
        for kind in kinds(tokens):
            _give(s, SEAT_NAMES.index(name), kind)
    for kind in kinds(used):
        s.unseen[kind] -= 1
        s.discards[kind] += 1
    for n, (name, token) in enumerate(under):
        s.under[n] = 1 + kinds(token)[0]
        s.under_by[n] = SEAT_NAMES.index(name)
        s.under_count = n + 1
        s.unseen[kinds(token)[0]] -= 1
    if pile is not None:
        left = [kinds(pile).count(kind) for kind in range(KINDS)]
        for kind in range(KINDS):
            for _ in range(int(s.unseen[kind]) - left[kind]):
                if rest:
                    _give(s, SEAT_NAMES.index(rest), kind)
                else:
                    s.unseen[kind] -= 1
                    s.discards[kind] += 1
    s.pile = s.unseen.sum()


def _give(s: Any, seat: int, kind: int) -> None:
    s.unseen[kind] -= 1
    s.hand[seat, kind] += 1
    s.tokens[seat] += 1


def _sound(match: sobremesa.Match) -> sobremesa.Match:
    faults = list(invariants.faults(match.position[0]))
    assert not faults, faults
    return match


def play(match: sobremesa.Match, moves: str) -> sobremesa.Match:
    """Play the moves in a line of text, each for the first seat that is to act, chance among them."""
    for move in moves.split():
        match.push(move)
        _sound(match)
    return match


def choose(match: sobremesa.Match, **moves: str) -> sobremesa.Match:
    """Play a move for each seat that is named, in this order."""
    for name, move in moves.items():
        match.push(move, match.seat_names.index(name))
        _sound(match)
    return match


def texts(match: sobremesa.Match, name: str | None = None) -> list[str]:
    """What may be chosen now, as it is written: by whoever is first to act, or by a ship."""
    moves = match.legal_moves if name is None else match.legal_moves_of(match.seat_names.index(name))
    return [move.text for move in moves]


def awaited(match: sobremesa.Match) -> list[str]:
    """Who must choose now."""
    return [match.seat_name(seat) for seat in match.to_act]


def ships(match: sobremesa.Match, what: str) -> list[Any]:
    """One fact about every ship, by seat."""
    return [ship[what] for ship in match.view(REFEREE)["ships"]]


def zones(match: sobremesa.Match) -> list[int | None]:
    """Where every ship is; None for those that are out."""
    return ships(match, "zone")


def fuels(match: sobremesa.Match) -> list[int | None]:
    return ships(match, "fuel")


def hands(match: sobremesa.Match) -> list[str]:
    return [" ".join(hand or []) for hand in ships(match, "hand")]


def pile(match: sobremesa.Match) -> tuple[str, str]:
    """The unseen part of the pile, by kinds, and what lies under it, in order."""
    s = match.position[0]
    unseen = [name for kind, name in enumerate(TOKEN_NAMES) for _ in range(int(s.unseen[kind]))]
    return " ".join(unseen), " ".join(TOKEN_NAMES[token - 1] for token in s.under[: int(s.under_count)])


def used(match: sobremesa.Match) -> dict[str, int]:
    return match.view()["tokens"]["used"]


def fields(match: sobremesa.Match) -> list[int]:
    """The zone of every marker that is on the track."""
    return sorted(int(zone) for zone in match.position[0].marker if zone)


def track(match: sobremesa.Match) -> tuple[int, int]:
    seen = match.view()["track"]
    return seen["rear"], seen["front"]


def tile(match: sobremesa.Match) -> tuple[int, str]:
    """The tile that is up, and its face."""
    seen = match.view()["tile"]
    return seen["number"], seen["face"]


def phase(match: sobremesa.Match) -> str:
    return match.view()["phase"]


def forced(match: sobremesa.Match, seat: int) -> bool:
    """Whether a ship can programme one thing only, which everybody can see."""
    return sum(int(choices(match.position[0], seat, 1 + route)) for route in range(len(SYMBOLS))) == 1


def winners(match: sobremesa.Match) -> list[str]:
    assert match.is_over
    return [match.seat_names[seat] for seat in match.view()["winners"]]


def keep_empty(home: Path, text: str = '{"tiles": []}') -> str:
    """Put a set without tiles among those that a machine keeps, as versions did that accepted it; return its name."""
    routes = np.zeros_like(tiles.house().routes)
    name = tiles.TileSet(routes, tiles.house().dice, {}, {}, text).digest
    (home / "tiles").mkdir(exist_ok=True)
    (home / "tiles" / f"{name}.toml").write_text(text)
    return name


HOUSE_TILES = tiles.HOUSE.read_text()


OWN_TILES = HOUSE_TILES.replace('{ symbol = "A", zones = 1, source', '{ symbol = "A", zones = 2, source', 1)
