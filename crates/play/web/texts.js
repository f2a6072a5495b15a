// @ts-check
/** The messages of the page's language, and small helpers that make elements. */

/** @type {Record<string, string>} */
let messages = {};
let language = "en";

/** @param {import("./api.js").Hello} hello */
export function speak(hello) {
  messages = hello.messages;
  language = hello.lang;
  document.documentElement.lang = hello.lang;
  document.documentElement.dir = hello.dir;
  document.title = t("ui-title");
  apply(document);
}

/** A message with its places filled. @param {string} key @param {Record<string, unknown>} [values] */
export function t(key, values = {}) {
  const text = messages[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Fills what the page's source leaves to the language. @param {ParentNode} root */
export function apply(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.getAttribute("data-t") ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const label = t(element.getAttribute("data-t-label") ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
  for (const element of root.querySelectorAll("[aria-keyshortcuts]")) {
    const label = element.getAttribute("aria-label") ?? element.textContent;
    if (element instanceof HTMLElement) element.title = `${label} (${element.getAttribute("aria-keyshortcuts")})`;
  }
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(`${language}-u-nu-latn`, options).format(value);
}

/** @param {number} share */
export const percent = (share) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** @param {import("./api.js").Side} side */
export const sideName = (side) => t(side === "bastaushy" ? "side-bastaushy" : "side-kostaushy");

/** What people call a player. @param {{id: string, name: string}} player */
export function playerName(player) {
  if (player.id.startsWith("level:")) return t(`ui-level-${player.name}`);
  return player.id === "classical" ? t("ui-classical") : player.name;
}

/** What people call whoever analyses. @param {string} by */
export function adviserName(by) {
  const level = `ui-level-${by}`;
  if (level in messages) return messages[level];
  return by === "classical" ? t("ui-classical") : by;
}

/**
 * An element with properties and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} [properties] @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children);
  return element;
}

/** An SVG element. @param {string} tag @param {Record<string, unknown>} [attributes] */
export function draw(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** The element with this id. @param {string} id @returns {HTMLElement} */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}
