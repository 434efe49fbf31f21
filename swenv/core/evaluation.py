"""A linear evaluation of a game in progress: what contenders can expect to earn, where a search cuts playouts short.

An engine describes each contender by a few numbers, its features. What it can expect is a linear function of its own
features and of the mean of the others'. The weights depend on the stage of the game and lie beside the engine, in
`evaluation.json`; `swenv.training.fit_evaluation` fits them to played games. The templates are bound as those in
`batch` are.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = "evaluation.json"

# Placeholders, see `batch`.
contenders: Any = None
write_features: Any = None
stage: Any = None
turn_begins: Any = None


def write_all_features(g, t, features):
    """Write the features of each contender, (contenders, number) float64."""
    features[:, :] = 0.0
    for contender in range(contenders(t)):
        write_features(g, t, contender, features[contender])


def predict_coins(g, t, features, expected_coins):
    """Write how many coins each contender can expect at the end of the game, as a turn begins.

    `expected_coins` is (contenders,) float64; `features`, (contenders, number) float64, is overwritten.
    """
    write_all_features(g, t, features)
    everybody, number = contenders(t), features.shape[1]
    for contender in range(everybody):
        expected_coins[contender] = g.coins[contender]
    for k in range(number):
        total = 0.0
        for contender in range(everybody):
            total += features[contender, k]
        for contender in range(everybody):
            row, own = stage(g, t, contender), features[contender, k]
            others = (total - own) / (everybody - 1)
            expected_coins[contender] += t.value_weights[row, k] * own + t.value_weights[row, number + k] * others


def features_batch(games, tables, begins, features, stages):
    """Tell in which games a turn begins, and write the features and stages of all contenders there; other rows stay.

    Arrays: `begins` (games,) bool, `features` (games, contenders, number) float64, `stages` (games, contenders) int64.
    """
    for i in range(len(games)):
        g, t = games[i], tables[games[i].table]
        begins[i] = turn_begins(g)
        if begins[i]:
            write_all_features(g, t, features[i])
            for contender in range(contenders(t)):
                stages[i, contender] = stage(g, t, contender)


def read_weights(package: str, game: str, num_players: int) -> NDArray[np.float64]:
    """The weights of a game, (stages, 2 * features): of a contender's own features, and of the others' mean."""
    document = json.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return np.array(document[game][str(num_players)], dtype=np.float64)


HELPERS = (write_all_features, predict_coins)
ENTRIES = (features_batch,)
