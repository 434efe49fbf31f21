"""`swenv train`: self-play, with a report at the end.

A `Method` improves the network by playing games; everything else about a run happens here, the same for every method.
Between two updates, the whole run is one dictionary, `Learner.state`: a run resumed from it is bit for bit the run that
never stopped. `runs.py` describes the folder of a run.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from swenv.agents import Greedy, make
from swenv.agents.learned import Learned, Trained, computing, fill, read_tensors
from swenv.agents.networks import carry_over, make_policy
from swenv.core.corpus import CorpusWriter
from swenv.core.machine import keep_freed_memory
from swenv.core.threads import Interrupts
from swenv.training import report
from swenv.training.config import Config
from swenv.training.gpu import fitting, has_failed
from swenv.training.gradients import SHARES, workers
from swenv.training.imitation import Imitation
from swenv.training.method import NotFinite, device_of, method_of
from swenv.training.muon import optimizers, restore_moments
from swenv.training.partners import can_have_partners, partners
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.runs import CHECKPOINT, SNAPSHOTS, WEIGHTS, Run
from swenv.training.selfplay import ALONE, Games
from swenv.training.soundness import check
from swenv.training.team import Team
from swenv.training.tracking import Tracker

WINDOW = 1000
"""The number of recent games behind a win rate in `progress.csv`."""
IMITATION_RATE = 4e-3
"""Learning rate of imitation, at first."""


class Diverged(ArithmeticError):
    """Training diverged to values that are not finite. The weights from before are kept."""


def run(
    config: Config,
    folder: Path,
    command: str = "",
    machine: str = "",
    progress: Progress | None = None,
    corpus: CorpusWriter | None = None,
    apart: bool = False,
    code: str | None = None,
) -> report.Report | None:
    """Start a run in a new folder, or resume an interrupted one, and write the report.

    Args:
        config: The configuration; when resuming, only `config.CHANGEABLE` may differ from what the folder says.
        folder: Where everything is written.
        command: The command line, for the report.
        machine: A description of the machine, for the report.
        progress: Reports the progress; silent by default.
        corpus: Receives the games of self-play that begin and end now.
        apart: Give each batch of games a process of its own if possible, see `partners`: faster, with the same result.
            As always with processes, a script that asks for it needs `if __name__ == "__main__":`. Ignored with a
            corpus.
        code: A Python file that registers players, for these processes.

    Returns:
        The report; None if the user interrupted the run, which is saved and can be resumed.

    Raises:
        ValueError: another process is training in the folder, it holds another run, or its checkpoints are damaged; the
            device is not there, the initial weights do not fit, or the tracker cannot be reached.
        ImportError: the tracker is not installed.
        Diverged: training diverged to values that are not finite.
        MemoryError: the network, the games or a batch do not fit into the memory of the GPU.
        Lost: the GPU has failed, or a process has died; the last checkpoint is whole.
    """
    progress = progress or Progress(shown=False)
    this_run = Run(folder)
    device_of(config.device)  # all before anything is compiled or written
    config.check_gpu_memory()
    if config.init and not this_run.page.exists():
        initial(config)
    sizes = {name: getattr(config, name) for name in ("num_envs", "num_steps", "batch_size", "width")}
    with (
        Interrupts() as interrupts,
        this_run.locked(),
        computing(inner_threads(config)),
        fitting(**sizes),
        ExitStack() as ending,
    ):
        new, learner = this_run.check(config), None
        try:
            if new:  # before any long work, so that even a run killed early can be resumed
                this_run.begin(config, command, _on(machine, config))
            team = Team()
            if apart and corpus is None and can_have_partners(config):
                team = ending.enter_context(partners(config, folder, interrupts, code))
            learner = Learner(config, folder, progress, interrupts, team)
            learner.resume()
            if not new and learner.checkpoint is None:
                progress.say(f"'{folder}' has no checkpoint yet: starting over")
            learner.track()
            ending.callback(learner.close)
            if not new:
                this_run.begin(config, command, _on(machine, config))
            learner.imitate()
        except (ValueError, OSError, ImportError):
            if new and (learner is None or learner.checkpoint is None):
                this_run.forget()
            raise
        except KeyboardInterrupt:
            return None
        finally:
            progress.end()
        try:
            learner.learn(corpus)
            return conclude(learner)
        except KeyboardInterrupt:
            return None
        finally:
            progress.end()


def conclude(learner: Learner, pool: Pool | None = None) -> report.Report:
    """Evaluate a run that has learned, and write its report."""
    results = learner.evaluate(pool=pool)
    learner.note_seconds()
    return report.write(learner.run, results, learner.account())


class Learner:
    """One run: its games, network, opponents and folder.

    Args:
        config: The configuration.
        folder: The folder of the run, which must exist.
        progress: Reports the progress; silent by default.
        interrupts: Holds interrupts back.
        team: The trainers that improve this network together; each has a `Learner`. Those of a cluster have folders of
            their own, partners share that of the run.
    """

    def __init__(
        self,
        config: Config,
        folder: Path,
        progress: Progress | None = None,
        interrupts: Interrupts | None = None,
        team: Team | None = None,
    ) -> None:
        keep_freed_memory()
        self.config, self.run, self.team = config, Run(folder), team or Team()
        self.progress, self.interrupts = progress or Progress(shown=False), interrupts or Interrupts()
        self.game = config.make_game()
        for name in config.evaluate if self.game.num_players > 1 else ():
            make(name).reset(self.game)  # fail early
        self.method = method_of(config, self.game, self.team)
        self.policy = self.method.policy
        self.updates = self.frames = 0
        self.seconds = {"imitation": 0.0, "self-play": 0.0, "evaluation": 0.0}
        self.curve: list[dict[str, float]] = []
        self.recent: dict[str, deque[float]] = {}
        self.imitation: Imitation | None = None
        self.imitated: dict[str, float] = {}
        self.checkpoint: dict[str, Any] | None = None
        self.saved_at = time.monotonic()
        self._imitation_so_far: Mapping[str, Any] | None = None
        self._begun = self._has_games = self._gathered = False
        self._tracker: Tracker | None = None

    # --- saving and resuming ---------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The whole run between two updates, as tensors and plain values.

        "games" has those of the other members of a team, too, once `gather` has asked them.
        """
        return {
            "policy": {name: each.detach().clone() for name, each in self.policy.state_dict().items()},
            "optimizers": [deepcopy(each.state_dict()) for each in self.method.optimizers],
            "games": self._games() if self._begun else [],
            "updates": self.updates,
            "frames": self.frames,
            "past": [name for name, _ in self.method.opponents[0].past],
            "recent": {name: torch.tensor(list(games), dtype=torch.float64) for name, games in self.recent.items()},
            "curve": list(self.curve),
            "seconds": dict(self.seconds),
            "imitation": None if self.imitation is None else self.imitation.state(),
            "imitated": dict(self.imitated),
        }

    def _games(self) -> list[dict[str, Any]]:
        return [games.state() for games in self.method.games]

    def restore(self, state: Mapping[str, Any], source: Path) -> None:
        """Resume where `state` was taken.

        Raises:
            ValueError: it belongs to another run, or a past self is missing.
        """
        numbers = self.method.numbers
        check(state, self.state(), numbers, self._games(), self.method.optimizers, optimizers(self.policy, 0.0))
        fill(self.policy, state["policy"], source)
        restore_moments(self.method.optimizers, state["optimizers"])
        self.updates, self.frames = state["updates"], state["frames"]
        self.curve = [dict(row) for row in state["curve"]]
        self.recent = {name: deque(games.tolist(), WINDOW) for name, games in state["recent"].items()}
        self.seconds |= {name: float(state["seconds"][name]) for name in self.seconds}
        self.imitated = dict(state["imitated"])
        for opponents in self.method.opponents:
            opponents.past.clear()
        for name in state["past"]:
            self._join(str(name))
        self._imitation_so_far = state["imitation"]
        self._begun, self._has_games = self._imitation_so_far is None, False
        if self._begun:
            mine = state["games"][numbers.start : numbers.stop]  # none if the team was smaller
            for games, saved in zip(self.method.games, mine, strict=bool(mine)):
                games.restore(saved)
            self._has_games = bool(mine)

    def resume(self) -> None:
        """Resume from the newest readable checkpoint and report it; without any, start. All of a team do so together.

        Raises:
            ValueError: there are checkpoints, but none can be read; or the run has taken more frames than requested; or
                the run given as `init` does not fit; or members of a team resumed from different checkpoints.
        """
        self._resume()
        everywhere = self.team.gather((self.updates, self.frames, self._begun))
        if len(set(everywhere)) > 1:
            raise ValueError(
                f"members of the team resumed from different checkpoints, after {sorted(set(everywhere))} updates and "
                f"decisions: try --threads 1"
            )

    def _resume(self) -> None:
        refused: ValueError | None = None
        for path, state in self.run.load():
            try:
                self.restore(state, path)
            except (ValueError, TypeError, LookupError, ArithmeticError, RuntimeError, AttributeError) as error:
                refused = refused or ValueError(f"'{path}' is damaged, or not a checkpoint of this run: {error}")
                continue
            if self.config.frames < min(self.frames, self.run.config().frames):
                raise ValueError(
                    f"option 'frames': the run has already taken {self.frames:,} decisions, more than "
                    f"{self.config.frames:,}"
                )
            if path.name != CHECKPOINT:
                self.progress.say(f"'{self.run.folder / CHECKPOINT}' is damaged: using the previous one")
            so_far = self._imitation_so_far
            where = (
                f"{self.frames:,} of {self.config.frames:,} decisions of self-play"
                if so_far is None
                else f"step {so_far['step']:,} of the imitation"
            )
            self.progress.say(f"resuming from {path.name} at {where}")
            self.checkpoint, self._gathered = state, True
            return
        if refused is not None:
            raise refused
        if self.config.init:
            self.policy.load_state_dict(initial(self.config))

    def note_seconds(self) -> None:
        """Save how long the final evaluation took."""
        if self.checkpoint is not None:
            self.checkpoint["seconds"] = dict(self.seconds)
            self.save()

    def save(self) -> None:
        """Write the last checkpoint, and the weights and the curve for others; only the first of a team does so."""
        if self.checkpoint is None or self.team.rank:
            return
        with self.interrupts.held():
            self.run.save(self.checkpoint)
            self.run.save_weights(WEIGHTS, self.checkpoint["policy"])
            if self.checkpoint["curve"]:
                self.run.save_progress(self.checkpoint["curve"])
        self.saved_at = time.monotonic()

    def gather(self) -> None:
        """Add to the checkpoint the games of the other members of the team, unless it has them."""
        if self.checkpoint is not None and not self._gathered:
            self._keep(self.checkpoint)

    def remember(self) -> None:
        """Make a checkpoint of the run as it is now.

        If members share a trainer's games, it is whole at once: the user may stop the run at any time, and a part of
        the games is of no use.
        """
        if self.team.trainers < self.team.size:
            self._keep(self.state())
        else:
            self.checkpoint, self._gathered = self.state(), False

    def _keep(self, state: dict[str, Any]) -> None:
        """Make a state the checkpoint once it has the games of all members."""
        games = [each for member in self.team.gather(state["games"]) for each in member]
        self.checkpoint, self._gathered = {**state, "games": games}, True

    def save_if_due(self) -> None:
        """Write a checkpoint if the last one is old enough. This does not affect results."""
        if self.team.first(time.monotonic() - self.saved_at >= self.config.checkpoint_seconds):
            self.gather()
            self.save()
            self.team.saved(self.run.folder)

    def snapshot(self) -> None:
        """Save the current network, and let it play as a past self if any does."""
        name = f"{SNAPSHOTS}/{self.updates:05d}.pt"
        if self.team.rank == 0:
            self.run.save_weights(name, self.policy.state_dict())
        if self.method.opponents[0].left:
            self._join(name, {part: each.cpu() for part, each in self.policy.state_dict().items()})

    def _join(self, name: str, weights: Mapping[str, Any] | None = None) -> None:
        """Let a past self play, with these weights or those in its file."""
        path = self.run.folder / SNAPSHOTS / Path(name).name
        config = self.config
        policy = make_policy(config.network, self.game, str(self.method.device), config.width)
        fill(policy, read_tensors(path) if weights is None else weights, path)
        for opponents in self.method.opponents:
            opponents.join(name, Learned.of(self.game, policy, drawn=True, reward=config.reward))

    # --- learning --------------------------------------------------------------------------------

    def imitate(self) -> None:
        """Imitate `greedy` before self-play, unless that is already done; the first of a team does it for all."""
        if self.config.imitate and not self._begun and self.team.rank == 0:
            self._imitate()

    def _imitate(self) -> None:
        config, progress = self.config, self.progress
        began, before = time.monotonic(), self.seconds["imitation"]
        games = config.imitation_games
        progress.begin("recording greedy", "decisions", config.imitate)
        imitation = Imitation(
            self.policy,
            Games(self.game, games, [None], config.reward, config.seed),
            Greedy(),
            frames=config.imitate,
            gamma=config.gamma,
            batch_size=512,
            learning_rate=IMITATION_RATE,
            seed=config.seed,
            pool=workers(config.threads),
            watched=lambda done: progress.update(done, {}),
        )
        watched = -(-config.imitate // games) * games
        if not imitation.decisions:
            raise ValueError(
                f"option 'imitate': {watched:,} decisions spread over {games:,} games finish none of them, and only "
                f"finished games can be imitated: imitate more decisions, or lower num_envs"
            )
        progress.say(f"imitating {imitation.decisions:,} of {watched:,} decisions, those from finished games")
        if self._imitation_so_far is not None:
            imitation.restore(self._imitation_so_far)
        self.imitation = imitation
        progress.begin("imitating greedy", "steps", imitation.steps, imitation.step)
        try:
            while imitation.step < imitation.steps:
                with self.interrupts.held():
                    imitation.advance()
                figures = {"agreement": f"{imitation.agreement:.1%}", "loss": f"{imitation.loss:.3f}"}
                progress.update(imitation.step, figures)
                self.seconds["imitation"] = before + time.monotonic() - began
                if time.monotonic() - self.saved_at >= config.checkpoint_seconds:
                    self.checkpoint = self.state()
                    self.save()
        except (NotFinite, KeyboardInterrupt) as error:
            self.checkpoint = self.state()
            self.save()
            if isinstance(error, NotFinite):
                raise Diverged(f"{error}; the weights from before are in '{self.run.folder}'") from error
            raise
        with self.interrupts.held():
            self.checkpoint = self.state()
            self.imitated = {
                "decisions": imitation.decisions,
                "loss": imitation.loss,
                "agreement": imitation.agreement,
            }
            self.imitation = self._imitation_so_far = None

    def learn(self, corpus: CorpusWriter | None = None) -> None:
        """Run self-play until the frames or minutes are used up; save at the end, however it ends.

        Args:
            corpus: Receives the games that begin and end now.

        Raises:
            Diverged: training diverged to values that are not finite.
        """
        config = self.config
        try:
            self.begin()
            if corpus is not None:
                for games in self.method.games:
                    games.record(corpus.add, self.run.folder.name)
            self.progress.begin("self-play", "decisions", self._expected_frames(), self.frames)
            while self.frames < config.frames:
                if self.advance() is None:
                    break  # time is up: decisions since the last update are dropped
                self.settle()
            self.gather()
        except RuntimeError as error:
            if has_failed(error):
                self.checkpoint = None  # on the GPU: nothing of it can be read any more
            raise
        finally:
            self.progress.end()
            self.save()
        self.team.saved(self.run.folder)

    def track(self) -> None:
        """Begin to send figures to the tracker of the configuration, until `close`.

        Raises:
            ImportError: it is not installed.
            ValueError: it cannot be reached, or refuses.
        """
        if self.team.rank == 0:
            self._tracker = Tracker(self.config, self.run.folder, self.progress)

    def close(self) -> None:
        """Send the tracker the remaining figures."""
        if self._tracker is not None:
            self._tracker.close()
            self._tracker = None

    def _send(self, figures: Mapping[str, float]) -> None:
        if self._tracker is not None:
            self._tracker.log(figures, self.frames)

    def advance(self) -> int | None:
        """Make one update; returns the number of decisions learned from, None if time was up before.

        Raises:
            Diverged: training diverged to values that are not finite.
        """
        began = time.monotonic()
        self.method.deal()
        done = self._update(began)
        if done is None:
            return None
        decisions, figures = done
        self.updates += 1
        decisions = self.team.total(decisions)
        self.frames += decisions
        self._measure(time.monotonic() - began, figures)
        return decisions

    def settle(self) -> None:
        """Do all that is due after an update: a past self, an evaluation, a checkpoint."""
        config = self.config
        if self.updates % config.snapshot_every == 0:
            self.snapshot()
        if config.evaluate_every and self.updates % config.evaluate_every == 0 and self.team.rank == 0:
            for (name, _), result in self.evaluate(rules=(report.BEST,)).items():
                self.curve[-1][f"evaluated_{name}"] = round(result.tallies[0].rate, 4)
        self.remember()
        self._show()
        self.save_if_due()

    def begin(self) -> None:
        """Go to the first decision of self-play, or to where the restored state was."""
        self.team.follow(self.policy.parameters())
        new = not self._begun
        if new and self.method.opponents[0].wants_past:
            self.snapshot()
        if not self._has_games:
            self.method.deal()
        self.method.begin(not self._has_games, self.updates)
        self._has_games = True
        if new:
            self._begun = True
            self.remember()
            self.gather()
            self.save()
            self.team.saved(self.run.folder)

    def _update(self, began: float) -> tuple[int, dict[str, float]] | None:
        """Play and learn, see `Method.update`."""
        config = self.config
        limit = 60 * config.minutes - self.seconds["self-play"] + began if config.minutes else float("inf")
        ends, rate = self.team.first((self.team.stops() or time.monotonic() >= limit, self._learning_rate()))
        if ends:
            return None
        try:
            # A team that has begun an update ends it: its members do not run out of time at the same moment.
            done = self.method.update(rate, lambda: self.team.size == 1 and time.monotonic() >= limit)
            if not self._is_finite():
                raise NotFinite("a weight")
        except NotFinite as error:
            raise Diverged(
                f"update {self.updates + 1:,}: {error} is not a finite number. The weights from before are in "
                f"'{self.run.folder}'; start again from them with --init and a lower learning_rate"
            ) from error
        return done

    def _learning_rate(self) -> float:
        config = self.config
        timed = self.seconds["self-play"] / (60 * config.minutes) if config.minutes else 0.0
        return config.learning_rate * (1 - config.decay * min(max(self.frames / config.frames, timed), 1))

    def _is_finite(self) -> bool:
        return all(bool(torch.isfinite(each).all()) for each in self.policy.parameters())

    def _measure(self, seconds: float, figures: Mapping[str, float]) -> None:
        """Add a row to the curve, and send all figures to the tracker."""
        method = self.method
        own = [result for games in method.games for result in games.results]
        for name, won in [result for member in self.team.gather(own) for result in member]:
            self.recent.setdefault(name, deque(maxlen=WINDOW)).append(won)
        for games in method.games:
            games.results.clear()
        self.seconds["self-play"] += seconds
        row: dict[str, float] = {
            "frames": self.frames,
            "seconds": round(sum(self.seconds.values()), 1),
            "env_share": round(method.timings["games"] / seconds, 4),
            "opponent_share": round(method.timings["opponents"] / seconds, 4),
        }
        for name in method.opponents[0].names if self.game.num_players > 1 else (ALONE,):
            recent = self.recent.get(name, ())
            row[f"against_{name}"] = round(float(np.mean(recent)), 4) if recent else float("nan")
            row[f"games_{name}"] = len(recent)
        if "loss" in figures:
            row["loss"] = round(figures["loss"], 5)
        self.curve.append(row)
        seconds_of = {f"seconds/{name}": each for name, each in method.timings.items()}
        train = {f"train/{name}": each for name, each in figures.items()}
        self._send({f"selfplay/{key}": value for key, value in row.items()} | train | seconds_of)

    def evaluate(self, rules: Sequence[str] = report.RULES, pool: Pool | None = None) -> report.Results:
        """Evaluate the current network against the evaluation players, with each of these members of `report.RULES`."""
        began = time.monotonic()
        player = Entrant(self.config, self.policy.state_dict(), self.run.folder.resolve().name)
        results = report.evaluate(self.config, player, rules, self.progress, pool)
        self.seconds["evaluation"] += time.monotonic() - began
        self._send({f"evaluation/{name}, {rule}": result.tallies[0].rate for (name, rule), result in results.items()})
        return results

    def _show(self) -> None:
        rates = {name: f"{np.mean(games):.0%} of {len(games):,}" for name, games in self.recent.items()}
        figures = {f"won against {name}": rate for name, rate in rates.items()}
        self.progress.update(self.frames, figures, self._expected_frames())

    def _expected_frames(self) -> int | None:
        """The expected number of decisions at the end, at the speed so far if the time is limited; None if unknown."""
        spent = self.seconds["self-play"]
        if not self.config.minutes:
            return self.config.frames
        if not spent:
            return None
        return max(self.frames, min(self.config.frames, round(self.frames * 60 * self.config.minutes / spent)))

    def account(self) -> report.Account:
        """The course of the run, for the report."""
        return report.Account(self.frames, self.curve, self.seconds, self.imitated)


@dataclass(frozen=True)
class Entrant:
    """Makes the player of a network, in any process.

    Attributes:
        config: The run.
        weights: Those of its network.
        name: The name of the player.
    """

    config: Config
    weights: Mapping[str, torch.Tensor]
    name: str

    def __call__(self, drawn: bool) -> Learned:
        """The player, which samples its actions or takes the most probable one."""
        config, game = self.config, self.config.make_game()
        policy = make_policy(config.network, game, device_of(config.device), config.width)
        policy.load_state_dict(self.weights)
        return Learned.of(game, policy, drawn, self.name, config.reward)


def initial(config: Config) -> dict[str, torch.Tensor]:
    """The initial weights of a run: those of another run, the option `init`, fitted to this run's game.

    If that run learned from another reward, its values mean something else, so they are relearned.

    Raises:
        ValueError: there is none, it has another game or network, or its weights are damaged; or it has a network that
            fits one board and number of players only, and others of these.
    """
    path = Path(config.init)
    trained, game = Trained.at(path), config.make_game()
    if trained.network != config.network:
        raise ValueError(f"--init: '{path}' has the network {trained.network}, but this run has {config.network}")
    if trained.width != config.width:
        raise ValueError(
            f"--init: '{path}' has a network of width {trained.width or 'default'}, but this run has "
            f"{config.width or 'the default'}"
        )
    if trained.game != game.name:
        raise ValueError(f"--init: '{path}' was trained for {trained.game}, but this run plays {game.name}")
    old = trained.load_game()
    other, own = (f"{each.observation_size} numbers and {each.num_actions} actions" for each in (old, game))
    carries = config.network == "board"
    if other != own and not carries:
        raise ValueError(
            f"--init: '{path}' was trained for {trained.game} with {trained.num_players} players: {other}, "
            f"but this game has {own}, and this network fits no other boards or numbers of players"
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(config.seed)  # for the weights of what the other network does not have
        policy = make_policy(config.network, game, width=config.width)
    fresh = {name: each.clone() for name, each in policy.state_dict().items() if name.startswith("net.value.")}
    if carries:
        carry_over(trained.load_policy(old, "cpu"), old, policy, game)
    else:
        fill(policy, read_tensors(trained.weights), trained.weights)
    return policy.state_dict() | (fresh if trained.reward != config.reward else {})


def inner_threads(config: Config) -> int:
    """Threads for torch itself: those that are left over for each thread of ours."""
    return config.threads if config.learner == "sb3" else max(1, config.threads // SHARES)


def _on(machine: str, config: Config) -> str:
    """The machine, the device and the threads of the network, as text."""
    device = device_of(config.device)
    name = torch.cuda.get_device_name() if device == "cuda" else device
    return f"{machine or 'a machine'}, {name}, {config.threads} thread{'s' * (config.threads > 1)}"
