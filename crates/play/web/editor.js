// @ts-check
/** Sets a position up; the server says what cannot be. */
import { SIDES, other } from "./api.js";
import { button, choice, clockChoice, close, open, setVariant, variantChoice, whoPlays } from "./dialogs.js";
import { at, make, sideName, t } from "./texts.js";

/** @typedef {import("./api.js").Side} Side */

/** Holes in a row and balls in each at the start. */
const BOARDS = /** @type {Record<string, [number, number]>} */ ({ togyz: [9, 9], historic: [9, 9], qozdatu: [7, 7], bestemshe: [5, 5] });

/** @param {import("./game.js").Game} game */
export function openEditor(game) {
  const { board } = game.state;
  setVariant(board.variant);
  const setup = {
    rows: { bastaushy: [...board.rows.bastaushy], kostaushy: [...board.rows.kostaushy] },
    kazans: { ...board.kazans },
    tuzdiks: { ...board.tuzdiks },
    side_to_move: board.turn,
  };
  let { variant } = board;
  /** @param {number} balls */
  const fill = (balls) => {
    const holes = BOARDS[variant][0];
    for (const side of SIDES) {
      setup.rows[side] = Array(holes).fill(balls);
      setup.kazans[side] = 0;
      setup.tuzdiks[side] = null;
    }
    setup.side_to_move = "bastaushy";
  };
  const draw = () => {
    const [holes, balls] = BOARDS[variant];
    const total = 2 * holes * balls;
    const count = make("p", { id: "edit-count" });
    const tell = () => {
      const all = [...setup.rows.bastaushy, ...setup.rows.kostaushy, setup.kazans.bastaushy, setup.kazans.kostaushy];
      const found = all.reduce((sum, one) => sum + one, 0);
      count.textContent = t("ui-edit-count", { found, expected: total });
      count.className = found === total ? "" : "wrong";
    };
    /** @param {number} value @param {string} id @param {string} label @param {(value: number) => void} changed */
    const cell = (value, id, label, changed) => {
      const input = make("input", { type: "number", min: "0", max: String(total), value: String(value), id, inputMode: "numeric", "aria-label": label });
      input.addEventListener("input", () => {
        changed(Math.max(0, Math.min(999, Math.trunc(Number(input.value)) || 0)));
        tell();
      });
      input.addEventListener("focus", () => input.select());
      return input;
    };
    /** @param {Side} side @param {boolean} upper */
    const row = (side, upper) => {
      const cells = setup.rows[side].map((value, index) => {
        const label = t("ui-hole-of", { side: sideName(side), hole: index + 1, count: "" });
        const input = cell(value, `edit-${side}-${index + 1}`, label, (now) => {
          setup.rows[side][index] = now;
        });
        return make("label", {}, input, String(index + 1));
      });
      const made = make("div", { className: "edit-row" }, ...(upper ? cells.reverse() : cells));
      made.style.setProperty("--holes", String(holes));
      return made;
    };
    /** @param {Side} side */
    const rest = (side) => {
      const kazan = cell(setup.kazans[side], `edit-kazan-${side}`, t("ui-edit-kazan", { side: sideName(side) }), (now) => {
        setup.kazans[side] = now;
      });
      const none = make("option", { value: "" }, t("ui-edit-none"));
      const places = setup.rows[other(side)].map((_, index) => make("option", { value: String(index + 1) }, String(index + 1)));
      const tuzdik = make("select", { id: `edit-tuzdik-${side}` }, none, ...places);
      tuzdik.value = String(setup.tuzdiks[side] ?? "");
      tuzdik.addEventListener("change", () => {
        setup.tuzdiks[side] = tuzdik.value ? Number(tuzdik.value) : null;
      });
      return make("div", { className: "pair" },
        make("label", { className: "field" }, make("span", {}, t("ui-edit-kazan", { side: sideName(side) })), kazan),
        make("label", { className: "field" }, make("span", {}, t("ui-edit-tuzdik", { side: sideName(side) })), tuzdik));
    };
    const wrong = make("p", { className: "wrong", role: "alert", id: "edit-wrong" });
    const who = whoPlays(game, draw);
    const clock = clockChoice();
    const play = button(t("ui-edit-play"), async () => {
      wrong.textContent = "";
      if (await game.begin({ variant, seats: who.seats(), setup, clock: clock.control() })) close();
      else wrong.textContent = at("notice").textContent;
    }, "main");
    play.id = "edit-play";
    const turn = choice(t("ui-edit-turn"), "turn", SIDES.map((side) => [side, sideName(side)]), setup.side_to_move, (value) => {
      setup.side_to_move = /** @type {Side} */ (value);
    });
    const variants = variantChoice(() => {
      const checked = at("dialog-body").querySelector("[name=variant]:checked");
      variant = checked instanceof HTMLInputElement ? checked.value : variant;
      fill(BOARDS[variant][1]);
      draw();
    });
    const tools = make("div", { className: "actions" },
      button(t("ui-edit-clear"), () => { fill(0); draw(); }),
      button(t("ui-edit-begin"), () => { fill(BOARDS[variant][1]); draw(); }));
    tell();
    open(t("ui-editor"), [
      rest("kostaushy"), row("kostaushy", true), row("bastaushy", false), rest("bastaushy"),
      count, tools, turn, variants, ...who.parts, clock.part, wrong,
      make("div", { className: "actions" }, button(t("ui-cancel"), close), play),
    ], { wide: true });
  };
  draw();
}
