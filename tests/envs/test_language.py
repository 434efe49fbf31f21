"""Positions in words, and language models that play from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import swenv
from everygame import GAMES, IDS, MODULES, SOME_GAMES, short
from randomplay import walk
from support import play
from swenv import agents, render
from swenv.agents import LanguageModel, language
from swenv.core.errors import GameOver, PlayerFailed
from swenv.core.explain import in_a_line
from swenv.envs.forms import CHARACTERS
from swenv.training.arena import match


def start(*actions: str) -> swenv.State:
    """A game after its first actions."""
    return play(swenv.load("smallworld").new_state(seed=7), *actions)


def model(*answers: str, **options: Any) -> tuple[LanguageModel, list[str]]:
    """A player that gives these answers, ready for a game of Small World, and the prompts that it was given."""
    asked: list[str] = []
    said = iter(answers)

    def complete(question: str) -> str:
        asked.append(question)
        return next(said)

    player = LanguageModel(complete, **options)
    player.reset(swenv.load("smallworld"))
    return player, asked


@pytest.mark.parametrize("name", GAMES)
def test_every_observation_is_the_position_in_words_and_in_its_space(name: str) -> None:
    env = MODULES[name].env(observation="text", **short(name, 3))
    env.reset(seed=1)
    dice = np.random.default_rng(1)
    for agent in env.agent_iter():
        text, _, over, _, info = env.last()
        assert text == render.words(env.game_state, int(agent[-1])) and text in env.observation_space(agent)
        assert env.observe("player_1") in env.observation_space("player_1")
        env.step(None if over else int(dice.choice(np.flatnonzero(info["action_mask"]))))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_gymnasium_shows_the_learner_the_same_words(name: str) -> None:
    env: Any = gymnasium.make(IDS[name], observation="text", opponents="random", seat=1)
    text, info = env.reset(seed=3)
    for _ in range(5):
        assert text == render.words(env.unwrapped.game_state, 1) and text in env.observation_space
        text, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    with pytest.raises(ValueError, match="a batch has no 'text'"):
        gymnasium.make_vec(IDS[name], num_envs=2, observation="text")


def test_the_words_explain_what_is_in_sight_in_a_line_and_nothing_else() -> None:
    frogs = {"name": "frogs", "tokens": 6, "coins": ["swamp"]}
    game = swenv.load("smallworld", extra_races=[frogs])
    state = game.new_state(seed=2)
    lines = render.words(state, 1).split("What is in sight, and its rules:\n")[1].split("\n")
    told = {line.partition(":")[0].replace(" ", "_") for line in lines}
    combos, entries = state.to_position()["column"], game.entries()
    assert {in_a_line(row["power"], entries[row["power"]], exact=True) for row in combos} <= {*lines}
    assert told == {"tribe", *(combo[kind] for combo in combos for kind in ("race", "power"))}
    assert "You are seat 1; there are 2 seats" in render.words(state, 1)
    assert in_a_line("frogs", game.entries()["frogs"]) == "frogs: tokens 6, coins swamp, tray 11"


def test_small_islands_are_told_tile_by_tile() -> None:
    state = next(state for state, _ in walk(swenv.load("islands"), 3) if state.phase == "place" and state.round == 2)
    text, document = render.words(state, state.to_act), state.to_position()
    assert all(f"Cell {tile['r']} {tile['c']}: {tile['tile']}" in text for tile in document["tiles"])
    assert f"\n{document['turn_state']['chosen']}; piece 0" in text


def test_the_space_has_the_characters_of_every_explanation_and_of_your_own_races() -> None:
    for name in GAMES:
        entries = swenv.load(name).entries().items()
        assert set("".join(in_a_line(*entry) for entry in entries)) <= {*CHARACTERS}
    env = MODULES["smallworld"].env(observation="text", extra_races=[{"name": "жабы", "tokens": 5}])
    env.reset(seed=1)
    while "жабы" not in env.observe("player_0"):
        env.reset()
    assert env.last()[0] in env.observation_space("player_0")


def test_a_prompt_has_the_rules_of_the_phase_the_position_and_what_is_legal() -> None:
    state = start("pick 0")
    told = language.prompt(state, refusal="'jump 3': no verb")
    assert render.words(state, 0) in told and "Your last answer was refused: 'jump 3': no verb." in told
    assert "phase ready:\n  abandon region: give up a region; region from 0 to 22" in told
    assert "cost(r) = max(1, 2 + T" in told and "\nYou may:\n  conquer  " in told
    blind = language.prompt(state, legal_list=False)
    assert "You may:" not in blind and "refused" not in blind and "deploy region" not in blind
    *_, (over, _) = walk(swenv.load("smallworld", rounds=1), seed=1)
    with pytest.raises(GameOver):
        language.prompt(over)


SAID = [
    "action: conquer 7",
    "I think so.\n```text\nACTION: **Conquer 7**\n```",
    '```json\n{"thought": "finish?", "action": "conquer 7"}\n```',
    "conquer(region=7)",
    "We could conquer 3, or `decline`.\nI choose: conquer 7 (2 tokens, die 50 %).\nThat is the best region.",
    "Action:\n\nconquer region 7\n\nThen I will finish.",
    "action: finish\nNo, wait.\naction: decline, or rather conquer 7.",
]


@pytest.mark.parametrize("answer", SAID)
def test_an_answer_is_read_whatever_is_around_it(answer: str) -> None:
    game = swenv.load("smallworld")
    assert str(game.action(language.read(game, answer))) == "conquer 7"
    assert str(game.action(language.read(game, "finish\n" * 20_000 + answer))) == "conquer 7"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "names no action"),
        ("I would rather not.", "names no action"),
        ("action: attack 7", "no verb 'attack'"),
        ("action: conquer 99\nfinish", "'conquer 99': conquer takes region from 0 to 22"),
        ("action: conquer 7 8", "'conquer 7 8': conquer takes region"),
        ("conquer the hill", "conquer takes region"),
    ],
)
def test_an_answer_without_an_action_is_refused_with_the_reason(answer: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        language.read(swenv.load("smallworld"), answer)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_can_be_said(name: str) -> None:
    game = swenv.load(name)
    for index in range(0, game.num_actions, 7):
        assert language.read(game, f"Action: {str(game.action(index)).upper()}.") == index


def test_a_model_is_asked_again_with_the_reason_until_its_answer_is_legal() -> None:
    player, asked = model("no idea", "action: conquer 7", "action: pick 0")
    assert str(player.game.action(player.act(start()))) == "pick 0"
    assert "refused" not in asked[0] and "the answer names no action" in asked[1]
    assert "illegal action 'conquer 7'" in asked[2] and "(SW-" in asked[2]
    assert (player.asked, player.refused, player.gave_up) == (3, 2, 0)


def test_a_model_that_gives_up_plays_at_random_or_fails() -> None:
    player, _ = model(*["finish"] * 4, tries=2)
    picks = {player.act(start()) for _ in range(2)}
    assert picks <= set(range(6)) and (player.refused, player.gave_up) == (4, 2)
    player, _ = model("finish", tries=1, giving_up="fail", name="gpt")
    with pytest.raises(PlayerFailed, match=r"gpt: no legal action in 1 answers; of the last: illegal action 'finish'"):
        player.act(start())
    for wrong in ({"tries": 0}, {"giving_up": "cry"}):
        with pytest.raises(ValueError, match=r"tries|way of giving up 'cry'"):
            model(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("complete", "says"), [({}.__getitem__, "KeyError: "), (len, "answered int, not text")])
def test_an_error_of_the_model_is_the_players(complete: Callable[[str], Any], says: str) -> None:
    player = LanguageModel(complete)
    player.reset(swenv.load("smallworld"))
    with pytest.raises(PlayerFailed, match=says):
        player.act(start())


def first_listed(question: str) -> str:
    """Answers with the first legal action of the list."""
    verb, *arguments = question.split("You may:\n")[1].split("\n")[0].split()
    return " ".join(["action:", verb, *arguments[:1]])


def test_a_model_plays_matches_and_opponents(monkeypatch: Any) -> None:
    player, game = LanguageModel(first_listed), swenv.load("smallworld", rounds=2)
    result = match(game, [player, agents.make("random")], games=2, seed=1)
    assert result.tallies[0].name == "language" and player.asked > 4
    monkeypatch.setattr(agents, "_FACTORIES", dict(agents._FACTORIES))
    agents.register("mine", lambda: LanguageModel(lambda _: "action: decline"))
    env = gymnasium.make(IDS["smallworld"], opponents="mine", rounds=2, seat=1)
    assert env.reset(seed=1)[1]["action_mask"].any()
    with pytest.raises(TypeError, match="needs states"):
        player.act_batch(np.zeros((1, game.observation_size), np.int8), np.ones((1, game.num_actions), np.bool_))
