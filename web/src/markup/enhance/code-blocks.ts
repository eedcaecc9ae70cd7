/** The header of a code block: its language, playgrounds, and a copy button. Long blocks are collapsed. */

import type { State } from "@parley/client";
import { parseUrlTemplate } from "@parley/server/text/markdown/url-template.ts";
import { putOnClipboard } from "../../parts/clipboard.ts";
import { t } from "../../text/text.ts";
import { destinationOf } from "../addresses.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { buttonNode, iconNode, node } from "../nodes.ts";

type Playground = State["markup"]["playgrounds"][number];

/** Longer blocks are collapsed to fewer lines, so that collapsing always saves space. */
const LONGEST_WHOLE = 24;
/** Lines that may be wider than a phone. */
const WIDE = 36;
const COPIED_FOR_MS = 2_000;

export const enhanceCodeBlocks: Enhancement<{ readonly playgrounds: readonly Playground[] }> = (
  body,
  { playgrounds },
) => {
  const changes = new MarkupChanges();
  for (const block of body.querySelectorAll<HTMLElement>(".codehilite:not(.code)")) {
    const pre = block.querySelector("pre");
    if (pre) addHead(changes, block, pre, playgrounds);
  }
  return changes.undo;
};

function addHead(
  changes: MarkupChanges,
  block: HTMLElement,
  pre: HTMLElement,
  playgrounds: readonly Playground[],
): void {
  const code = (pre.textContent ?? "").replace(/\n$/, "");
  const lines = code.split("\n");
  const language = block.dataset.codeLanguage ?? "";
  const actions = node("span", "code-acts");
  for (const playground of playgrounds) {
    const link = playground.pygments_language === language ? playgroundLink(playground, code) : undefined;
    if (link) actions.append(link);
  }
  if (lines.some((line) => line.length > WIDE)) actions.append(wrapButton(block));
  actions.append(copyButton(changes, code));
  changes.addClass(block, "code");
  changes.insert(block, node("div", "code-head", node("span", "", language), actions), block.firstChild);
  // Scrollable elements must be reachable by keyboard.
  if (lines.some((line) => line.length > WIDE)) {
    changes.setAttribute(pre, "tabindex", "0");
    changes.setAttribute(pre, "role", "group");
    changes.setAttribute(pre, "aria-label", t("markup.codeIn", { language: language || t("markup.code") }));
  }
  if (lines.length > LONGEST_WHOLE) fold(changes, block, lines.length);
}

function playgroundLink({ name, url_template }: Playground, code: string): HTMLAnchorElement | undefined {
  const address = parseUrlTemplate(url_template)?.expand({ code });
  const destination = address === undefined ? undefined : destinationOf(address, location.origin);
  if (destination?.kind !== "elsewhere") return undefined;
  const link = node("a", "", iconNode("link"), t("markup.openIn", { name }));
  link.href = destination.href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function copyButton(changes: MarkupChanges, code: string): HTMLButtonElement {
  const label = node("span", "", t("markup.copy"));
  const button = buttonNode("", iconNode("copy"), label);
  // Announces to screen readers that the text was copied.
  label.setAttribute("aria-live", "polite");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string) => {
    label.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = t("markup.copy");
    }, COPIED_FOR_MS);
  };
  button.addEventListener("click", () => {
    void putOnClipboard(code).then((isCopied) => say(t(isCopied ? "markup.copied" : "markup.notCopied")));
  });
  changes.onUndo(() => clearTimeout(timer));
  return button;
}

function wrapButton(block: HTMLElement): HTMLButtonElement {
  const button = buttonNode("", t("markup.wrap"));
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(block.classList.toggle("wrapped")));
  });
  return button;
}

function fold(changes: MarkupChanges, block: HTMLElement, lineCount: number): void {
  const button = buttonNode("code-more", t("markup.showLines", { count: lineCount }));
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    const isFolded = block.classList.toggle("folded");
    button.setAttribute("aria-expanded", String(!isFolded));
    button.textContent = isFolded ? t("markup.showLines", { count: lineCount }) : t("markup.showFewerLines");
  });
  changes.addClass(block, "folded");
  changes.insert(block, button);
  changes.onUndo(() => block.classList.remove("folded", "wrapped"));
}
