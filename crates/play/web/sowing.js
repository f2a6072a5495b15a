// @ts-check
/** Shows a move ball by ball. */

/** @typedef {import("./api.js").Last} Last */

/** Milliseconds a ball. */
const PACE = { off: 0, slow: 320, normal: 130, fast: 45 };
/** The longest that a whole move may take: long ones go faster. */
const LONGEST = { off: 0, slow: 9000, normal: 3200, fast: 1200 };

/** @typedef {keyof typeof PACE} Speed */

let sounding = false;
/** @type {AudioContext | null} */
let audio = null;

/** @param {boolean} on */
export function sound(on) {
  sounding = on;
}

/** A short knock. @param {number} pitch */
function knock(pitch) {
  if (!sounding) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.07);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.08);
}

/** A sowing that can be ended before its time. */
export class Sowing {
  constructor() {
    this.ended = false;
    /** @type {(() => void) | null} */
    this.wake = null;
  }

  /** Ends it: what is left is shown at once by whoever began it. */
  end() {
    this.ended = true;
    this.wake?.();
  }

  /** @param {number} time */
  pause(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), time);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  /**
   * Sows the last move on a board that shows the position before it.
   * @param {import("./board.js").BoardView} board @param {Last} last @param {Speed} speed
   */
  async run(board, last, speed) {
    const wanted = matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : speed;
    if (wanted === "off" || !board.shown) return;
    const step = Math.min(PACE[wanted], LONGEST[wanted] / last.drops.length);
    const kazans = { ...board.shown.kazans };
    board.mark(null);
    board.markLegal([]);
    board.holes[last.side][last.hole - 1].classList.add("origin");
    board.setHole(last.side, last.hole, 0);
    await this.pause(step);
    for (const drop of last.drops) {
      if (this.ended) return;
      const hole = board.holes[drop.row][drop.hole - 1];
      if (drop.kazan) {
        kazans[drop.kazan] += 1;
        board.setKazan(drop.kazan, kazans[drop.kazan]);
      } else {
        board.setHole(drop.row, drop.hole, board.countOf(drop.row, drop.hole) + 1);
      }
      hole.classList.add("falling");
      knock(drop.kazan ? 660 : 330 + 12 * drop.hole);
      await this.pause(step);
      hole.classList.remove("falling");
      hole.classList.add("trail");
    }
    if (this.ended || last.captured === 0) return;
    board.holes[last.landing.row][last.landing.hole - 1].classList.add("landing");
    await this.pause(2 * step);
    if (this.ended) return;
    board.setHole(last.landing.row, last.landing.hole, 0);
    board.setKazan(last.side, kazans[last.side] + last.captured);
    knock(880);
    await this.pause(2 * step);
  }
}
