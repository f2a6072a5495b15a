// @ts-check
/** The menu of what is not always in sight. */
import { at } from "./texts.js";

/** Closes it. The focus does not stay on what is hidden. */
export function close() {
  const list = at("menu-list");
  if (list.contains(document.activeElement)) at("menu").focus();
  list.hidden = true;
  at("menu").setAttribute("aria-expanded", "false");
}

/** Opens and closes it by its button, and closes it by a click anywhere and where the focus leaves it. */
export function wire() {
  at("menu").addEventListener("click", () => {
    const list = at("menu-list");
    list.hidden = !list.hidden;
    at("menu").setAttribute("aria-expanded", String(!list.hidden));
  });
  at("menu-list").addEventListener("focusout", ({ relatedTarget: next }) => {
    if (next instanceof Element && !next.closest("#menu, #menu-list")) close();
  });
  document.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("#menu");
    if (!inside) close();
  });
}
