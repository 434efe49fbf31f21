"""The parallel PettingZoo interface of any `Game`: every agent sees every step."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper


class GameParallel(turn_based_aec_to_parallel_wrapper[str, Any, Any]):
    """PettingZoo's conversion of a turn-based environment; only the action of the agent to act counts."""

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:  # type: ignore[override]
        """Carry out the action of the agent to act.

        Args:
            actions: An action for each agent; those of other agents are ignored.

        Returns:
            Observations, rewards, terminations, truncations and infos, by agent; empty once the game is over, where
            PettingZoo's own conversion forgets one of the five.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        return super().step(actions)  # type: ignore[no-any-return, no-untyped-call]
