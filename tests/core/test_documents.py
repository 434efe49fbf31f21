"""Documents with changed values are refused with the name of a field, or mean what they say: `documents` makes them."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import fastjsonschema
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import documents
import swenv
from documents import KINDS, ODD
from randomplay import SOME_MIXES, busy_action, some_game, walk
from referee.play import judge_all
from support import active, held, many, seat, underground
from swenv.core import replay
from swenv.training.config import BOUNDS, Config

FIELD = r"region \S+, field '.+'|region \S+|field '.+'|whole document"
NAMES_A_FIELD = re.compile(rf"(option '.+'|(position|board( '.*')?), ({FIELD})): .", re.DOTALL)
NAMES_A_LINE = re.compile(r"replay(, line \d+(, field '.+'|, whole document)?)?: .", re.DOTALL)


def trying(count: int) -> settings:
    """Try as many examples, the same ones at each run."""
    usual = {"derandomize": True, "database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}
    return settings(max_examples=many(count), phases=(Phase.explicit, Phase.generate, Phase.shrink), **usual)


def play_on(state: swenv.State, every: int = 40) -> None:
    """Play to the end; what is written on the way comes back as the same state."""
    dice, game = random.Random(0), state.game
    for step in range(5000):  # no game takes this many from any position
        if step < 5 or step % every == 0 or state.is_over:
            assert game.from_position(state.to_position()) == state, f"after {step} steps"
        if state.is_over:
            return
        assert state.legal_actions().size, f"nothing is legal after {step} steps, in {state.phase}"
        state.apply(busy_action(state, dice))
    raise AssertionError("no end")


QUICK = {"mixed", "own-warcraft-58", "islands-advanced"}
SOME_KINDS = [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS]


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_a_changed_position_is_refused_by_field_or_played_to_its_end(kind: str) -> None:
    """If play may lead there, the referee agrees; it knows no races and powers of one's own."""
    outcomes = []

    @trying(12 if kind in QUICK else 25)
    @given(document=documents.positions(kind))
    def each(document: dict[str, Any]) -> None:
        try:
            state = documents.loaded(kind).from_position(document)
        except ValueError as error:
            assert NAMES_A_FIELD.match(str(error)), error
            outcomes.append("refused")
        else:
            if not kind.startswith("own") and not state.problems():
                judge_all(state)
            play_on(state)
            outcomes.append("played")

    each()
    assert set(outcomes) == {"refused", "played"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SOME_KINDS)
def test_positions_that_look_alike_to_every_seat_go_on_alike(kind: str) -> None:
    """So observations lack nothing but what is drawn anew for a sample, and what has no consequences."""
    game, pairs = documents.loaded(kind), []

    @trying(120)
    @given(pair=documents.pairs(kind))
    def each(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
        pair[1].pop("tray", None)  # tokens follow from those on the board, in play
        try:
            states = [game.from_position(document) for document in pair]
        except ValueError:
            return
        if states[1].problems() or states[0].is_over or looks(states[0]) != looks(states[1]):
            return
        pairs.append(pair)
        one, other = (state.sample_hidden(states[0].to_act, 1) for state in states)
        dice = random.Random(0)
        while not one.is_over:
            action = busy_action(one, dice)
            for state in (one, other):
                state.apply(action)
            assert looks(one) == looks(other)

    each()
    assert pairs


def looks(state: swenv.State) -> list[bytes]:
    """What every seat sees, and what is legal."""
    return [state.mask().tobytes(), *(state.observation(seat).tobytes() for seat in range(state.game.num_players))]


@pytest.mark.parametrize("kind", ["smallworld", "own-warcraft-58", "islands-advanced"])
def test_a_changed_replay_is_refused_by_line_or_plays_back(kind: str) -> None:
    @trying(15)
    @given(text=documents.replays(kind))
    def each(text: str) -> None:
        try:
            replay.parse(text)
        except ValueError as error:
            assert NAMES_A_LINE.match(str(error)), error

    each()


@pytest.mark.slow
@trying(25)
@given(board=documents.boards())
def test_a_changed_board_is_refused_by_field_or_played_on(board: dict[str, Any]) -> None:
    try:
        game = swenv.load("smallworld", map=board, rounds=1)
    except ValueError as error:
        assert NAMES_A_FIELD.match(str(error)), error
    else:
        assert [*walk(game, seed=1)]


NEAR = {name: [*ODD, low - 1, low, high, high + 1, 0.5, "1"] for name, (low, high) in BOUNDS.items()}


@trying(150)
@given(data=st.data(), name=st.sampled_from(sorted(Config.__dataclass_fields__)))
def test_a_changed_run_configuration_is_refused_by_option_or_written_again(data: st.DataObject, name: str) -> None:
    value = data.draw(st.sampled_from(NEAR.get(name, ODD)))
    document = {"frames": 4096, "num_envs": 16, "num_steps": 8, "batch_size": 64, name: value}
    try:
        config = Config.of(document)
    except ValueError as error:
        assert str(error).startswith("option") or "Known:" in str(error) or "Did you mean" in str(error), error
    else:
        assert Config.of(json.loads(json.dumps(config.to_dict()))) == config


# What changes have found, besides the facts that say "never"


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "SW-COL-6")
def test_a_column_that_is_short_although_the_stacks_are_full_again_stays_so_until_a_pick() -> None:
    seats = [seat(active("drow", "stone")), seat(active("ogres", "wise"))]
    state = underground(phase="ready", seats=seats, regions={0: held(0, "drow"), 5: held(1, "ogres")})
    document = state.to_position()
    document["column"] = document["column"][:1]
    assert state.game.from_position(document).to_position()["column"] == document["column"]


@pytest.mark.parametrize("key", documents.KEYS)
def test_a_key_that_is_not_a_region_is_named(key: Any) -> None:
    document = {"format": "swenv-position/1", "game": "smallworld", "regions": {key: {"tribe": 1}}}
    with pytest.raises(ValueError, match="position, field 'regions") as error:
        swenv.load("smallworld", num_players=2).from_position(document)
    assert len(str(error.value)) < 200


def shown_by(schema: Any, value: Any, whole: Any) -> Any:
    """What a form shows of a document: without fields that the schema lacks and that say nothing."""
    schema = whole["definitions"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema
    if isinstance(value, list):
        return [shown_by(schema.get("items", {}), each, whole) for each in value]
    if not isinstance(value, dict):
        return value
    fields, others = schema.get("properties", {}), schema.get("additionalProperties")
    return {
        name: shown_by(fields.get(name) or others or {}, each, whole)
        for name, each in value.items()
        if name in fields or others or each
    }


@pytest.mark.parametrize("key", SOME_MIXES)
def test_a_game_has_a_schema_of_its_own_that_its_positions_conform_to(key: str) -> None:
    game = some_game(key)
    schema = game.document_schema()
    conforms = fastjsonschema.compile(schema, use_default=False)
    for state, _ in walk(game, seed=3):
        document = state.to_position()
        shown = shown_by(schema, document, schema)
        conforms(shown)
        if len(shown) < len(document):
            assert game.from_position(shown) == state


def test_the_schema_of_a_game_lacks_the_fields_of_other_boxes() -> None:
    base, other = (swenv.load(name).document_schema()["properties"] for name in ("smallworld", "underground"))
    regions = (part["regions"]["additionalProperties"]["properties"] for part in (base, other))
    ours, theirs = ({*each["markers"]["properties"]} for each in regions)
    assert {"lair", "hero"} <= ours and {"queen", "volcano"} <= theirs and ours.isdisjoint(theirs)
    assert "places_stack" in other.keys() - base.keys()
    assert "tomb" in {*other["phase"]["enum"]} - {*base["phase"]["enum"]}
