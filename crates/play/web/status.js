// @ts-check
/** The line below the board, the clocks, and which buttons can be pressed. */
import { SIDES } from "./api.js";
import { at, playerName, sideName, t } from "./texts.js";

/** Seconds from which a clock is short. */
const SHORT = 20;

/** A button of the page's source. @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (at(id));

export class Status {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.takenAt = 0;
  }

  /** A state has come: its clocks count from now. */
  take() {
    this.takenAt = performance.now();
  }

  show() {
    const { state, paused } = this.game;
    const turn = state.board.turn;
    const side = sideName(turn);
    const seat = state.seats[turn];
    const people = SIDES.filter((one) => !state.seats[one]).length;
    let text = people === 1 ? `${t("ui-your-turn")} · ${side}` : t("ui-turn", { side });
    if (state.result) text = state.result.text;
    else if (seat && !paused) text = t("ui-thinking", { side: `${side} (${playerName(seat)})` });
    at("status-text").textContent = text;
    const pause = at("pause");
    pause.hidden = Boolean(state.result) || !(state.computer && (paused || people === 0));
    pause.textContent = t(paused ? "ui-go-on" : "ui-pause");
    button("undo").disabled = !state.can_undo;
    button("redo").disabled = !state.can_redo;
    button("hint").disabled = Boolean(state.result);
    button("resign").disabled = Boolean(state.result) || people === 0;
    this.showClocks();
  }

  showClocks() {
    const { state, board, asking } = this.game;
    if (!state) return;
    const { clock } = state;
    for (const side of SIDES) {
      const face = board.clocks[side];
      face.hidden = !clock;
      if (!clock) continue;
      const used = clock.running === side ? performance.now() - this.takenAt : 0;
      const left = Math.max(0, clock.left[side] - used);
      const seconds = Math.ceil(left / 1000);
      face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      face.classList.toggle("short", seconds < SHORT);
      if (left === 0 && clock.running === side && !state.result && !asking) {
        clock.running = null;
        void this.game.act({ type: "flag" });
      }
    }
  }
}
