// @ts-check
/** A page's game: one state, which comes from the server, and what is done with it. */
import { Api, Refused, SIDES, other } from "./api.js";
import { BoardView } from "./board.js";
import * as dialogs from "./dialogs.js";
import * as keep from "./keep.js";
import { Live } from "./live.js";
import { Panel } from "./panel.js";
import { Preview } from "./preview.js";
import { Review } from "./review.js";
import { Sowing, sound } from "./sowing.js";
import { Status } from "./status.js";
import { at, sideName, speak, t } from "./texts.js";
import { Voice } from "./voice.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Side} Side */

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
    this.preview = new Preview(this);
    this.status = new Status(this);
    this.voice = new Voice();
    /** @type {Sowing | null} */
    this.sowing = null;
    this.asking = false;
    /** @type {Promise<unknown>} */
    this.pending = Promise.resolve();
    this.thinking = false;
    this.paused = false;
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
    if (restored) this.voice.say(t("ui-restored"));
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
    this.status.take();
    if (isNew) {
      this.preview.forget();
      this.panel.forget();
      if (!animated) this.voice.quiet();
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
    const differs = before && (state.hash !== before.hash || state.result?.text !== before.result?.text);
    if (differs) this.tell(animated);
    this.show();
    this.check();
    this.review.follow(state);
    if (state.result && isNew && animated) dialogs.gameOver(this);
    this.goOn();
  }

  /** Tells the last move, or the position that another step led to, and how the game ended. @param {boolean} moved */
  tell(moved) {
    const { state } = this;
    const { bastaushy: first, kostaushy: second } = state.board.kazans;
    const position = t("ui-told-position", { done: state.ply, total: state.moves.length, first, second });
    const next = state.result?.text ?? (moved ? "" : t("ui-turn", { side: sideName(state.board.turn) }));
    this.voice.tell(`${moved && state.last ? state.last.told : position} ${next}`.trim());
  }

  /** Draws the state. */
  show() {
    const { state, board } = this;
    if (!state) return;
    board.show(this.preview.board ?? state.board, state.majority);
    board.mark(this.preview.on ? null : state.last);
    const people = SIDES.filter((side) => !state.seats[side]).length;
    board.sit(state.seats, people === 1);
    if (state.computer) board.markLegal([]);
    this.panel.show(state);
    this.status.show();
    this.preview.show();
    document.body.dataset.ready = String(state.revision);
  }

  /** What is shown must be what the server has. */
  check() {
    if (this.preview.on || this.board.hash(this.state.ply) === this.state.hash) return;
    console.error(`the board shows ${this.board.compact()}, the server has ${this.state.board.compact}`);
    this.redraw();
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
      this.status.show();
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
        this.status.show();
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
      this.voice.say(t("ui-offline"), true);
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
    this.voice.say(error.message, true);
    if (error.code === "stale") await this.update(await this.api.state(), false);
  }

  /** A click or key on a hole. @param {Side} side @param {number} hole */
  click(side, hole) {
    if (this.sowing) {
      // The first click ends the animation; it is no move, for the board was moving under it.
      this.sowing.end();
      return;
    }
    if (!this.state || this.asking || this.preview.on || this.state.result) return;
    if (this.state.computer) return;
    if (side !== this.state.board.turn) {
      this.voice.say(t("ui-turn", { side: sideName(this.state.board.turn) }), true);
      return;
    }
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
    this.voice.say(t("ui-analysing"));
    try {
      const advice = await this.api.hint();
      if (advice.revision !== this.state.revision) return;
      this.voice.say(advice.reasons[0]);
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
    void this.act({ type: this.paused ? "pause" : "go-on" });
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
}

/** A session or a game that cannot be had again is no error. @param {unknown} error @returns {null} */
function forgotten(error) {
  if (error instanceof Refused && error.code !== "offline") return null;
  throw error;
}
