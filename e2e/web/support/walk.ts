/**
 * A random walk through the web client: clicks and keys drawn from everything on the screen. Whatever is written in the composer
 * gets a mark, by which it is found again: sent where the composer said, or kept.
 */
import type { Page } from "playwright-core";
import { KEYS } from "../../../web/src/keyboard/keys.ts";

/** Leaves the application, or loses text or messages on purpose. */
const NOT_CLICKED =
  /sign out|log out|delete|discard|deactivate|archive|download|print|cancel|remove|clear|move \d|move message|schedule|send later|undo|attach|upload/i;
const NOT_PRESSED = new Set(["Backspace", "Delete", "Mod+z", "Mod+x", "Mod+f", "Mod+Shift+V", "F5"]);

const KEYS_TO_PRESS = [
  ...Object.values(KEYS).flatMap(({ keys }) => keys.filter((key) => !NOT_PRESSED.has(key))),
  ...["Tab", "Shift+Tab", "Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"],
];

const VIEWS = ["#inbox", "#recent", "#feed", "#narrow/is/starred", "#narrow/is/mentioned", "#drafts", "#channels/all"];

/** Text that was written in the composer. */
export interface WrittenText {
  readonly mark: string;
  /** The conversation that the composer named while it was written. */
  readonly to: string;
  /** The recipients were changed while it stood there. */
  isMoved: boolean;
}

export interface Walker {
  readonly page: Page;
  readonly name: string;
  readonly written: WrittenText[];
}

/** A small generator of numbers, so that a seed gives the same walk again. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Begins the description of a step that changes recipients. */
const CHOOSES = "clicks among the recipients";

interface Clickable {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly isRecipient: boolean;
}

/** Everything on the screen that can be clicked and is not covered. */
function clickables(): Clickable[] {
  const selector =
    "a[href],button,input,textarea,select,[role=button],[role=option],[role=menuitem],[role=tab],[role=switch],[role=checkbox],[role=radio],[role=treeitem],[role=article]";
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    // Smaller ones are for screen readers.
    const hit = width >= 8 && height >= 8 ? document.elementFromPoint(x, y) : null;
    if (!hit || !(element.contains(hit) || hit.contains(element))) return [];
    if (element.matches("[disabled],[aria-disabled=true],[type=file]")) return [];
    const link = element.closest("a");
    if (link && (link.target === "_blank" || !link.href.startsWith(`${location.origin}/#`))) return [];
    const name = element.ariaLabel ?? element.title ?? element.innerText;
    return [{ x, y, name: `${name} ${element.innerText}`, isRecipient: element.closest(".composer .to") !== null }];
  });
}

interface ComposerState {
  readonly isFocused: boolean;
  readonly isInRecipients: boolean;
  readonly text: string;
  readonly to: string;
}

function composerState(): ComposerState {
  const box = document.querySelector<HTMLTextAreaElement>(".composer textarea");
  return {
    isFocused: box !== null && document.activeElement === box,
    isInRecipients: document.activeElement?.closest(".composer .to") != null,
    text: box?.value ?? "",
    to: box?.placeholder ?? "",
  };
}

export async function takeStep(walker: Walker, random: (below: number) => number): Promise<string> {
  const { page } = walker;
  const before = await page.evaluate(composerState);
  const done = await act(walker, before, random);
  const after = await page.evaluate(composerState).catch(() => before);
  // From here on, where the text goes is what the walker has chosen.
  if (before.isInRecipients || after.isInRecipients || done.startsWith(CHOOSES))
    for (const each of walker.written) if (before.text.includes(each.mark)) each.isMoved = true;
  return done;
}

async function act(walker: Walker, now: ComposerState, random: (below: number) => number): Promise<string> {
  const { page, written } = walker;
  const choice = random(100);
  if (choice < 20) {
    if (!now.isFocused) {
      const box = page.locator(".composer textarea");
      if (!(await box.isVisible())) return click(page, random);
      await box.focus();
    }
    const { to, isFocused } = await page.evaluate(composerState);
    // A dialog keeps the focus.
    if (!isFocused) return click(page, random);
    const mark = `w${written.length}x${random(1_000_000)}`;
    written.push({ mark, to, isMoved: to === "" });
    await page.keyboard.press("Control+End");
    await page.keyboard.type(` ${mark} `);
    return `writes ${mark} to ${to}`;
  }
  if (choice < 25) {
    await page.keyboard.press(now.isFocused ? "Enter" : "Control+Enter");
    return "sends";
  }
  if (choice < 29) {
    const view = VIEWS[random(VIEWS.length)] as string;
    await page.evaluate((hash) => location.assign(hash), view);
    return `opens ${view}`;
  }
  if (choice < 30) {
    await page.reload();
    await page.getByRole("main").waitFor();
    return "reloads";
  }
  if (choice < 60) {
    const key = KEYS_TO_PRESS[random(KEYS_TO_PRESS.length)] as string;
    for (const each of key.split(" ")) await page.keyboard.press(each.replace(/^(?:Mod|Ctrl)\b/, "Control"));
    return `presses ${key}`;
  }
  return click(page, random);
}

async function click(page: Page, random: (below: number) => number): Promise<string> {
  const found = (await page.evaluate(clickables)).filter(({ name }) => !NOT_CLICKED.test(name));
  const chosen = found[random(found.length)];
  if (!chosen) return "finds nothing to click";
  await page.mouse.click(chosen.x, chosen.y);
  return `${chosen.isRecipient ? CHOOSES : "clicks"} ${chosen.name.trim().slice(0, 60)}`;
}
