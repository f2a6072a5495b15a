// @ts-check
/** What the page says: remarks below the board, and what a screen reader is told of the game. */
import { at, make } from "./texts.js";

/** How long a remark stays, in milliseconds. */
const REMARK = 7000;
/** Sentences that the log keeps. */
const KEPT = 20;

export class Voice {
  constructor() {
    this.timer = 0;
  }

  /** A remark below the board. @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    const notice = at("notice");
    notice.textContent = text;
    notice.classList.toggle("wrong", wrong);
    notice.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.quiet(), REMARK);
  }

  quiet() {
    at("notice").hidden = true;
  }

  /** Tells what happened on the board: a quick reply does not replace what was told before. @param {string} text */
  tell(text) {
    const log = at("told");
    log.append(make("p", {}, text));
    while (log.childElementCount > KEPT) log.firstElementChild?.remove();
  }
}
