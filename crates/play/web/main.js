// @ts-check
/** The page: one state, which comes from the server, and what is done with it. */
import { Api, Refused, SIDES, other } from "./api.js";
import { BoardView } from "./board.js";
import * as dialogs from "./dialogs.js";
import { openEditor } from "./editor.js";
import * as keep from "./keep.js";
import { Live } from "./live.js";
import { Panel } from "./panel.js";
import { Review } from "./review.js";
import { Sowing, sound } from "./sowing.js";
import { at, playerName, sideName, speak, t } from "./texts.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Side} Side */

/** How long a remark stays, in milliseconds. */
const REMARK = 7000;
/** Between the moves of two computers without animation. */
const WATCH = 350;

export class Game {
  constructor() {
    this.api = new Api();
    this.settings = keep.settings();
    /** @type {State} */
    this.state = /** @type {any} */ (null);
    /** @type {import("./api.js").Hello} */
    this.hello = /** @type {any} */ (null);
    this.board = new BoardView(at("board"), (side, hole) => this.click(side, hole));
    this.panel = new Panel(this);
    this.live = new Live(this);
    this.review = new Review(this);
    /** @type {Sowing | null} */
    this.sowing = null;
    this.asking = false;
    /** @type {Promise<unknown>} */
    this.pending = Promise.resolve();
    this.thinking = false;
    this.paused = false;
    /** @type {{boards: import("./api.js").Board[], at: number, names: string[]} | null} */
    this.preview = null;
    this.remarkTimer = 0;
    this.clockShownAt = 0;
  }

  async start() {
    this.look();
    await this.greet();
    const id = keep.session();
    const kept = keep.game();
    let state = null;
    let restored = false;
    if (id) {
      this.api.id = id;
      state = await this.api.state().catch(forgotten);
    }
    if (!state && kept) {
      state = await this.api.open({ type: "load", ...kept }).catch(forgotten);
      restored = state !== null && state.ply > 0;
    }
    state ??= await this.api.open(null);
    keep.keepSession(this.api.id);
    // The person sits below.
    this.board.bottom = this.seatBelow(state);
    await this.update(state, false);
    if (restored) this.say(t("ui-restored"));
  }

  /** Asks for the language and the players. */
  async greet() {
    this.api.lang = this.settings.lang;
    this.hello = await this.api.hello();
    this.api.lang = this.hello.lang;
    speak(this.hello);
  }

  /** @param {State} state @returns {Side} */
  seatBelow(state) {
    const person = state.seats.bastaushy && !state.seats.kostaushy ? "kostaushy" : "bastaushy";
    return this.settings.flip ? other(person) : person;
  }

  /** Colours, sound and names as the settings say. */
  look() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = this.settings.theme === "system" ? (dark ? "dark" : "light") : this.settings.theme;
    document.documentElement.dataset.theme = theme;
    sound(this.settings.sound === "on");
  }

  /** @param {Partial<keep.Settings>} change */
  async set(change) {
    Object.assign(this.settings, change);
    keep.keepSettings(this.settings);
    this.look();
    if ("lang" in change) {
      await this.greet();
      await this.update(await this.api.state(), false);
      this.live.close();
      this.live.again();
      at("look-body").replaceChildren();
      this.panel.forget();
    }
    if ("names" in change || "lang" in change) this.redraw();
  }

  /** Asks for the state again, where only its texts have changed. */
  async refresh() {
    const state = await this.api.state().catch(forgotten);
    if (state?.revision === this.state.revision) {
      this.state = state;
      keep.keepGame(state);
    }
  }

  redraw() {
    this.board.arrange(this.board.bottom, this.settings.names);
    this.show();
  }

  /** Takes a state from the server and shows it. @param {State} state @param {boolean} animated */
  async update(state, animated) {
    const before = this.state;
    if (before && state.revision < before.revision && this.board.shown) {
      this.goOn();
      return;
    }
    const isNew = !before || state.revision !== before.revision;
    this.state = state;
    this.clockShownAt = performance.now();
    if (isNew) {
      this.preview = null;
      this.panel.forget();
      if (!animated) this.quiet();
    }
    keep.keepGame(state);
    if (animated && isNew && state.last && before && state.ply === before.ply + 1) {
      this.sowing?.end();
      this.sowing = new Sowing();
      this.board.show(before.board, state.majority);
      const { last } = state;
      const speed = /** @type {import("./sowing.js").Speed} */ (this.settings.speed);
      await this.sowing.run(this.board, last, speed);
      this.sowing = null;
      if (this.state !== state) return;
    }
    if (isNew && state.last && animated) at("told").textContent = state.last.told;
    this.show();
    this.check();
    this.review.follow(state);
    if (state.result && isNew && animated) dialogs.gameOver(this);
    this.goOn();
  }

  /** Draws the state. */
  show() {
    const { state, board } = this;
    if (!state) return;
    const shown = this.preview ? this.preview.boards[this.preview.at] : state.board;
    board.show(shown, state.majority);
    board.mark(this.preview ? null : state.last);
    const people = SIDES.filter((side) => !state.seats[side]).length;
    board.sit(state.seats, people === 1);
    if (state.computer) board.markLegal([]);
    this.panel.show(state);
    this.showStatus();
    this.showClock();
    at("preview").hidden = !this.preview;
    if (this.preview) {
      at("preview-text").textContent = this.preview.names.slice(0, this.preview.at + 1).join(" ");
    }
    /** @type {HTMLButtonElement} */ (at("undo")).disabled = !state.can_undo;
    /** @type {HTMLButtonElement} */ (at("redo")).disabled = !state.can_redo;
    /** @type {HTMLButtonElement} */ (at("hint")).disabled = Boolean(state.result);
    /** @type {HTMLButtonElement} */ (at("resign")).disabled = Boolean(state.result) || people === 0;
    document.body.dataset.ready = String(state.revision);
  }

  showStatus() {
    const { state } = this;
    const turn = state.board.turn;
    const side = sideName(turn);
    const seat = state.seats[turn];
    const pause = at("pause");
    const people = SIDES.filter((one) => !state.seats[one]).length;
    let text = people === 1 ? `${t("ui-your-turn")} · ${side}` : t("ui-turn", { side });
    if (state.result) text = state.result.text;
    else if (seat && !this.paused) text = t("ui-thinking", { side: `${side} (${playerName(seat)})` });
    at("status-text").textContent = text;
    pause.hidden = Boolean(state.result) || !(state.computer && (this.paused || people === 0));
    pause.textContent = t(this.paused ? "ui-go-on" : "ui-pause");
  }

  showClock() {
    if (!this.state) return;
    const { clock } = this.state;
    for (const side of SIDES) {
      const face = this.board.clocks[side];
      face.hidden = !clock;
      if (!clock) continue;
      const used = clock.running === side ? performance.now() - this.clockShownAt : 0;
      const left = Math.max(0, clock.left[side] - used);
      const seconds = Math.ceil(left / 1000);
      face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      face.classList.toggle("short", seconds < 20);
      if (left === 0 && clock.running === side && !this.state.result && !this.asking) {
        clock.running = null;
        void this.act({ type: "flag" });
      }
    }
  }

  /** What is shown must be what the server has. */
  check() {
    if (this.preview) return;
    const found = fnv(`${this.board.compact()} ${this.state.ply}`);
    if (found !== this.state.hash) {
      console.error(`the board shows ${this.board.compact()}, the server has ${this.state.board.compact}`);
      this.redraw();
    }
  }

  /** Lets the computer move if it is its turn. */
  goOn() {
    if (this.state.computer && !this.paused && !this.thinking) void this.think();
  }

  async think() {
    this.thinking = true;
    const asked = this.state.revision;
    const begun = performance.now();
    let state = null;
    try {
      state = await this.api.think();
    } catch (error) {
      this.paused = true;
      await this.failed(error);
      this.showStatus();
    }
    const watched = SIDES.every((side) => this.state.seats[side]);
    if (state && watched && this.settings.speed === "off") {
      await new Promise((resolve) => setTimeout(resolve, WATCH - (performance.now() - begun)));
    }
    this.thinking = false;
    if (state && (state.revision > asked || this.state.revision === asked)) {
      if (state.revision === this.state.revision && state.revision === asked && state.computer) {
        // The search ended without a move: it is asked again only by hand.
        this.paused = true;
        this.showStatus();
        return;
      }
      await this.update(state, !this.paused || state.revision === asked + 1);
    } else {
      this.goOn();
    }
  }

  /** Asks the server for a change; one request after another, so that quick keys are not lost.
   * @param {object | (() => object | null)} wish an action, or what makes one when its turn comes
   * @param {boolean} [animated] */
  async act(wish, animated = false) {
    this.sowing?.end();
    const before = this.pending;
    let done = () => {};
    this.pending = new Promise((resolve) => {
      done = () => resolve(undefined);
    });
    await before;
    const action = typeof wish === "function" ? wish() : wish;
    if (!action) {
      done();
      return false;
    }
    this.asking = true;
    try {
      const state = await this.change(action);
      this.asking = false;
      const shown = this.update(state, animated);
      done();
      await shown;
      return true;
    } catch (error) {
      this.asking = false;
      done();
      await this.failed(error);
      return false;
    }
  }

  /** Everything but a move is meant whatever the computer has just done, so it is tried again.
   * @param {any} action @returns {Promise<State>} */
  async change(action) {
    try {
      return await this.api.act(this.state.revision, action);
    } catch (error) {
      const again = error instanceof Refused && error.code === "stale" && action.type !== "play";
      if (!again) throw error;
      const { revision } = await this.api.state();
      return this.api.act(revision, action);
    }
  }

  /** @param {unknown} error */
  async failed(error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "offline") {
      this.say(t("ui-offline"), true);
      return;
    }
    if (error.code === "no-page") {
      const kept = keep.game();
      const state = await this.api.open(kept && { type: "load", ...kept }).catch(forgotten);
      if (state) {
        keep.keepSession(this.api.id);
        this.state = state;
        this.show();
        this.live.again();
        this.goOn();
        return;
      }
    }
    this.say(error.message, true);
    if (error.code === "stale") await this.update(await this.api.state(), false);
  }

  /** A click or key on a hole. @param {Side} side @param {number} hole */
  click(side, hole) {
    if (this.sowing) {
      // The first click ends the animation; it is no move, for the board was moving under it.
      this.sowing.end();
      return;
    }
    if (!this.state || this.asking || this.preview || this.state.result) return;
    if (side !== this.state.board.turn || this.state.computer) return;
    this.paused = false;
    void this.act({ type: "play", hole }, true);
  }

  undo() {
    this.paused = SIDES.every((side) => this.state.seats[side]);
    void this.act({ type: "undo" });
  }

  redo() {
    void this.act({ type: "redo" });
  }

  /** Goes to a position. @param {() => number} ply */
  jump(ply) {
    void this.act(() => {
      const to = Math.max(0, Math.min(this.state.moves.length, ply()));
      if (to === this.state.ply) return null;
      // Whoever looks back does not want the computer to play on from there.
      this.paused = true;
      return { type: "jump", ply: to };
    });
  }

  async hint() {
    if (this.state.result || this.sowing) return;
    this.say(t("ui-analysing"));
    try {
      const advice = await this.api.hint();
      if (advice.revision !== this.state.revision) return;
      this.say(advice.reasons[0]);
      this.board.advise(advice.turn, advice.moves[0].hole);
    } catch (error) {
      await this.failed(error);
    }
  }

  flip() {
    this.sowing?.end();
    this.set({ flip: !this.settings.flip });
    this.board.arrange(other(this.board.bottom), this.settings.names);
    this.show();
  }

  toggleAnalysis() {
    this.live.toggle();
    at("analysis").setAttribute("aria-pressed", String(this.live.on));
    this.panel.showAdvice();
  }

  togglePause() {
    this.paused = !this.paused;
    this.showStatus();
    this.goOn();
  }

  /** Another game. @param {object} game */
  async begin(game) {
    this.paused = false;
    const begun = await this.act({ type: "new", ...game });
    if (begun) {
      this.board.arrange(this.seatBelow(this.state), this.settings.names);
      this.show();
    }
    return begun;
  }

  /** Other players in the same game. @param {Record<Side, string | null>} seats */
  async seat(seats) {
    this.paused = false;
    const seated = await this.act({ type: "seats", seats });
    if (seated) {
      this.board.arrange(this.seatBelow(this.state), this.settings.names);
      this.show();
    }
    return seated;
  }

  /** Shows a line on the board. @param {import("./api.js").Choice} choice */
  async showLine(choice) {
    try {
      const boards = await this.api.line(choice.line);
      this.preview = { boards, at: 0, names: choice.line_notation };
      this.show();
    } catch (error) {
      await this.failed(error);
    }
  }

  /** @param {number} by */
  step(by) {
    if (!this.preview) return;
    this.preview.at = Math.max(0, Math.min(this.preview.boards.length - 1, this.preview.at + by));
    this.show();
  }

  endPreview() {
    this.preview = null;
    this.show();
  }

  /** A remark below the board. @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    const notice = at("notice");
    notice.textContent = text;
    notice.classList.toggle("wrong", wrong);
    notice.hidden = false;
    clearTimeout(this.remarkTimer);
    this.remarkTimer = setTimeout(() => this.quiet(), REMARK);
  }

  quiet() {
    at("notice").hidden = true;
  }
}

/** A session or a game that cannot be had again is no error. @param {unknown} error @returns {null} */
function forgotten(error) {
  if (error instanceof Refused && error.code !== "offline") return null;
  throw error;
}

/** FNV-1a, as the server computes it. @param {string} text */
function fnv(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

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
  ArrowLeft: (game) => (game.preview ? game.step(-1) : game.jump(() => game.state.ply - 1)),
  ArrowRight: (game) => (game.preview ? game.step(1) : game.jump(() => game.state.ply + 1)),
  Escape: (game) => {
    if (game.preview) game.endPreview();
    game.sowing?.end();
    closeMenu();
  },
});

/** @param {Game} game @param {KeyboardEvent} event */
function pressed(game, event) {
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

function closeMenu() {
  at("menu-list").hidden = true;
  at("menu").setAttribute("aria-expanded", "false");
}

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
  on("resign", () => void game.act({ type: "resign" }, true));
  on("open-players", () => dialogs.players(game));
  on("open-editor", () => openEditor(game));
  on("open-files", () => dialogs.files(game));
  on("open-review", () => game.review.open());
  on("review-close", () => game.review.close());
  on("open-settings", () => dialogs.settings(game));
  on("open-keys", () => dialogs.keys());
  on("preview-back", () => game.step(-1));
  on("preview-on", () => game.step(1));
  on("preview-end", () => game.endPreview());
  on("menu", () => {
    const list = at("menu-list");
    list.hidden = !list.hidden;
    at("menu").setAttribute("aria-expanded", String(!list.hidden));
  });
  document.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("#menu");
    if (!inside) closeMenu();
  });
  document.addEventListener("keydown", (event) => pressed(game, event));
  document.addEventListener("visibilitychange", () => game.live.again());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => game.look());
  setInterval(() => game.showClock(), 200);
}

const game = new Game();
wire(game);
dialogs.wire();
game.start().catch((error) => {
  if (error instanceof Refused) game.say(error.message || t("ui-offline"), true);
  else throw error;
});
