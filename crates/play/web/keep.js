// @ts-check
/** What the browser keeps: the settings, the game, and which session this tab has. */

const GAME = "togyz.game";
const SETTINGS = "togyz.settings";
const SESSION = "togyz.session";
const REVIEWS = "togyz.reviews";
/** Reviews that are kept at most. */
const MOST_REVIEWS = 20;

/** @param {Storage} storage @param {string} key */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** A browser that keeps nothing is no reason not to play. @param {Storage} storage @param {string} key @param {unknown} value */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The game goes on without.
  }
}

const DEFAULTS = { lang: "", theme: "system", speed: "normal", sound: "off", names: "none", flip: false };
/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
export const settings = () => ({ ...DEFAULTS, ...read(localStorage, SETTINGS) });

/** @param {Settings} value */
export const keepSettings = (value) => write(localStorage, SETTINGS, value);

/** What brings a game back: its text, the players, and the clocks as they stood.
 * @returns {{text: string, seats: Record<import("./api.js").Side, string | null>, clock: object | null} | null} */
export const game = () => read(localStorage, GAME);

/** @param {import("./api.js").State} state */
export function keepGame(state) {
  const seats = { bastaushy: state.seats.bastaushy?.id ?? null, kostaushy: state.seats.kostaushy?.id ?? null };
  const clock = state.clock && { control: state.clock.control, left: state.clock.left };
  write(localStorage, GAME, { text: state.texts.game, seats, clock });
}

/** @returns {string} */
export const session = () => read(sessionStorage, SESSION) ?? "";

/** @param {string} id */
export const keepSession = (id) => write(sessionStorage, SESSION, id);

/** @returns {import("./api.js").Reviewed[]} */
const reviews = () => read(localStorage, REVIEWS) ?? [];

/** The review with the server's key for game, player and limits. @param {string} key */
export const review = (key) => reviews().find((one) => one.key === key) ?? null;

/** @param {import("./api.js").Reviewed} found */
export function keepReview(found) {
  const others = reviews().filter((one) => one.key !== found.key);
  write(localStorage, REVIEWS, [found, ...others].slice(0, MOST_REVIEWS));
}
