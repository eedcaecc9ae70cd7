/** The header of a code block: its language, playgrounds, and a copy button. Long blocks are collapsed. */

import type { State } from "@parley/client";
import { parseUrlTemplate } from "@parley/server/text/markdown/url-template.ts";
import { putOnClipboard } from "../../parts/clipboard.ts";
import { openMenu } from "../../parts/open-menu.tsx";
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
  const opened = playgroundButton(language, code, playgrounds);
  if (opened) actions.append(opened);
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

interface OpenedPlayground {
  readonly name: string;
  readonly href: string;
}

/** A link to the language's playground, or a button with a menu of several. */
function playgroundButton(language: string, code: string, playgrounds: readonly Playground[]): HTMLElement | undefined {
  const opened = playgrounds.flatMap((playground) =>
    playground.pygments_language === language ? (openedIn(playground, code) ?? []) : [],
  );
  const [first, ...others] = opened;
  if (first === undefined) return undefined;
  return others.length === 0 ? playgroundLink(first) : playgroundMenu(opened);
}

function openedIn({ name, url_template }: Playground, code: string): OpenedPlayground | undefined {
  const address = parseUrlTemplate(url_template)?.expand({ code });
  const destination = address === undefined ? undefined : destinationOf(address, location.origin);
  return destination?.kind === "elsewhere" ? { name, href: destination.href } : undefined;
}

function playgroundLink({ name, href }: OpenedPlayground): HTMLAnchorElement {
  const link = node("a", "", iconNode("link"), t("markup.openIn", { name }));
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function playgroundMenu(opened: readonly OpenedPlayground[]): HTMLButtonElement {
  const button = buttonNode("", iconNode("link"), t("markup.openInOne"), iconNode("down"));
  button.setAttribute("aria-haspopup", "menu");
  button.addEventListener("click", () => {
    const rows = opened.map(({ name, href }, index) => ({
      id: `${index}`,
      label: name,
      onAction: () => void open(href, "_blank", "noopener,noreferrer"),
    }));
    openMenu(t("markup.openInOne"), rows, button);
  });
  return button;
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
