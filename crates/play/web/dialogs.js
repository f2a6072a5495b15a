// @ts-check
/** The dialogs: a new game, files, settings, keys, the end of a game. */
import { SIDES } from "./api.js";
import { at, make, number, playerName, sideName, t } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./api.js").Player} Player */

const VARIANTS = ["togyz", "qozdatu", "bestemshe", "historic"];
/** Minutes for a game and seconds for each move. */
const CLOCKS = [null, { minutes: 1, seconds: 2 }, { minutes: 5, seconds: 3 }, { minutes: 15, seconds: 10 }, { minutes: 30, seconds: 0 }, { minutes: 90, seconds: 0 }];
/** How long "copied" stays, in milliseconds. */
const COPIED = 1500;

const box = () => /** @type {HTMLDialogElement} */ (at("dialog"));

/** Closes the dialog by its button, and by a click beside it. */
export function wire() {
  at("dialog-close").addEventListener("click", () => close());
  box().addEventListener("click", (event) => {
    if (event.target === box()) close();
  });
}

export function close() {
  box().close();
}

/** @param {string} title @param {(Node | string)[]} children
 * @param {{wide?: boolean, told?: string}} [how] whether it needs room, and the id of what a screen reader is told at once */
export function open(title, children, { wide = false, told = "" } = {}) {
  at("dialog-title").textContent = title;
  at("dialog-body").replaceChildren(...children);
  box().classList.toggle("wide", wide);
  if (told) box().setAttribute("aria-describedby", told);
  else box().removeAttribute("aria-describedby");
  if (!box().open) box().showModal();
}

/** A button. @param {string} text @param {() => void} act @param {string} [className] */
export function button(text, act, className = "") {
  const made = make("button", { type: "button", className }, text);
  made.addEventListener("click", act);
  return made;
}

/** A choice among a few. @param {string} legend @param {string} name @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} changed */
export function choice(legend, name, options, chosen, changed) {
  const inputs = options.map(([value, text]) => {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => changed(value));
    return make("label", {}, input, text);
  });
  return make("fieldset", { className: "choice" }, make("legend", {}, legend), ...inputs);
}

/** A choice among many. @param {string} label @param {string} id @param {HTMLElement[]} options @param {string} chosen @param {(value: string) => void} changed */
function picked(label, id, options, chosen, changed) {
  const select = make("select", { id }, ...options);
  select.value = chosen;
  select.addEventListener("change", () => changed(select.value));
  return make("label", { className: "field" }, make("span", {}, label), select);
}

/** @param {Player} player */
function option(player) {
  const elo = player.elo && { elo: number(player.elo.elo), low: number(player.elo.low), high: number(player.elo.high) };
  const text = elo ? `${playerName(player)} · ${t("ui-elo", elo)}` : playerName(player);
  return make("option", { value: player.id }, text);
}

/** Those who play a variant, in groups. @param {Game} game @param {string} variant */
function opponents(game, variant) {
  const able = game.hello.players.filter((player) => player.every_variant || variant === "togyz");
  /** @param {string} label @param {Player[]} some */
  const group = (label, some) => (some.length ? [make("optgroup", { label }, ...some.map(option))] : []);
  const levels = able.filter((player) => player.kind === "level");
  return [...group(t("ui-levels"), levels), ...group(t("ui-others"), able.filter((player) => player.kind !== "level"))];
}

const wanted = {
  variant: "togyz",
  mode: "computer",
  /** @type {Record<import("./api.js").Side, string>} */
  players: { bastaushy: "", kostaushy: "" },
  opponent: "",
  begins: "you",
  clock: "0",
};

/** Who sits where, as the dialog says. */
function seats() {
  if (wanted.mode === "people") return { bastaushy: null, kostaushy: null };
  if (wanted.mode === "watch") return { ...wanted.players };
  return wanted.begins === "you"
    ? { bastaushy: null, kostaushy: wanted.opponent }
    : { bastaushy: wanted.opponent, kostaushy: null };
}

/** Who plays: the part of the dialog that the editor has as well. @param {Game} game @param {() => void} redraw */
export function whoPlays(game, redraw) {
  const list = game.hello.players.filter((player) => player.every_variant || wanted.variant === "togyz");
  const first = game.hello.first[wanted.variant] ?? list[0]?.id ?? "";
  /** @param {string} id */
  const known = (id) => (list.some((player) => player.id === id) ? id : first);
  wanted.opponent = known(wanted.opponent);
  for (const side of SIDES) wanted.players[side] = known(wanted.players[side]);
  const parts = [
    choice(t("ui-mode"), "mode", [["computer", t("ui-mode-computer")], ["people", t("ui-mode-people")], ["watch", t("ui-mode-watch")]], wanted.mode, (value) => {
      wanted.mode = value;
      redraw();
    }),
  ];
  if (wanted.mode === "computer") {
    parts.push(
      choice(t("ui-who-begins"), "begins", [["you", t("ui-you-begin")], ["computer", t("ui-computer-begins")]], wanted.begins, (value) => {
        wanted.begins = value;
      }),
    );
  }
  /** @type {HTMLElement[]} */
  const selects = [];
  if (wanted.mode === "computer") {
    selects.push(picked(t("ui-opponent"), "opponent", opponents(game, wanted.variant), wanted.opponent, (value) => {
      wanted.opponent = value;
    }));
  } else if (wanted.mode === "watch") {
    for (const side of SIDES) {
      selects.push(picked(sideName(side), `player-${side}`, opponents(game, wanted.variant), wanted.players[side], (value) => {
        wanted.players[side] = value;
      }));
    }
  }
  return { parts: [...parts, ...selects], seats };
}

/** @param {string} variant */
export function setVariant(variant) {
  wanted.variant = variant;
}

/** @param {() => void} redraw */
export function variantChoice(redraw) {
  /** @type {[string, string][]} */
  const variants = VARIANTS.map((variant) => [variant, t(`ui-variant-${variant}`)]);
  return choice(t("ui-variant"), "variant", variants, wanted.variant, (value) => {
    wanted.variant = value;
    redraw();
  });
}

/** The clock: the part of the dialog that the editor has as well. */
export function clockChoice() {
  const options = CLOCKS.map((clock, index) =>
    make("option", { value: String(index) }, clock ? t("ui-clock-minutes", clock) : t("ui-clock-none")));
  const part = picked(t("ui-clock"), "clock", options, wanted.clock, (value) => {
    wanted.clock = value;
  });
  return { part, control: () => CLOCKS[Number(wanted.clock)] };
}

/** @param {Game} game */
export function newGame(game) {
  const held = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : "";
  const again = () => newGame(game);
  const who = whoPlays(game, again);
  const clock = clockChoice();
  const start = button(t("ui-start"), async () => {
    const begun = await game.begin({ variant: wanted.variant, seats: who.seats(), setup: null, clock: clock.control() });
    if (begun) close();
  }, "main");
  start.id = "start";
  open(t("ui-new"), [...who.parts, variantChoice(again), clock.part, make("div", { className: "actions" }, button(t("ui-cancel"), close), start)]);
  const focus = held ? at("dialog-body").querySelector(`[name="${held}"]:checked`) : start;
  if (focus instanceof HTMLElement) focus.focus();
}

/** Other players in the same game: to take a side over, to swap, or to go on with a game that was
 * loaded. @param {Game} game */
export function players(game) {
  const { seats: now, board } = game.state;
  wanted.variant = board.variant;
  const [first, second] = SIDES.map((side) => now[side]?.id ?? null);
  wanted.mode = first && second ? "watch" : first || second ? "computer" : "people";
  wanted.begins = first ? "computer" : "you";
  wanted.opponent = first ?? second ?? wanted.opponent;
  wanted.players = { bastaushy: first ?? wanted.opponent, kostaushy: second ?? wanted.opponent };
  const draw = () => {
    const who = whoPlays(game, draw);
    const seat = button(t("ui-go-on"), async () => {
      if (await game.seat(who.seats())) close();
    }, "main");
    seat.id = "seat";
    open(t("ui-players"), [...who.parts, make("div", { className: "actions" }, button(t("ui-cancel"), close), seat)]);
  };
  draw();
}

/** Asks before the game is given up. @param {Game} game */
export function resign(game) {
  const really = button(t("ui-resign"), () => {
    close();
    void game.act({ type: "resign" }, true);
  }, "main");
  really.id = "really-resign";
  const cancel = button(t("ui-cancel"), close);
  open(t("ui-resign"), [make("p", { id: "question" }, t("ui-resign-ask")), make("div", { className: "actions" }, cancel, really)], { told: "question" });
  cancel.focus();
}

/** @param {Game} game */
export function gameOver(game) {
  const { result } = game.state;
  if (!result) return;
  const score = `${result.score.bastaushy} : ${result.score.kostaushy}`;
  const again = button(t("ui-again"), async () => {
    const ids = { bastaushy: game.state.seats.bastaushy?.id ?? null, kostaushy: game.state.seats.kostaushy?.id ?? null };
    const { board, clock } = game.state;
    if (await game.begin({ variant: board.variant, seats: ids, setup: null, clock: clock?.control ?? null })) close();
  }, "main");
  again.id = "again";
  const review = button(t("ui-review-start"), () => {
    close();
    game.review.open();
  });
  open(t("ui-game-over"), [
    make("p", { className: "big-score" }, score),
    make("p", { className: "verdict", id: "verdict" }, result.text),
    make("div", { className: "actions" }, button(t("ui-look"), close), review, again),
  ], { told: "verdict" });
  again.focus();
}

/** @param {Game} game */
export function files(game) {
  const { texts } = game.state;
  /** @type {[string, "game" | "pairs" | "fen" | "compact"][]} */
  const forms = [[t("ui-form-game"), "game"], [t("ui-form-pairs"), "pairs"], [t("ui-form-fen"), "fen"], [t("ui-form-compact"), "compact"]];
  const shown = make("textarea", { readOnly: true, value: texts.game, id: "text-out", "aria-label": t("ui-form-game") });
  const form = choice(t("ui-copy"), "form", forms.map(([text, key]) => [key, text]), "game", (key) => {
    shown.value = texts[/** @type {"game"} */ (key)];
  });
  const copy = button(t("ui-copy"), async () => {
    shown.select();
    try {
      await navigator.clipboard.writeText(shown.value);
    } catch {
      // Selected, the text is copied by hand.
      return;
    }
    copy.textContent = t("ui-copied");
    setTimeout(() => {
      copy.textContent = t("ui-copy");
    }, COPIED);
  });
  const download = button(t("ui-download"), () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([texts.game], { type: "text/plain" })), download: "togyz.txt" });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const pasted = make("textarea", { id: "text-in", spellcheck: false, placeholder: "76 11 65 …" });
  const wrong = make("p", { className: "wrong", role: "alert", id: "text-wrong" });
  const load = button(t("ui-load"), async () => {
    wrong.textContent = "";
    if (await game.act({ type: "load", text: pasted.value, seats: null })) {
      close();
      if (game.state.reviewed) game.review.open(false);
    } else {
      wrong.textContent = at("notice").textContent;
    }
  }, "main");
  load.id = "text-load";
  const file = make("input", { type: "file", accept: ".txt,.pgn,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    pasted.value = (await file.files?.[0]?.text()) ?? "";
  });
  open(t("ui-files"), [
    form, shown, make("div", { className: "actions" }, copy, download),
    make("label", { className: "field" }, make("span", {}, t("ui-paste")), pasted), wrong,
    make("div", { className: "actions" }, file, button(t("ui-open-file"), () => file.click()), load),
  ]);
}

/** @param {Game} game */
export function settings(game) {
  const { settings: now } = game;
  const languages = game.hello.languages.map(([code, name]) => make("option", { value: code, lang: code }, name));
  const language = picked(t("ui-language"), "language", languages, game.hello.lang, async (value) => {
    await game.set({ lang: value });
    settings(game);
    at("language").focus();
  });
  /** @param {string} legend @param {"theme" | "speed" | "sound" | "names"} key @param {[string, string][]} options */
  const one = (legend, key, options) => choice(legend, key, options, now[key], (value) => void game.set({ [key]: value }));
  open(t("ui-settings"), [
    language,
    one(t("ui-theme"), "theme", [["system", t("ui-theme-system")], ["light", t("ui-theme-light")], ["dark", t("ui-theme-dark")]]),
    one(t("ui-speed"), "speed", [["off", t("ui-speed-off")], ["slow", t("ui-speed-slow")], ["normal", t("ui-speed-normal")], ["fast", t("ui-speed-fast")]]),
    one(t("ui-sound"), "sound", [["off", t("ui-off")], ["on", t("ui-on")]]),
    one(t("ui-hole-names"), "names", [["none", t("ui-hole-names-none")], ["kk", t("ui-hole-names-kk")], ["ky", t("ui-hole-names-ky")]]),
  ]);
}

export function keys() {
  /** @type {[string, string][]} */
  const list = [["1 – 9", "ui-key-holes"], ["U", "ui-key-undo"], ["R", "ui-key-redo"], ["H", "ui-key-hint"], ["A", "ui-key-analysis"], ["F", "ui-key-flip"], ["N", "ui-key-new"], ["Home ← → End", "ui-key-jump"], ["Esc", "ui-key-skip"]];
  const rows = list.flatMap(([key, text]) => [
    make("dt", {}, ...key.split(" ").map((part) => (part === "–" ? " – " : make("kbd", {}, part)))),
    make("dd", {}, t(text)),
  ]);
  open(t("ui-keys"), [make("dl", { className: "keys" }, ...rows)]);
}
