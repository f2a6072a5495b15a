// @ts-check
/**
 * The server's requests, and what it answers.
 *
 * @typedef {"bastaushy" | "kostaushy"} Side
 * @typedef {{variant: string, rows: Record<Side, number[]>, kazans: Record<Side, number>,
 *   tuzdiks: Record<Side, number | null>, turn: Side, legal: number[], compact: string}} Board
 * @typedef {{row: Side, hole: number, kazan: Side | null}} Drop
 * @typedef {{side: Side, hole: number, landing: Drop, captured: number, made_tuzdik: boolean,
 *   drops: Drop[], told: string}} Last
 * @typedef {{side: Side, hole: number, pair: string, kazans: Record<Side, number>}} Moved
 * @typedef {{id: string, name: string}} Sitting
 * @typedef {{winner: Side | null, reason: string, score: Record<Side, number>, text: string}} Result
 * @typedef {{minutes: number, seconds: number}} TimeControl
 * @typedef {{left: Record<Side, number>, running: Side | null, control: TimeControl}} Clock
 * @typedef {{revision: number, hash: string, board: Board, majority: number, start: string, ply: number,
 *   moves: Moved[], can_undo: boolean, can_redo: boolean, seats: Record<Side, Sitting | null>,
 *   computer: boolean, result: Result | null, last: Last | null, clock: Clock | null, reviewed: boolean,
 *   texts: Record<"game" | "pairs" | "fen" | "compact", string>}} State
 * @typedef {{hole: number, notation: string, win: number, margin: number, share: number,
 *   proven: "win" | "draw" | "loss" | null, line: number[], line_notation: string[]}} Choice
 * @typedef {{revision: number, by: string, turn: Side, win: number, draw: number, loss: number,
 *   margin: number, proven: "win" | "draw" | "loss" | null, exact: boolean, depth: number | null,
 *   nodes: number, simulations: number, moves: Choice[], reasons: string[]}} Advice
 * @typedef {{ply: number, side: Side, hole: number, notation: string, best: number, best_line: string[],
 *   loss_chance: number, loss_balls: number, judgement: "good" | "doubtful" | "bad",
 *   turning_point: boolean}} Judged
 * @typedef {{moves: number, good: number, doubtful: number, bad: number, mean_loss_chance: number,
 *   mean_loss_balls: number}} Sum
 * @typedef {{key: string, by: string, done: number, total: number, doubtful: number, bad: number,
 *   ignored: boolean, curve: number[], review: {moves: Judged[], sides: Record<Side, Sum>} | null,
 *   carried: string | null}} Reviewed
 * @typedef {{id: string, kind: string, name: string, every_variant: boolean,
 *   elo: {elo: number, low: number, high: number, games: number} | null}} Player
 * @typedef {{lang: string, dir: string, languages: [string, string][], messages: Record<string, string>,
 *   players: Player[], first: Record<string, string | null>}} Hello
 */

/** @type {Side[]} */
export const SIDES = ["bastaushy", "kostaushy"];

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "bastaushy" ? "kostaushy" : "bastaushy");

/** The server refused; the message is for people. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The requests of one session. */
export class Api {
  constructor() {
    this.lang = "";
    this.id = "";
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async ask(method, path, body) {
    let response;
    try {
      response = await fetch(`${path}?lang=${encodeURIComponent(this.lang)}`, {
        method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new Refused("offline", "");
    }
    if (!response.headers.get("content-type")?.includes("json")) {
      throw new Refused("offline", "");
    }
    const answer = await response.json();
    if (!response.ok) throw new Refused(answer.code, answer.message);
    return answer;
  }

  /** @param {string} path @param {unknown} [body] */
  post(path, body) {
    return this.ask("POST", `/api/sessions/${this.id}/${path}`, body);
  }

  /** @returns {Promise<Hello>} */
  hello() {
    return this.ask("GET", "/api/hello");
  }

  /** @param {object | null} action @returns {Promise<State>} */
  async open(action) {
    const opened = await this.ask("POST", "/api/sessions", { action });
    this.id = opened.id;
    return opened.state;
  }

  /** @returns {Promise<State>} */
  state() {
    return this.ask("GET", `/api/sessions/${this.id}`);
  }

  /** @param {number} seen @param {object} action @returns {Promise<State>} */
  act(seen, action) {
    return this.post("act", { seen, action });
  }

  /** @returns {Promise<State>} */
  think() {
    return this.post("think");
  }

  /** @returns {Promise<Advice>} */
  hint() {
    return this.post("hint");
  }

  /** How far the review of the game is. @returns {Promise<Reviewed>} */
  review() {
    return this.ask("GET", `/api/sessions/${this.id}/review`);
  }

  /** Looks at the next position of the game, or hands over what was kept. @param {string} [carried] @returns {Promise<Reviewed>} */
  look(carried) {
    return this.post("review", carried ? { carried } : undefined);
  }

  /** @param {number[]} holes @returns {Promise<Board[]>} */
  line(holes) {
    return this.post("line", holes);
  }

  /** Where the live analysis is. */
  live() {
    return `ws://${location.host}/api/sessions/${this.id}/live?lang=${this.lang}`;
  }
}
