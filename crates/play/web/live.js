// @ts-check
/** The live analysis: a WebSocket that is open while somebody looks. */

/** Before it is tried again, in milliseconds. */
const AGAIN = 1500;

export class Live {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.on = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
  }

  toggle() {
    this.on = !this.on;
    this.again();
  }

  /** Opens or closes it as is wanted now: nobody looks at a page that is hidden. */
  again() {
    clearTimeout(this.timer);
    const wanted = this.on && !document.hidden && this.game.api.id !== "";
    if (!wanted) {
      this.close();
      return;
    }
    if (this.socket?.url.includes(this.game.api.id)) return;
    this.close();
    const socket = new WebSocket(this.game.api.live());
    this.socket = socket;
    socket.addEventListener("message", (event) => this.game.panel.take(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.on) this.timer = setTimeout(() => this.again(), AGAIN);
    });
  }

  close() {
    const { socket } = this;
    this.socket = null;
    // One that is not open yet would complain on the console.
    if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
    else socket?.close();
  }
}
