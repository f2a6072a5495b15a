// @ts-check
/** The review of a game: every position is looked at once, and the browser keeps what was found. */
import { Refused } from "./api.js";
import * as keep from "./keep.js";
import { chanceOfFirst } from "./panel.js";
import { at, draw, make, number, sideName, t } from "./texts.js";

/** A move that gives away so much of the expected result, 0 to 1, is doubtful, or bad. */
const DOUBTFUL = 0.06;
const BAD = 0.15;
/** A doubtful move is only called so if it also costs balls. */
const BALLS = 1;
/** Turning points that are listed at most. */
const MOST = 12;
const WIDTH = 400;
const HEIGHT = 100;

/** @typedef {{first: number, margin: number, best: number}} Look Bastaushy's chance and margin, and the best hole */

export class Review {
  /** @param {import("./main.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Look[]} */
    this.looks = [];
    this.of = "";
    this.running = false;
  }

  /** The moves of the game as a key, whatever is taken back. @param {import("./api.js").State} state */
  key(state) {
    return `${state.start} ${state.moves.map((move) => move.hole).join("")}`;
  }

  open() {
    at("review").hidden = false;
    const key = this.key(this.game.state);
    this.of = key;
    this.looks = keep.review(key) ?? [];
    if (this.looks.length <= this.game.state.moves.length) void this.run();
    this.show();
    at("review").scrollIntoView({ block: "nearest" });
  }

  close() {
    this.of = "";
    this.running = false;
    this.looks = [];
    at("review").hidden = true;
    this.game.panel.show(this.game.state);
  }

  /** The game went on: what was found is of another one. @param {import("./api.js").State} state */
  follow(state) {
    if (this.of && this.of !== this.key(state)) {
      this.close();
    } else if (this.of) {
      this.show();
    }
  }

  async run() {
    const key = this.of;
    const total = this.game.state.moves.length;
    this.running = true;
    while (this.running && this.of === key && this.looks.length <= total) {
      const ply = this.looks.length;
      try {
        this.looks.push(this.judged(await this.game.api.look(ply), ply));
      } catch (error) {
        this.running = false;
        if (!(error instanceof Refused) || error.code !== "stale") await this.game.failed(error);
      }
      if (this.of !== key) return;
      this.show();
    }
    this.running = false;
    if (this.looks.length > total) keep.keepReview(key, this.looks);
    this.show();
    this.game.panel.show(this.game.state);
  }

  /** @param {import("./api.js").Advice | null} advice @param {number} ply @returns {Look} */
  judged(advice, ply) {
    if (advice) {
      const margin = advice.turn === "bastaushy" ? advice.margin : -advice.margin;
      return { first: chanceOfFirst(advice), margin, best: advice.moves[0]?.hole ?? 0 };
    }
    // The game is over here.
    const { result, moves } = this.game.state;
    const kazans = result?.score ?? moves[ply - 1]?.kazans ?? { bastaushy: 0, kostaushy: 0 };
    const margin = kazans.bastaushy - kazans.kostaushy;
    return { first: margin > 0 ? 1 : margin < 0 ? 0 : 0.5, margin, best: 0 };
  }

  /** What a half-move cost its side. @param {number} ply */
  cost(ply) {
    const [before, after] = [this.looks[ply], this.looks[ply + 1]];
    const move = this.game.state.moves[ply];
    if (!before || !after || !move) return { chance: 0, balls: 0 };
    const sign = move.side === "bastaushy" ? 1 : -1;
    const played = before.best === move.hole;
    const chance = played ? 0 : Math.max(0, sign * (before.first - after.first));
    return { chance, balls: played ? 0 : Math.max(0, sign * (before.margin - after.margin)) };
  }

  /** `doubtful`, `bad` or nothing for each half-move. @returns {string[]} */
  marks() {
    if (!this.of) return [];
    return this.game.state.moves.map((_, ply) => {
      const { chance, balls } = this.cost(ply);
      if (chance >= BAD) return "bad";
      return chance >= DOUBTFUL && balls >= BALLS ? "doubtful" : "";
    });
  }

  show() {
    const total = this.game.state.moves.length;
    /** @type {Element[]} */
    const children = [this.graph(total)];
    if (this.running) {
      const stop = make("button", { type: "button" }, t("ui-review-stop"));
      stop.addEventListener("click", () => {
        this.running = false;
      });
      const done = t("ui-review-progress", { done: this.looks.length, total: total + 1 });
      children.push(make("p", { className: "facts" }, make("span", {}, done), stop));
    } else {
      children.push(this.turning());
      if (this.looks.length <= total) {
        const start = make("button", { type: "button" }, t("ui-review-start"));
        start.addEventListener("click", () => void this.run());
        children.push(start);
      }
    }
    at("review-body").replaceChildren(...children);
  }

  /** Bastaushy's chance over the game. @param {number} total */
  graph(total) {
    const svg = draw("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("ui-win-chance") });
    const x = (/** @type {number} */ ply) => (WIDTH * ply) / Math.max(1, total);
    const points = this.looks.map((look, ply) => `${x(ply).toFixed(1)},${(HEIGHT * (1 - look.first)).toFixed(1)}`);
    const last = x(Math.max(0, this.looks.length - 1)).toFixed(1);
    svg.append(
      draw("polygon", { class: "area", points: `0,${HEIGHT} ${points.join(" ")} ${last},${HEIGHT}` }),
      draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("polyline", { class: "curve", points: points.join(" ") }),
      draw("line", { class: "now", x1: x(this.game.state.ply), x2: x(this.game.state.ply), y1: 0, y2: HEIGHT }),
    );
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      this.game.jump(() => Math.round((total * (clientX - box.left)) / box.width));
    });
    return svg;
  }

  /** The moves that cost most, in the order of the game. */
  turning() {
    const marks = this.marks();
    const worst = marks
      .map((mark, ply) => ({ mark, ply, ...this.cost(ply) }))
      .filter(({ mark }) => mark)
      .sort((a, b) => b.chance - a.chance)
      .slice(0, MOST)
      .sort((a, b) => a.ply - b.ply);
    if (worst.length === 0) return make("p", { className: "quiet" }, t("ui-review-none"));
    const first = this.game.state.moves[0]?.side === "kostaushy" ? 1 : 0;
    const items = worst.map(({ mark, ply, balls }) => {
      const move = this.game.state.moves[ply];
      const text = `${Math.floor((ply + first) / 2) + 1}. ${sideName(move.side)} ${move.pair}: `;
      const told = [t("ui-review-loss", { balls: number(balls) }), t("ui-review-best", { hole: this.looks[ply].best })];
      const tag = make("span", { className: `tag ${mark}` }, t(mark === "bad" ? "ui-review-bad" : "ui-review-doubtful"));
      const button = make("button", { type: "button" }, text, tag, ` · ${told.join(", ")}`);
      // Where the better move could still be played.
      button.addEventListener("click", () => this.game.jump(() => ply));
      return make("li", {}, button);
    });
    return make("ul", { className: "turning" }, ...items);
  }
}
