// @ts-check
/** What stands beside the board: the evaluation, the best moves, the list of moves. */
import { SIDES } from "./api.js";
import { adviserName, at, make, number, percent, sideName, t } from "./texts.js";

/** @typedef {import("./api.js").Advice} Advice */
/** @typedef {import("./api.js").State} State */

/** Moves of an analysis that are listed. */
const MOST = 5;
/** Half-moves of a line that are written out. */
const LINE = 7;

/** Bastaushy's expected result, 0 to 1, from that of the side to move. @param {Advice} advice */
function chanceOfFirst(advice) {
  const points = advice.win + advice.draw / 2;
  return advice.turn === "bastaushy" ? points : 1 - points;
}

/** The expected difference with the side it favours. @param {Advice} advice */
function toldMargin(advice) {
  const ahead = advice.turn === "bastaushy" ? advice.margin : -advice.margin;
  if (Math.abs(ahead) < 0.5) return t("ui-margin-even");
  const side = ahead > 0 ? SIDES[0] : SIDES[1];
  return t("ui-margin-ahead", { side: sideName(side), balls: number(Math.abs(ahead), 0) });
}

/** @param {"win" | "draw" | "loss" | null} proven */
const toldProof = (proven) =>
  proven === "win" ? t("ui-won") : proven === "loss" ? t("ui-lost") : proven === "draw" ? t("ui-drawn") : "";

export class Panel {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Advice | null} */
    this.advice = null;
    this.listed = "";
    /** @type {{hole: HTMLElement, value: HTMLElement, show: HTMLElement, row: HTMLElement}[]} */
    this.lines = [];
  }

  /** The board is another one: what was found counts no more. */
  forget() {
    this.advice = null;
    if (this.game.live.on || !at("look-body").childElementCount) this.showAdvice();
  }

  /** @param {Advice} advice */
  take(advice) {
    if (advice.revision !== this.game.state.revision) return;
    this.advice = advice;
    this.showAdvice();
  }

  showAdvice() {
    const body = at("look-body");
    if (!this.game.live.on) {
      const show = make("button", { type: "button" }, t("ui-analysis"));
      show.addEventListener("click", () => this.game.toggleAnalysis());
      body.classList.remove("old");
      body.replaceChildren(make("p", { className: "facts quiet" }, make("span", {}, t("ui-hidden")), show));
      return;
    }
    const { advice } = this;
    if (!advice) {
      if (!body.querySelector(".gauge")) body.replaceChildren(make("p", { className: "quiet" }, t("ui-analysing")));
      body.classList.add("old");
      return;
    }
    body.classList.remove("old");
    // What is there already is only changed, so that a click on a line meets the same line.
    if (!body.querySelector(".gauge")) body.replaceChildren(...this.frame());
    const chance = chanceOfFirst(advice);
    const [filled] = body.querySelectorAll(".gauge span");
    /** @type {HTMLElement} */ (filled).style.width = `${100 * chance}%`;
    body.querySelector(".gauge")?.setAttribute("aria-label", `${t("ui-win-chance")}: ${percent(chance)}`);
    const count = number(advice.simulations || advice.nodes);
    const effort = advice.exact ? t("ui-exact") : t("ui-effort", { name: adviserName(advice.by), count });
    const texts = {
      first: `${sideName("bastaushy")} ${percent(chance)}`,
      second: `${percent(1 - chance)} ${sideName("kostaushy")}`,
      "margin-name": t("ui-margin"),
      margin: toldMargin(advice),
      reason: advice.reasons[0] ?? "",
      effort,
    };
    for (const [name, text] of Object.entries(texts)) {
      const place = body.querySelector(`.${name}`);
      if (place) place.textContent = text;
    }
    this.lines.forEach((line, index) => {
      const choice = advice.moves[index];
      line.row.hidden = !choice;
      if (!choice) return;
      const text = choice.line_notation.slice(0, LINE).join(" ");
      line.hole.textContent = String(choice.hole);
      line.value.textContent = toldProof(choice.proven) || number(100 * choice.win, 0);
      line.show.textContent = text;
      line.show.title = advice.reasons[index] ?? "";
      line.show.setAttribute("aria-label", `${t("ui-preview")}: ${text}`);
    });
  }

  /** The places that an analysis fills. */
  frame() {
    const part = (/** @type {string} */ className) => make("span", { className });
    this.lines = Array.from({ length: MOST }, (_, index) => {
      const hole = make("td");
      const value = make("td");
      const show = make("button", { type: "button" });
      show.addEventListener("click", () => {
        const choice = this.advice?.moves[index];
        if (choice) void this.game.preview.begin(choice);
      });
      return { hole, value, show, row: make("tr", {}, hole, value, make("td", {}, show)) };
    });
    const head = make("tr", {}, make("th", {}, t("ui-move")), make("th", {}, "%"), make("th", {}, t("ui-line")));
    return [
      make("div", { className: "gauge", role: "img" }, make("span")),
      make("div", { className: "gauge-labels" }, part("first"), part("second")),
      make("p", { className: "facts" }, part("margin-name"), make("strong", { className: "margin" })),
      make("table", { className: "lines" }, head, ...this.lines.map((line) => line.row)),
      make("p", { className: "quiet reason" }),
      make("p", { className: "quiet effort" }),
    ];
  }

  /** @param {State} state */
  show(state) {
    const losses = this.game.review.losses();
    const listed = JSON.stringify([state.moves, state.ply, state.start, losses, document.documentElement.lang]);
    if (listed === this.listed) return;
    this.listed = listed;
    const begin = this.button(t("ui-start-position"), 0, state);
    const items = [make("li", {}, make("span", { className: "n" }), begin, make("span"))];
    const first = state.moves[0]?.side === "kostaushy" ? 1 : 0;
    for (let ply = 0; ply < state.moves.length; ) {
      const turn = Math.floor((ply + first) / 2) + 1;
      const row = make("li", {}, make("span", { className: "n" }, `${turn}.`));
      if (ply === 0 && first) row.append(make("span", { className: "n" }, "…"));
      do {
        row.append(this.button(state.moves[ply].pair, ply + 1, state, losses[ply]));
        ply += 1;
      } while (ply < state.moves.length && (ply + first) % 2 !== 0);
      items.push(row);
    }
    const list = at("moves");
    list.replaceChildren(...items);
    const now = list.querySelector("[aria-current=true]");
    if (now instanceof HTMLElement) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** @param {string} text @param {number} ply @param {State} state @param {{judgement: string, text: string}} [loss] */
  button(text, ply, state, loss) {
    const button = make("button", { type: "button" }, text);
    button.classList.toggle("undone", ply > state.ply);
    if (loss) {
      button.classList.add(loss.judgement);
      button.title = loss.text;
      button.setAttribute("aria-label", `${text}: ${loss.text}`);
    }
    button.setAttribute("aria-current", String(ply === state.ply));
    button.addEventListener("click", () => this.game.jump(() => ply));
    return button;
  }
}
