// @ts-check
/** The review of a game: the server looks and judges, the page asks and shows, and the browser keeps it. */
import { SIDES } from "./api.js";
import * as keep from "./keep.js";
import { adviserName, at, draw, make, number, percent, sideName, t } from "./texts.js";

/** Moves that are listed, unless there are more turning points. */
const LISTED = 12;
const WIDTH = 400;
const HEIGHT = 100;

/** @param {string} judgement */
const toldJudgement = (judgement) => t(judgement === "bad" ? "ui-review-bad" : "ui-review-doubtful");

export class Review {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("./api.js").Reviewed | null} */
    this.found = null;
    this.of = "";
    this.running = false;
  }

  /** The moves of the game as a key, whatever is taken back. @param {import("./api.js").State} state */
  key(state) {
    return `${state.start} ${state.moves.map((move) => move.hole).join("")}`;
  }

  /** @param {boolean} [searches] whether what is not known yet is looked for */
  open(searches = true) {
    at("review").hidden = false;
    this.of = this.key(this.game.state);
    this.found = null;
    void this.run(searches);
    at("review").scrollIntoView({ block: "nearest" });
  }

  close() {
    this.of = "";
    this.running = false;
    this.found = null;
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

  get whole() {
    return this.found !== null && this.found.done === this.found.total;
  }

  /** @param {boolean} [searches] */
  async run(searches = true) {
    const { of } = this;
    this.running = true;
    this.show();
    try {
      let found = await this.game.api.review();
      const kept = found.carried ? null : keep.review(found.key)?.carried;
      if (kept) found = await this.game.api.look(kept);
      while (this.running && this.of === of) {
        this.found = found;
        this.show();
        if (this.whole || !searches) break;
        found = await this.game.api.look();
      }
    } catch (error) {
      if (this.of === of) await this.game.failed(error);
    }
    if (this.of !== of) return;
    this.running = false;
    if (this.found && this.whole) {
      keep.keepReview(this.found);
      // The game's text carries it from now on.
      await this.game.refresh();
    }
    this.show();
    this.game.panel.show(this.game.state);
  }

  /** The moves that were judged. */
  get moves() {
    return this.found?.review?.moves ?? [];
  }

  /** For each half-move what it lost, in words. */
  losses() {
    return this.moves.map(({ judgement, loss_chance, loss_balls }) => {
      const loss = t("ui-review-loss", { percent: percent(loss_chance), balls: number(loss_balls) });
      return { judgement, text: judgement === "good" ? loss : `${toldJudgement(judgement)}, ${loss}` };
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
      const told = t("ui-review-progress", { done: this.found?.done ?? 0, total: this.found?.total ?? total + 1 });
      children.push(make("p", { className: "facts" }, make("span", {}, told), stop));
    } else {
      if (this.found?.ignored) children.push(make("p", { className: "quiet", id: "review-ignored" }, t("ui-review-ignored")));
      if (this.found?.done) children.push(this.listed(), ...this.sums());
      if (!this.whole) {
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
    const curve = this.found?.curve ?? [];
    const points = curve.map((first, ply) => `${x(ply).toFixed(1)},${(HEIGHT * (1 - first)).toFixed(1)}`);
    const last = x(Math.max(0, curve.length - 1)).toFixed(1);
    svg.append(
      draw("polygon", { class: "area", points: `0,${HEIGHT} ${points.join(" ")} ${last},${HEIGHT}` }),
      draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("polyline", { class: "curve", points: points.join(" ") }),
      draw("line", { class: "now", x1: x(this.game.state.ply), x2: x(this.game.state.ply), y1: 0, y2: HEIGHT }),
    );
    // Lines without length, whose round ends are circles however the graph is stretched.
    for (const { ply } of this.moves.filter((move) => move.turning_point)) {
      svg.append(draw("path", { class: "turn", d: `M${points[ply].replace(",", " ")}h.01` }));
    }
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      this.game.jump(() => Math.round((total * (clientX - box.left)) / box.width));
    });
    return svg;
  }

  /** The turning points and the moves that cost most, in the order of the game. */
  listed() {
    const worst = this.moves
      .filter(({ judgement }) => judgement !== "good")
      .sort((a, b) => Number(b.turning_point) - Number(a.turning_point) || b.loss_chance - a.loss_chance)
      .filter(({ turning_point }, place) => turning_point || place < LISTED)
      .sort((a, b) => a.ply - b.ply);
    if (worst.length === 0) return make("p", { className: "quiet" }, t("ui-review-none"));
    const first = this.game.state.moves[0]?.side === "kostaushy" ? 1 : 0;
    const items = worst.map((move) => {
      const { ply, judgement } = move;
      const text = `${Math.floor((ply - 1 + first) / 2) + 1}. ${sideName(move.side)} ${move.notation}: `;
      const tag = make("span", { className: `tag ${judgement}` }, toldJudgement(judgement));
      const told = [
        t("ui-review-loss", { percent: percent(move.loss_chance), balls: number(move.loss_balls) }),
        t("ui-review-best", { hole: move.best }),
      ];
      if (move.turning_point) told.push(t("ui-review-turning"));
      const button = make("button", { type: "button" }, text, tag, ` · ${told.join(", ")}`);
      // Where the better move could still be played.
      button.addEventListener("click", () => this.game.jump(() => ply - 1));
      return make("li", {}, button);
    });
    return make("ul", { className: "turning" }, ...items);
  }

  /** Each side's moves together, and what the words mean. */
  sums() {
    const { found } = this;
    if (!found?.review) return [];
    const quiet = (/** @type {string} */ text) => make("p", { className: "quiet" }, text);
    const { sides } = found.review;
    const sums = SIDES.map((side) => {
      const { good, doubtful, bad } = sides[side];
      return quiet(t("ui-review-sum", { side: sideName(side), good, doubtful, bad }));
    });
    const limits = { doubtful: percent(found.doubtful), bad: percent(found.bad), name: adviserName(found.by) };
    return [...sums, quiet(t("ui-review-rule", limits))];
  }
}
