// @ts-check
/** The page: what each button and key does, and the beginning of the game. */
import { Refused } from "./api.js";
import * as dialogs from "./dialogs.js";
import { openEditor } from "./editor.js";
import { Game } from "./game.js";
import { pressed } from "./keys.js";
import * as menu from "./menu.js";
import { at, t } from "./texts.js";

/** Between two looks at the clocks, in milliseconds. */
const TICK = 200;

/** @param {Game} game */
function wire(game) {
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) => at(id).addEventListener("click", act);
  on("new", () => dialogs.newGame(game));
  on("undo", () => game.undo());
  on("redo", () => game.redo());
  on("hint", () => void game.hint());
  on("flip", () => game.flip());
  on("analysis", () => game.toggleAnalysis());
  on("pause", () => game.togglePause());
  on("resign", () => dialogs.resign(game));
  on("open-players", () => dialogs.players(game));
  on("open-editor", () => openEditor(game));
  on("open-files", () => dialogs.files(game));
  on("open-review", () => game.review.open());
  on("review-close", () => game.review.close());
  on("open-settings", () => dialogs.settings(game));
  on("open-keys", () => dialogs.keys());
  on("preview-back", () => game.preview.step(-1));
  on("preview-on", () => game.preview.step(1));
  on("preview-end", () => game.preview.end());
  document.addEventListener("keydown", (event) => pressed(game, event));
  document.addEventListener("visibilitychange", () => game.live.again());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => game.look());
  setInterval(() => game.status.showClocks(), TICK);
}

const game = new Game();
wire(game);
menu.wire();
dialogs.wire();
game.start().catch((error) => {
  if (!(error instanceof Refused)) throw error;
  game.voice.say(error.message || t("ui-offline"), true);
});
