"""OpenSpiel's MCTS (its C++ bot) with a random playout for each simulation, to hold
`cargo run --release -p togyz-mcts --example playouts` against.

    pip install open_spiel
    python docs/compare/open_spiel_mcts.py [GAME]

GAME is `oware` or `mancala`; both are shorter games than this one. A search of two simulations for
each move at the root is nearly its playouts alone.
"""

import sys
import time

import pyspiel

GAME = sys.argv[1] if len(sys.argv) > 1 else "oware"
ROUNDS = 5


def seconds(game: pyspiel.Game, simulations: int, seed: int) -> float:
    """Of one simulation of a search from the start."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ChildSelectionPolicy.PUCT
    bot = pyspiel.MCTSBot(game, evaluator, 1.5, simulations, 2_000, False, seed, False, policy)
    state = game.new_initial_state()
    begun = time.perf_counter()
    bot.mcts_search(state)
    return (time.perf_counter() - begun) / simulations


def main() -> None:
    game = pyspiel.load_game(GAME)
    print(f"OpenSpiel {GAME}, from the start, one thread, least of {ROUNDS}")
    for simulations in [12, 1_000, 25_000, 250_000]:
        least = min(seconds(game, simulations, seed) for seed in range(ROUNDS))
        print(f"{simulations:>8} simulations: {least * 1e6:>8.2f} us each, {1 / least:>10,.0f}/s")


main()
