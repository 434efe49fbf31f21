"""Reads position documents into game records; `position` writes them, `consistency` refuses impossible ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import wrong
from swenv.core.game import clone
from swenv.core.position import Pieces, check_loaded, check_named, read_fields, read_random
from swenv.core.record import Draft
from swenv.islands.consistency import PICKING, REWARDS, START, check_board, check_stacks, check_stated
from swenv.islands.content import MARKER_MODES, MARKERS, TILE_NUMBER, TILES, TOKEN_KINDS, TOKENS
from swenv.islands.position import ALEXIS_NAME, EXPEDITION_NAMES, TILE_NAMES, deck_names, write
from swenv.islands.rules.cards import KEPT
from swenv.islands.rules.fields import EXPLORING, spelled
from swenv.islands.rules.markers import PORTS_OF_A_TILE
from swenv.islands.rules.record import (
    ALEXIS,
    FIRST_FACE,
    GREY,
    HAND,
    HELD,
    HOUSES,
    MARKET,
    NOTHING,
    NUM_SHIPS,
    POOL,
    PORT,
    RESOURCES,
    ROUNDS,
    STACK,
    Phase,
    Reward,
)

if TYPE_CHECKING:
    from swenv.islands.game import Islands

OF_ALEXIS = (Phase.ALEXIS_PLACE, Phase.ALEXIS_HOUSE)
LAYING = (Phase.START_PLACE, Phase.PLACE, Phase.ALEXIS_PLACE)


def read(game: Islands, document: Mapping[str, Any]) -> NDArray[Any]:
    """See `Game.read_position`; also refuses what no game can reach (`consistency`), as far as it can tell yet."""
    if game.num_players == 1 and document.get("mode") == "standard":
        document = {**document, "mode": "solo"}  # as `swenv.load` understands it
    reader = _Reader(game, document)
    reader.read()
    reader.g.close()
    check_stated("", document, write(game, reader.record))
    return reader.record


def _other_face(number: int) -> int:
    """The other face of a start tile; a land tile has one face."""
    return number ^ 1 if number >= FIRST_FACE else number


class _Reader:
    """Fills in a record from a document, chapter by chapter."""

    def __init__(self, game: Islands, document: Mapping[str, Any]) -> None:
        self.game = game
        self.document = document
        self.record = clone(game.blank)
        self.g = Draft(self.record)
        self.t = Draft(game.tables)
        self.state: Mapping[str, Any] = document.get("turn_state", {})
        self.seats: Sequence[Mapping[str, Any]] = document.get("seats", ())
        self.now: str = document.get("phase", "turn" if document.get("tiles") else "start_pick")
        """The name of the phase."""
        self.phase = Phase[self.now.upper()]
        layout = () if self.phase in START else game.options["start_layout"]
        self.tiles: Sequence[Mapping[str, Any]] = document.get("tiles", () if isinstance(layout, str) else layout)
        """The tiles on the board; once the game has begun, by default those of a given start layout (SI-SETUP-3)."""
        self.most_prestige = 0
        """Points that a seat can have by now: no reward phase yields a thousand, and neither does the end."""
        self.rewarded = False
        """Whether a reward phase is in progress, or was the last phase of the game."""
        self.generator = np.random.Generator(np.random.PCG64(document.get("seed", 0)))

    def read(self) -> None:
        self.read_game()
        self.read_turn()
        self.read_board()
        self.read_ships()
        self.read_round()
        self.read_seats()
        self.read_markers()
        self.read_houses()
        self.read_tiles()
        self.read_decks()
        self.read_tokens()
        if self.t.solo:
            self.read_alexis()
        self.read_turn_state()

    def seat_document(self, seat: int) -> Mapping[str, Any]:
        """Return what the document says about a seat."""
        return self.seats[seat] if seat < len(self.seats) else {}

    def read_part(self, part: str, where: str, entry: Mapping[str, Any], index: int | None = None) -> None:
        """Read the regular fields of a part, except those of other phases, which `check_stated` refuses."""
        here = [each for each in spelled(part) if not each.phases or self.now in each.phases]
        read_fields(self.g, here, entry, where, self, index)

    # The game and whose turn it is

    def read_game(self) -> None:
        game, document = self.game, self.document
        options = {name: game.options[name] for name in game.named_in_positions}
        check_loaded(document, {"num_players": game.num_players, **options})
        for name in ("alexis", "level", "human_last"):
            if name in document and not self.t.solo:
                raise wrong(name, "only a solo game has it")
        read_random(self.g, document)

    def contender(self, field: str, value: Any) -> int:
        """Return the number of a seat, or of Alexis."""
        if value == ALEXIS_NAME and self.t.solo:
            return int(ALEXIS)
        if value == ALEXIS_NAME or value >= self.game.num_players:
            raise wrong(field, f"no seat {value!r}: seats are 0 to {self.game.num_players - 1}")
        return int(value)

    def read_turn(self) -> None:
        g, document = self.g, self.document
        g.phase = int(self.phase)
        g.turn = self.contender("turn", document.get("turn", document.get("to_act", 0)))
        g.to_act = self.contender("to_act", document.get("to_act", g.turn))
        if g.to_act != g.turn:
            raise wrong("to_act", "the seat whose turn it is decides")
        g.mover = ALEXIS if self.phase in OF_ALEXIS else g.turn
        g.first = self.contender("first", document.get("first", g.turn))
        self.read_part("turn_state", "turn_state", self.state)
        if self.phase in OF_ALEXIS and not self.t.solo:
            raise wrong("phase", f"{document['phase']} is a phase of solo games")
        if self.phase == Phase.PREP_REWARD and not self.t.advanced:
            raise wrong("phase", "prep_reward is a phase of the advanced mode")

    # The board

    def cell(self, field: str, entry: Mapping[str, Any] | Sequence[int]) -> int:
        """Return the number of the cell that an entry names."""
        r, c = (entry["r"], entry["c"]) if isinstance(entry, Mapping) else (entry[0], entry[1])
        window = self.game.window
        if r >= window or c >= window:
            raise wrong(field, f"({r}, {c}) is outside the window of {window} rows and columns")
        return int(r * window + c)

    def tile(self, field: str, name: str) -> int:
        """Return the number of a tile."""
        check_named(field, "tile", name, TILE_NUMBER)
        return TILE_NUMBER[name]

    def land_tile(self, field: str, name: str) -> int:
        """Return the number of a land tile."""
        number = self.tile(field, name)
        if number >= FIRST_FACE:
            raise wrong(field, f"{name} is a face of a start tile")
        return number

    def read_board(self) -> None:
        g = self.g
        if self.phase in START:
            for name in ("ships", "markers", "houses"):
                if self.document.get(name):
                    raise wrong(name, "only start tiles are on the board before the game begins")
            if g.first != g.turn:
                raise wrong("first", "the first player lays the start tiles (SI-SETUP-3)")
        for k, entry in enumerate(self.tiles):
            field = f"tiles[{k}]"
            number, cell = self.tile(field, entry["tile"]), self.cell(field, entry)
            if self.phase in START and number < FIRST_FACE:
                raise wrong(field, "land tiles are laid when the game has begun")
            if g.cell[number] >= 0 or g.cell[_other_face(number)] >= 0:
                raise wrong(field, f"{entry['tile']} is on the board already")
            self.occupy(field, cell, number)
            g.cell[number], g.rot[number] = cell, entry.get("rot", 0)
            if not int(self.t.turns[self.t.form[number]]) >> int(g.rot[number]) & 1:
                raise wrong(
                    field, f"{entry['tile']} turned {g.rot[number]} times looks the same with fewer turns (SI-TILE-5)"
                )
            g.placed |= 1 << number
            g.shown[number] = self.t.slot_resource[number]
        centre = self.game.window**2 // 2
        if self.phase in START and g.placed and g.at[centre] == NOTHING:
            raise wrong("tiles", "the first start tile lies on the centre (SI-SETUP-3)")
        if self.phase not in START and not g.placed:
            raise wrong("tiles", "the start tiles lie on the board before the game begins (SI-SETUP-3)")

    def occupy(self, field: str, cell: int, what: int) -> None:
        """Put something on a cell, which must be free."""
        if self.g.at[cell] != NOTHING:
            raise wrong(field, f"something lies on ({cell // self.game.window}, {cell % self.game.window}) already")
        self.g.at[cell] = what

    def read_ships(self) -> None:
        g = self.g
        for k, entry in enumerate(self.document.get("ships", ())):
            field = f"ships[{k}]"
            cell = self.cell(field, entry)
            self.occupy(field, cell, len(TILES))
            g.ship_cell[k] = cell
            g.ship_owner[k] = GREY if entry["owner"] == "grey" else self.contender(field, entry["owner"])
            g.num_ships += 1
            self.take_ship(field, int(g.ship_owner[k]))
        check_board(self.game, g, self.t)

    def read_round(self) -> None:
        """Read the round, by default the one that the number of ships tells (SI-INV-2), and who docked last."""
        g, docker, over = self.g, self.state.get("docker"), self.phase == Phase.OVER
        ended = over or self.phase in REWARDS
        owner = int(g.ship_owner[g.num_ships - 1]) if g.num_ships else GREY
        if docker is None:
            docker = g.mover if owner == GREY else owner
        else:
            docker = self.contender("turn_state.docker", docker)
        number = g.num_ships + int(not ended or g.stuck)
        g.round_number = self.document.get("round", min(max(number, 1), ROUNDS))
        self.most_prestige = 1000 * (5 + g.round_number - int(not ended) + int(over))
        last = g.stuck or g.num_ships == NUM_SHIPS or g.round_number == ROUNDS
        self.rewarded = self.phase in REWARDS or (over and last)
        if self.rewarded:
            g.docker = docker

    def read_seats(self) -> None:
        """Read points, the order of the latest placements, and who has revealed a mission (SI-REW-2)."""
        g, contenders = self.g, self.t.contenders
        for seat in range(self.game.num_players):
            self.read_part("seats", f"seats[{seat}]", self.seat_document(seat), seat)
            self.check_prestige(f"seats[{seat}].prestige", seat, self.most_prestige)
            if g.last_placement[seat] > 800 + int(g.placed).bit_count() + g.num_ships:
                raise wrong(f"seats[{seat}].last_placement", "it counts placements, use smaller numbers")
            turned = (seat - g.docker) % contenders <= (g.mover - g.docker) % contenders
            g.revealed[seat] = self.rewarded and (turned or self.phase == Phase.OVER)
        latest = [int(number) for number in g.last_placement if number > 0]
        if len(set(latest)) < len(latest):
            raise wrong("seats", "last_placement is a running number, no two seats share it (SI-TIE-1)")
        g.placements = max(latest, default=0)

    def check_prestige(self, field: str, seat: int, most: int) -> None:
        """Limit the points of a seat so that later points still fit and every position can be read back."""
        if self.g.coins[seat] > most:
            raise wrong(field, f"{most} points are the most at this stage of the game")

    def take_ship(self, field: str, owner: int) -> None:
        """Take a ship from the supply; in solo mode the fourth grey one was the human's (SI-INT-42)."""
        g = self.g
        if owner == GREY:
            if g.grey_left == 0 and self.t.solo and g.ship_left[0]:
                g.ship_left[0] = 0
                return
            if g.grey_left == 0:
                raise wrong(field, f"there are {NUM_SHIPS - self.game.num_players} grey ships")
            g.grey_left -= 1
            return
        if not g.ship_left[owner]:
            raise wrong(field, f"the ship of seat {owner} is on the board already")
        g.ship_left[owner] = 0

    def tile_at(self, field: str, entry: Mapping[str, Any] | Sequence[int]) -> int:
        """Return the tile on the cell that an entry names."""
        what = int(self.g.at[self.cell(field, entry)])
        if not 0 <= what < len(TILES):
            raise wrong(field, "no tile lies there")
        return what

    def read_markers(self) -> None:
        g = self.g
        for k, entry in enumerate(self.document.get("markers", ())):
            field = f"markers[{k}]"
            seat, tile = self.contender(field, entry.get("seat", 0)), self.tile_at(field, entry)
            shows = PORT if entry["as"] == "port" else RESOURCES.index(entry["as"])
            marker = self.marker(field, seat, shows, entry.get("marker"))
            g.markers_used[seat] |= 1 << marker
            spot = entry.get("piece", 0) if shows == PORT else entry.get("slot", 0)
            self.lay_marker(field, tile, shows, spot)
            g.mark_seat[k], g.mark_marker[k], g.mark_as[k], g.mark_tile[k], g.mark_spot[k] = (
                seat, marker, shows, tile, spot,
            )  # fmt: skip
            g.num_marks += 1

    def marker(self, field: str, seat: int, shows: int, named: str | None) -> int:
        """Return the marker that was used: the named one, or the first one left with this face."""
        for marker, name in enumerate(MARKERS):
            fits = shows in (PORT, marker) or name == "any"
            if fits and named in (None, name) and not int(self.g.markers_used[seat]) >> marker & 1:
                return marker
        raise wrong(field, f"seat {seat} has no marker left that can show this (SI-MARK-5)")

    def lay_marker(self, field: str, tile: int, shows: int, spot: int) -> None:
        g = self.g
        if shows == PORT:
            ports = int(self.t.ports[tile].sum() + g.port_markers[tile].sum())
            if not self.t.coast[tile, spot] or ports >= PORTS_OF_A_TILE:
                raise wrong(field, "no port can be added there (SI-MARK-3, SI-MARK-4)")
            g.port_markers[tile, spot] += 1
            return
        if g.shown[tile, spot] in (NOTHING, shows):
            raise wrong(field, "there is no other resource to cover there (SI-MARK-2, SI-INT-17)")
        g.shown[tile, spot] = shows

    def read_houses(self) -> None:
        g = self.g
        for k, entry in enumerate(self.document.get("houses", ())):
            field = f"houses[{k}]"
            tile = self.tile_at(field, entry)
            if self.t.site[tile] < 0 or g.house[tile] >= 0:
                raise wrong(field, "there is no free building site (SI-HOUSE-3)")
            g.house[tile] = self.contender(field, entry["seat"])
        for seat in range(int(self.t.contenders)):
            built = int(np.count_nonzero(g.house == seat))
            if built > HOUSES:
                raise wrong("houses", f"{HOUSES} houses of a colour are in the box")
            if self.t.solo and seat == ALEXIS:
                g.pool[seat] = HOUSES - built
            else:
                self.read_pool(seat, HOUSES - built)

    def read_pool(self, seat: int, left: int) -> None:
        """Read pool and reserve: a reward turn begins with a full pool, as far as the reserve lasts (SI-REW-5)."""
        built = len(self.state.get("built", ())) if seat == self.g.mover else 0
        spare = max(left + built - POOL, 0)
        for name, number in (("pool", left - spare), ("reserve", spare)):
            if self.seat_document(seat).get(name, number) != number:
                raise wrong(f"seats[{seat}].{name}", f"of {left} unbuilt houses, {number} must be here (SI-REW-5)")
        if left < spare or spare > HOUSES - POOL:
            raise wrong("turn_state.built", f"a pool has {POOL} houses (SI-INV-3)")
        self.g.pool[seat], self.g.spare[seat] = left - spare, spare

    # Stacks, market and hands

    def read_tiles(self) -> None:
        if self.phase in START:
            self.g.known = 0
            return
        g, document = self.g, self.document
        pieces = Pieces(TILE_NAMES, "SI-INV-1")
        pieces.used |= {int(number) for number in np.flatnonzero(g.cell >= 0)}
        if chosen := self.state.get("chosen"):
            pieces.claim("turn_state.chosen", "tile", chosen)

        def claim(field: str, names: Iterable[str]) -> list[int]:
            return [pieces.take(field, self.land_tile(field, name)) for name in names]

        removed = claim("removed", document.get("removed", ()))
        market = document.get("market")
        slots = {k: claim("market", [name])[0] for k, name in enumerate(market or ()) if name is not None}
        hands = {
            seat: claim(f"seats[{seat}].hand", self.seat_document(seat)["hand"])
            for seat in range(self.game.num_players)
            if "hand" in self.seat_document(seat)
        }
        navigation = claim("navigation", document.get("navigation", ()))
        reserve = claim("reserve", document.get("reserve", ()))
        rest = self.shuffled_rest(FIRST_FACE, pieces)
        if "navigation" not in document and self.phase in PICKING:
            navigation = [rest.pop() for _ in range(min(STACK, len(rest)))]
        if market is None:
            open_slots = range(MARKET - 1) if self.now in EXPLORING else range(MARKET)
            slots = {k: rest.pop() for k in open_slots if rest}
        for seat in range(self.game.num_players):
            if seat not in hands:
                size = HAND if seat == g.turn and self.phase in (Phase.HAND, Phase.BLOCKED) else HAND - 1
                hands[seat] = [rest.pop() for _ in range(min(size, len(rest)))]
        if "reserve" not in document:
            reserve = rest
        elif rest and "removed" in document:
            raise wrong("reserve", f"{TILE_NAMES[rest[0]]} is nowhere (SI-INV-1)")
        else:
            removed += rest
        g.removed = sum(1 << number for number in removed)
        for k, number in slots.items():
            g.market[k] = number
        for seat, hand in hands.items():
            self.fill_hand(seat, hand)
        g.num_navigation, g.num_reserve = len(navigation), len(reserve)
        g.navigation[: len(navigation)] = navigation[::-1]
        g.reserve[: len(reserve)] = reserve[::-1]
        self.read_known(hands)

    def fill_hand(self, seat: int, hand: list[int]) -> None:
        three = seat == self.g.turn and self.phase in (Phase.HAND, Phase.BLOCKED)
        if len(hand) != (HAND if three else HAND - 1):
            raise wrong(f"seats[{seat}].hand", f"{len(hand)} tiles cannot be held in phase {self.now}")
        self.g.hand[seat, : len(hand)] = hand

    def read_known(self, hands: Mapping[int, list[int]]) -> None:
        """Read which tiles in hands everybody has seen; by default the tile just taken, and a blocked hand."""
        known = set()
        for seat, hand in hands.items():
            names = self.seat_document(seat).get("known")
            if names is None:
                names = [TILES[hand[-1]].id] if self.phase == Phase.HAND and seat == self.g.turn else []
            if self.phase == Phase.BLOCKED and seat == self.g.turn:
                names = [TILES[number].id for number in hand]
            for name in names:
                number = self.land_tile(f"seats[{seat}].known", name)
                if number not in hand:
                    raise wrong(f"seats[{seat}].known", f"{name} is not in the hand")
                known.add(number)
        self.g.known = sum(1 << number for number in known)

    def shuffled_rest(self, number: int, pieces: Pieces) -> list[int]:
        """Return those of the first `number` pieces that are not used, in an order given by the seed."""
        return [int(piece) for piece in self.generator.permutation(number) if int(piece) not in pieces.used]

    # Cards

    def read_decks(self) -> None:
        decks = deck_names(bool(self.t.advanced))
        for seat in range(self.game.num_players):
            for other in {"missions", "goals", "rewards"} - decks.keys():
                if other in self.seat_document(seat):
                    raise wrong(f"seats[{seat}].{other}", f"this mode has no {other}")
        if self.phase not in START:
            for deck, (name, ids) in enumerate(decks.items()):
                self.read_cards(deck, name, ids)

    def read_cards(self, deck: int, name: str, ids: Sequence[str]) -> None:
        """Read the cards of one kind: those named in their places; the others are dealt from the rest."""
        pieces = Pieces(ids, "SI-INV-5")
        hands = [dict(self.seat_document(seat).get(name, {})) for seat in range(self.game.num_players)]
        for seat, cards in enumerate(hands):
            field = f"seats[{seat}].{name}"
            cards["held"] = [pieces.claim(field, "card", card) for card in cards["held"]] if "held" in cards else None
            for key in ("current", "returned"):
                if cards.get(key) is not None:
                    cards[key] = pieces.claim(field, "card", cards[key])
        stack = self.document.get("decks", {}).get(name)
        numbers = [pieces.claim(f"decks.{name}", "card", card) for card in stack or ()]
        rest = self.shuffled_rest(len(ids), pieces)
        for seat, cards in enumerate(hands):
            self.deal_cards(deck, seat, cards, rest, f"seats[{seat}].{name}")
        if stack is None:
            numbers = rest
        elif rest:
            raise wrong(f"decks.{name}", f"{ids[rest[0]]} is nowhere (SI-INV-5)")
        self.g.deck[deck, : len(numbers)] = numbers[::-1]
        self.g.num_deck[deck] = len(numbers)

    def deal_cards(self, deck: int, seat: int, cards: Mapping[str, Any], rest: list[int], field: str) -> None:
        """Read the cards of a seat; those that it must have by now but that are not named are dealt."""
        g = self.g
        picked = self.has_picked(deck, seat)
        held = cards["held"]
        expected = 1 if picked or self.phase == Phase.OVER else HELD
        if held is None:
            held = [rest.pop() for _ in range(min(expected, len(rest)))]
        if len(held) != expected:
            raise wrong(field, f"{expected} held cards, not {len(held)}, in phase {self.now}")
        g.held[deck, seat, KEPT : len(held)] = held
        for key, numbers in (("current", g.current), ("returned", g.given_back)):
            if key in cards:
                number = NOTHING if cards[key] is None else cards[key]
            else:
                number = rest.pop() if picked and rest else NOTHING
            if number != NOTHING and not picked:
                raise wrong(field, f"no card is {key} before the pick")
            if number == NOTHING and picked:
                raise wrong(field, f"a card is {key} after the pick")
            numbers[deck, seat] = number

    def has_picked(self, deck: int, seat: int) -> bool:
        """Whether the seat has picked its cards of this kind for the round; False if no round began (SI-END-1)."""
        if self.phase not in PICKING:
            return self.rewarded or self.phase != Phase.OVER
        if seat == self.g.turn:
            return self.phase == Phase.PREP_REWARD and deck == 0
        first, number = self.g.first % self.game.num_players, self.game.num_players
        return bool((seat - first) % number < (self.g.turn - first) % number)

    # Tokens, Alexis, and what is going on

    def read_tokens(self) -> None:
        g, document = self.g, self.document
        counted = [self.count("drawn", document.get("drawn", ()), g.drawn)]
        for seat in range(self.game.num_players):
            part = self.seat_document(seat)
            counted.append(self.count(f"seats[{seat}].tokens", part.get("tokens", ()), g.tokens[seat]))
            self.count(f"seats[{seat}].tokens_in_pool", part.get("tokens_in_pool", ()), g.tokens_in_pool[seat])
        left = np.array([TOKENS.count(value) for value in TOKEN_KINDS]) - sum(counted)
        pool = g.token_pool
        if "discoveries" in document:
            pool[:] = 0
            if (self.count("discoveries", document["discoveries"], pool) != left).any():
                raise wrong("discoveries", "pool, drawn and kept tokens must be those of the box (SI-INV-5)")
        elif (left < 0).any():
            raise wrong("seats", "more discovery tokens of a value than the box has (SI-INV-5)")
        pool[:] = left
        if (g.tokens_in_pool > left).any():
            raise wrong("seats", "tokens known to be in the pool are not there")

    def count(self, field: str, values: Iterable[int], counts: NDArray[Any]) -> NDArray[Any]:
        for value in values:
            if value not in TOKEN_KINDS:
                raise wrong(field, f"there is no token of {value}")
            counts[TOKEN_KINDS.index(value)] += 1
        return counts

    def read_alexis(self) -> None:
        g, alexis = self.g, self.document.get("alexis", {})

        def numbers(field: str) -> list[int]:
            for name in alexis.get(field, ()):
                check_named(f"alexis.{field}", "expedition card", name, EXPEDITION_NAMES)
            return [EXPEDITION_NAMES.index(name) for name in alexis.get(field, ())]

        g.coins[ALEXIS] = alexis.get("prestige", 0)
        self.check_prestige("alexis.prestige", ALEXIS, self.most_prestige - FIRST_FACE + g.removed.bit_count())
        self.read_part("alexis", "alexis", alexis)
        if self.phase in START:
            return
        played, deck = numbers("played"), numbers("deck")
        if "played" not in alexis and g.expedition not in (NOTHING, *deck):
            played = [g.expedition]
        if "deck" not in alexis:
            deck = self.draw_expeditions(played)
        if len({*deck, *played}) != len(deck) + len(played):
            raise wrong("alexis.deck", "a card appears twice")
        g.expeditions[:] = NOTHING
        g.expeditions[: len(deck)] = deck[::-1]
        g.num_expeditions = len(deck)
        for docks, expected in enumerate((self.t.explore_cards, self.t.dock_cards)):
            if sum(int(self.t.docks[card]) == docks for card in (*deck, *played)) != expected:
                raise wrong("alexis.deck", "deck and played must hold as many cards of each kind as his card says")
        g.played = sum(1 << card for card in played)
        g.seen = sum(1 << card for card in {*numbers("seen"), *played})
        if g.seen & ~sum(1 << card for card in (*deck, *played)):
            raise wrong("alexis.seen", "a card was seen that is not in his deck")
        if g.expedition != NOTHING and not g.seen >> g.expedition & 1:
            raise wrong("alexis.card", "the card turned over last was seen, and is his")
        if self.phase == Phase.ALEXIS_HOUSE and g.expedition not in played:
            raise wrong("alexis.card", "the card that he builds by is played (SI-SOLO-12)")

    def draw_expeditions(self, played: Sequence[int]) -> list[int]:
        """Draw as many cards of both kinds as the level has, except those already played (SI-SOLO-3)."""
        deck: list[int] = []
        for docks, missing in ((0, int(self.t.explore_cards)), (1, int(self.t.dock_cards))):
            left = [int(n) for n in self.generator.permutation(len(EXPEDITION_NAMES)) if self.t.docks[n] == docks]
            missing -= sum(int(self.t.docks[card]) == docks for card in played)
            deck += [card for card in left if card not in played][: max(missing, 0)]
        return [deck[int(k)] for k in self.generator.permutation(len(deck))]

    def read_turn_state(self) -> None:
        g, state = self.g, self.state
        if self.phase in LAYING:
            if not state.get("chosen"):
                raise wrong("turn_state.chosen", "the tile that is being laid must be named")
            g.chosen = self.tile("turn_state.chosen", state["chosen"])
            laid = g.placed >> g.chosen & 1 or g.placed >> _other_face(g.chosen) & 1
            if (g.chosen >= FIRST_FACE) != (self.phase == Phase.START_PLACE) or laid:
                raise wrong("turn_state.chosen", f"{state['chosen']} cannot be laid now")
        if self.phase == Phase.MARK_TARGET:
            if g.mode == NOTHING:
                raise wrong("turn_state.marker", "the face that the marker shows must be named")
            mode = MARKER_MODES[g.mode]
            self.marker("turn_state.marker", g.turn, mode.shows, MARKERS[mode.marker])
        if self.phase == Phase.ALEXIS_PLACE:
            if not state.get("cell"):
                raise wrong("turn_state.cell", "the cell of Alexis's tile must be named")
            g.alexis_cell = self.cell("turn_state.cell", state["cell"])
        if self.now in EXPLORING:
            self.read_emptied()
        self.read_reward_turn()
        check_stacks(g)
        if self.document.get("last"):
            g.last_cell = self.laid("last")
        if self.t.solo:
            self.read_human_last()

    def laid(self, field: str) -> int:
        """Return the cell that a field names, which must not be empty."""
        cell = self.cell(field, self.document[field])
        if self.g.at[cell] == NOTHING:
            raise wrong(field, "nothing lies there")
        return cell

    def read_emptied(self) -> None:
        g = self.g
        empty = [slot for slot in range(MARKET) if g.market[slot] == NOTHING]
        if g.emptied == NOTHING and empty:
            g.emptied = empty[0]
        if g.emptied not in empty:
            raise wrong("market", "the slot of the tile that was taken is empty (null) until the end of the turn")

    def read_reward_turn(self) -> None:
        """Read which houses are built and which islands are scored."""
        g, state = self.g, self.state
        for k, entry in enumerate(state.get("built", ())):
            tile = self.tile_at(f"turn_state.built[{k}]", entry)
            if g.house[tile] != g.mover or tile in g.built[:k] or self.phase not in REWARDS:
                raise wrong(f"turn_state.built[{k}]", "the seat built no house there in this reward turn")
            g.built[k] = tile
            g.num_built += 1
        scoring = self.phase == Phase.SCORE
        if scoring and g.scored >= g.num_built:
            raise wrong("turn_state.scored", f"{g.scored} of {g.num_built} are not scored in this phase (SI-INT-24)")
        if g.drawn.any() and not (scoring and self.t.rewards[self.reward(g.turn)] == Reward.DISCOVERY):
            raise wrong("drawn", "no discovery token is chosen now")

    def reward(self, seat: int) -> int:
        """Return the row of the reward that a seat scores by."""
        return int(self.g.current[1 if self.t.advanced else 0, seat])

    def read_human_last(self) -> None:
        """Read where Alexis starts to search (SI-SOLO-6): by default the last tile or ship laid, or last tile named."""
        g, named = self.g, self.document.get("human_last")
        if named:
            g.human_last = self.laid("human_last")
        elif self.phase not in START:
            if "human_last" in self.document:
                raise wrong("human_last", "the cell where the human laid something last is needed (SI-SOLO-6)")
            g.human_last = g.last_cell if g.last_cell >= 0 else self.cell("tiles", self.tiles[-1])
