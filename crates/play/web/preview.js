// @ts-check
/** A line of the analysis, shown on the board without being played. */
import { at } from "./texts.js";

export class Preview {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("./api.js").Board[]} */
    this.boards = [];
    /** @type {string[]} */
    this.names = [];
    this.at = 0;
  }

  /** Whether one is shown. */
  get on() {
    return this.boards.length > 0;
  }

  /** The board that is shown, if one is. @returns {import("./api.js").Board | undefined} */
  get board() {
    return this.boards[this.at];
  }

  /** @param {import("./api.js").Choice} choice */
  async begin(choice) {
    try {
      this.boards = await this.game.api.line(choice.line);
      this.names = choice.line_notation;
      this.at = 0;
      this.game.show();
    } catch (error) {
      await this.game.failed(error);
    }
  }

  /** @param {number} by */
  step(by) {
    if (!this.on) return;
    this.at = Math.max(0, Math.min(this.boards.length - 1, this.at + by));
    this.game.show();
  }

  /** Back to the game. */
  end() {
    this.forget();
    this.game.show();
  }

  /** The board is another one. */
  forget() {
    this.boards = [];
  }

  show() {
    at("preview").hidden = !this.on;
    if (this.on) at("preview-text").textContent = this.names.slice(0, this.at + 1).join(" ");
  }
}
