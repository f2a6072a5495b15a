// @ts-check
/** The menu of what is not always in sight. */
import { at } from "./texts.js";

export function close() {
  at("menu-list").hidden = true;
  at("menu").setAttribute("aria-expanded", "false");
}

/** Opens and closes it by its button, and closes it by a click anywhere. */
export function wire() {
  at("menu").addEventListener("click", () => {
    const list = at("menu-list");
    list.hidden = !list.hidden;
    at("menu").setAttribute("aria-expanded", String(!list.hidden));
  });
  document.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("#menu");
    if (!inside) close();
  });
}
