// @ts-check
/** The board: draws a position, and can read back what it shows. */
import { SIDES, other } from "./api.js";
import { draw, make, playerName, sideName, t } from "./texts.js";

/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").Board} Position */

/** The holes' names among players, from hole 1. */
const NAMES = {
  kk: ["арт", "тектұрмас", "атөтпес", "атсыратар", "бел", "белбасар", "қандықақпан", "көкмойын", "маңдай"],
  ky: ["куйрук", "ат өтпөс", "жаман үй", "текилдек", "бел", "далы", "эки тишти", "көк моюн", "ооз"],
};
const WIDTH = 40;
const HEIGHT = 104;
const RADIUS = 7.4;
/** Rows of two balls that fit one above the other; more of them overlap. */
const ROWS = 6;
const KAZAN_WIDTH = 430;

/** Fills a hole with balls in two columns; the odd one has a colour of its own.
 * @param {Element} svg @param {number} count @param {boolean} upper */
function fillHole(svg, count, upper) {
  const rows = Math.ceil(count / 2);
  const pitch = rows > ROWS ? (HEIGHT - 2 * RADIUS - 6) / (rows - 1) : 2 * RADIUS + 0.8;
  const balls = [];
  for (let ball = 0; ball < count; ball += 1) {
    const odd = ball === count - 1 && count % 2 === 1;
    const depth = RADIUS + 4 + Math.floor(ball / 2) * pitch;
    const x = odd ? WIDTH / 2 : ball % 2 ? 28.2 : 11.8;
    const fill = odd ? "url(#odd)" : "url(#ball)";
    balls.push(draw("circle", { cx: x, cy: upper ? depth : HEIGHT - depth, r: RADIUS, fill }));
  }
  svg.replaceChildren(...balls);
}

/** Fills a kazan with pairs of balls; a line marks the majority.
 * @param {Element} svg @param {number} count @param {number} majority */
function fillKazan(svg, count, majority) {
  const columns = Math.max(Math.ceil(majority / 2), Math.ceil(count / 2));
  const pitch = Math.min(14, KAZAN_WIDTH / columns);
  const goal = (Math.floor(majority / 2) * pitch).toFixed(1);
  const balls = [draw("line", { x1: goal, x2: goal, y1: -3, y2: 33, class: "goal" })];
  for (let ball = 0; ball < count; ball += 1) {
    const odd = ball === count - 1 && count % 2 === 1;
    const x = (Math.floor(ball / 2) + 0.5) * pitch;
    const y = odd ? 15 : ball % 2 ? 22.5 : 7.5;
    balls.push(draw("circle", { cx: x.toFixed(1), cy: y, r: 6.2, fill: odd ? "url(#odd)" : "url(#ball)" }));
  }
  svg.replaceChildren(...balls);
}

export class BoardView {
  /** @param {HTMLElement} root @param {(side: Side, hole: number) => void} onHole */
  constructor(root, onHole) {
    this.root = root;
    this.onHole = onHole;
    /** @type {Side} */
    this.bottom = "bastaushy";
    this.names = "none";
    this.majority = 82;
    /** @type {Position | null} */
    this.shown = null;
    /** @type {Record<Side, HTMLButtonElement[]>} */
    this.holes = { bastaushy: [], kostaushy: [] };
    /** @type {Record<Side, HTMLElement>} */
    this.kazans = { bastaushy: make("div"), kostaushy: make("div") };
    /** @type {Record<Side, HTMLElement>} */
    this.seats = { bastaushy: make("div"), kostaushy: make("div") };
    /** @type {Record<Side, HTMLElement>} */
    this.clocks = { bastaushy: make("div"), kostaushy: make("div") };
    root.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest(".hole") : null;
      if (target instanceof HTMLElement) {
        this.onHole(/** @type {Side} */ (target.dataset.side), Number(target.dataset.hole));
      }
    });
  }

  /** Builds the holes, for a variant, a bottom side and names. @param {number} holes */
  build(holes) {
    const focus = document.activeElement;
    const held = focus instanceof HTMLElement && this.root.contains(focus) ? focus.dataset : null;
    this.root.style.setProperty("--holes", String(holes));
    const top = other(this.bottom);
    for (const side of SIDES) {
      const upper = side === top;
      this.holes[side] = Array.from({ length: holes }, (_, index) => this.hole(side, index + 1, upper));
      const svg = draw("svg", { viewBox: `0 0 ${KAZAN_WIDTH} 30`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" });
      this.kazans[side] = make("div", { className: "kazan", role: "img" }, make("span", { className: "count" }), svg);
      this.kazans[side].dataset.side = side;
      this.clocks[side] = make("span", { className: "clock", hidden: true });
      const who = make("span", { className: "who" });
      const arrow = make("span", { className: "arrow", "aria-hidden": "true" }, upper ? "← ← ←" : "→ → →");
      this.seats[side] = make("div", { className: "seat" }, make("span", { className: "dot" }), who, this.clocks[side], arrow);
      this.seats[side].dataset.side = side;
    }
    const upperRow = make("div", { className: "row upper" }, ...[...this.holes[top]].reverse());
    const lowerRow = make("div", { className: "row lower" }, ...this.holes[this.bottom]);
    const kazans = make("div", { className: "kazans" }, this.kazans[top], this.kazans[this.bottom]);
    this.root.replaceChildren(this.seats[top], upperRow, kazans, lowerRow, this.seats[this.bottom]);
    if (held?.side) this.holes[/** @type {Side} */ (held.side)][Number(held.hole) - 1]?.focus();
  }

  /** @param {Side} side @param {number} hole @param {boolean} upper */
  hole(side, hole, upper) {
    const names = this.names === "kk" || this.names === "ky" ? NAMES[this.names] : null;
    const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    const pit = make("span", { className: "pit" });
    pit.append(svg);
    const label = make("span", { className: "label" },
      make("span", { className: "count" }), make("span", { className: "number" }, String(hole)));
    const button = make("button", { type: "button", className: "hole" }, pit, label);
    if (names) button.append(make("span", { className: "name" }, names[hole - 1]));
    button.dataset.side = side;
    button.dataset.hole = String(hole);
    button.dataset.upper = upper ? "1" : "";
    return button;
  }

  /** Shows a position. @param {Position} position @param {number} majority */
  show(position, majority) {
    const holes = position.rows.bastaushy.length;
    if (this.holes.bastaushy.length !== holes || !this.root.childElementCount) this.build(holes);
    this.majority = majority;
    this.shown = position;
    for (const side of SIDES) {
      position.rows[side].forEach((count, index) => this.setHole(side, index + 1, count));
      this.setKazan(side, position.kazans[side]);
      this.seats[side].classList.toggle("turn", position.turn === side);
    }
    this.markLegal(position.legal);
  }

  /** @param {number[]} legal holes of the side to move */
  markLegal(legal) {
    for (const side of SIDES) {
      for (const button of this.holes[side]) {
        const can = this.shown?.turn === side && legal.includes(Number(button.dataset.hole));
        button.classList.toggle("legal", can);
        button.setAttribute("aria-disabled", String(!can));
        // The others are reached by no key: the tab order is the list of moves.
        button.tabIndex = can ? 0 : -1;
      }
    }
  }

  /** @param {Side} side @param {number} hole @param {number} count */
  setHole(side, hole, count) {
    const button = this.holes[side][hole - 1];
    const owner = SIDES.find((one) => one !== side && this.shown?.tuzdiks[one] === hole);
    button.classList.toggle("tuzdik", owner !== undefined);
    button.dataset.owner = owner ?? "";
    const number = button.querySelector(".count");
    if (number) number.textContent = String(count);
    const svg = button.querySelector("svg");
    if (svg) fillHole(svg, count, button.dataset.upper === "1");
    const label = t("ui-hole-of", { side: sideName(side), hole, count });
    button.setAttribute("aria-label", owner ? `${label}, ${t("ui-tuzdik-of", { side: sideName(owner) })}` : label);
  }

  /** @param {Side} side @param {number} count */
  setKazan(side, count) {
    const kazan = this.kazans[side];
    const number = kazan.querySelector(".count");
    if (number) number.textContent = String(count);
    const svg = kazan.querySelector("svg");
    if (svg) fillKazan(svg, count, this.majority);
    kazan.setAttribute("aria-label", t("ui-kazan-of", { side: sideName(side), count }));
  }

  /** @param {Side} side @param {number} hole */
  countOf(side, hole) {
    return Number(this.holes[side][hole - 1].querySelector(".count")?.textContent);
  }

  /** Marks the last move. @param {import("./api.js").Last | null} last */
  mark(last) {
    for (const side of SIDES) {
      for (const button of this.holes[side]) {
        button.classList.remove("origin", "landing", "trail", "falling", "advised");
      }
    }
    if (!last) return;
    for (const drop of last.drops) this.holes[drop.row][drop.hole - 1].classList.add("trail");
    this.holes[last.side][last.hole - 1].classList.add("origin");
    this.holes[last.landing.row][last.landing.hole - 1].classList.add("landing");
  }

  /** @param {Side} side @param {number} hole */
  advise(side, hole) {
    this.holes[side][hole - 1].classList.add("advised");
  }

  /** @param {Record<Side, import("./api.js").Sitting | null>} seats @param {boolean} alone whether one person plays */
  sit(seats, alone) {
    for (const side of SIDES) {
      const seat = seats[side];
      const name = seat ? playerName(seat) : t(alone ? "ui-you" : "ui-person");
      const who = this.seats[side].querySelector(".who");
      if (who) who.textContent = `${sideName(side)} · ${name}`;
    }
  }

  /** Turns the board, or gives the holes other names. @param {Side} bottom @param {string} names */
  arrange(bottom, names) {
    this.bottom = bottom;
    this.names = names;
    if (this.shown) {
      this.build(this.shown.rows.bastaushy.length);
      this.show(this.shown, this.majority);
    }
  }

  /** The position that can be read off the board, in the compact notation. */
  compact() {
    /** @param {Side} side */
    const row = (side) => this.holes[side].map((_, index) => this.countOf(side, index + 1)).join(",");
    /** @param {Side} side */
    const kazan = (side) => this.kazans[side].querySelector(".count")?.textContent;
    /** @param {Side} side */
    const tuzdik = (side) => this.holes[other(side)].findIndex((hole) => hole.dataset.owner === side);
    const turn = this.seats.bastaushy.classList.contains("turn") ? 0 : 1;
    const [first, second] = SIDES;
    return `${row(first)}/${row(second)}/${kazan(first)},${kazan(second)}/${tuzdik(first)},${tuzdik(second)}/${turn}`;
  }

  /** FNV-1a of what is shown, as the server computes it. @param {number} ply */
  hash(ply) {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(`${this.compact()} ${ply}`)) hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }
}
