/** The elements that enhancements create. Text is only ever set as text. */
import type { IconName } from "../parts/Sprite.tsx";

const SVG = "http://www.w3.org/2000/svg";

type Child = Node | string;

export function node<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}

export function iconNode(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

export function buttonNode(className: string, ...children: readonly Child[]): HTMLButtonElement {
  const button = node("button", className, ...children);
  button.type = "button";
  return button;
}
