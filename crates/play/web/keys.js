// @ts-check
/** The keys that play. */
import * as dialogs from "./dialogs.js";
import * as menu from "./menu.js";

/** @typedef {import("./game.js").Game} Game */

/** Letters by their place on the keyboard, so that they work in every layout. */
const KEYS = /** @type {Record<string, (game: Game) => void>} */ ({
  KeyU: (game) => game.undo(),
  Backspace: (game) => game.undo(),
  KeyR: (game) => game.redo(),
  KeyH: (game) => void game.hint(),
  KeyF: (game) => game.flip(),
  KeyA: (game) => game.toggleAnalysis(),
  KeyN: (game) => dialogs.newGame(game),
  Home: (game) => game.jump(() => 0),
  End: (game) => game.jump(() => game.state.moves.length),
  ArrowLeft: (game) => (game.preview.on ? game.preview.step(-1) : game.jump(() => game.state.ply - 1)),
  ArrowRight: (game) => (game.preview.on ? game.preview.step(1) : game.jump(() => game.state.ply + 1)),
  Escape: (game) => {
    if (game.preview.on) game.preview.end();
    game.sowing?.end();
    menu.close();
  },
});

/** @param {Game} game @param {KeyboardEvent} event */
export function pressed(game, event) {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea, dialog[open]");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat || !game.state) return;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : null);
  if (digit) {
    if (Number(digit) <= game.state.board.rows.bastaushy.length) game.click(game.state.board.turn, Number(digit));
  } else if (event.key === "?") {
    dialogs.keys();
  } else if (event.code in KEYS) {
    KEYS[event.code](game);
  } else {
    return;
  }
  event.preventDefault();
}
