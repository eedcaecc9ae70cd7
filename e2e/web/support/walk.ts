/**
 * A random walk through the web client: clicks and keys drawn from everything on the screen. Whatever is written in the composer
 * gets a mark, by which it is found again: sent where the composer said, or kept.
 */
import type { Page } from "playwright-core";
import { KEYS } from "../../../web/src/keyboard/keys.ts";

/** Leaves the application, or loses text or messages on purpose. */
const NOT_CLICKED =
  /sign out|log out|delete|discard|deactivate|archive|download|print|cancel|remove|clear|move \d|move message|schedule|send later|undo|attach|upload/i;

/**
 * Has the page itself leave those alone: what a step has chosen by its place may be covered by the time it is clicked, as by a menu
 * that was being loaded, with "Sign out" in it.
 */
export async function leaveAlone(page: Page): Promise<void> {
  await page.addInitScript((excluded) => {
    const pattern = new RegExp(excluded, "i");
    window.addEventListener(
      "click",
      (event) => {
        const target = event.target instanceof Element ? event.target : null;
        const hit = target?.closest<HTMLElement>("a,button,[role=button],[role=menuitem],[role=option]");
        if (!hit || !pattern.test(`${hit.ariaLabel ?? ""} ${hit.title} ${hit.innerText}`)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }, NOT_CLICKED.source);
}

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
  /** Where it was found last, to be shown if it is lost. */
  seen?: string;
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
  /** In a dialog, as a saved snippet that is inserted where the walker is. */
  readonly isInDialog: boolean;
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
    return [
      {
        ...{ x, y, name: `${name} ${element.innerText}` },
        isRecipient: element.closest(".composer .to") !== null,
        isInDialog: element.closest("[role=dialog]") !== null,
      },
    ];
  });
}

interface ComposerState {
  readonly isFocused: boolean;
  /** What has the focus. */
  readonly focus: string;
  readonly isInRecipients: boolean;
  readonly text: string;
  readonly to: string;
}

function composerState(): ComposerState {
  const box = document.querySelector<HTMLTextAreaElement>(".composer textarea");
  const { activeElement } = document;
  return {
    isFocused: box !== null && activeElement === box,
    focus: activeElement?.outerHTML.slice(0, 120) ?? "nothing",
    isInRecipients: activeElement?.closest(".composer .to") != null,
    text: box?.value ?? "",
    to: box?.placeholder ?? "",
  };
}

/**
 * Keys and tools would change the marks that are selected, or that the caret is in: there, it goes to the end. Every
 * field counts, because sent messages can be edited.
 */
function spareMarks(): void {
  for (const field of document.querySelectorAll("textarea")) {
    const { value, selectionStart: start, selectionEnd: end } = field;
    const isHit = [...value.matchAll(/w\d+x\d+/g)].some(
      ({ 0: mark, index }) => start < index + mark.length && end > index,
    );
    if (isHit) field.setSelectionRange(value.length, value.length);
  }
}

/** The names of what Enter and Space would activate: the focused element, the chosen option, or the form's button. */
function namesOfActive(): string {
  const { activeElement } = document;
  if (!activeElement) return "";
  const option = document.getElementById(activeElement.getAttribute("aria-activedescendant") ?? "");
  const submit = activeElement.matches("input") ? activeElement.closest("form")?.querySelector("[type=submit]") : null;
  const button = activeElement.closest("button,a,[role=button],[role=menuitem],[role=option]");
  return [button, option, submit]
    .map((element) => (element ? `${element.ariaLabel ?? ""} ${element.textContent}` : ""))
    .join(" ");
}

export async function takeStep(walker: Walker, random: (below: number) => number): Promise<string> {
  const { page } = walker;
  await page.evaluate(spareMarks);
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
      if (!(await box.isVisible())) return click(walker, random);
      await box.focus();
    }
    const { to, isFocused } = await page.evaluate(composerState);
    // A dialog keeps the focus.
    if (!isFocused) return click(walker, random);
    const mark = `w${written.length}x${random(1_000_000)}`;
    await page.keyboard.press("Control+End");
    await page.keyboard.type(` ${mark}`);
    const other = await takerOf(page, mark);
    // In a menu, a space would choose what is dangerous.
    if (other !== undefined) return `writes ${mark}, but ${other} has taken the focus`;
    await page.keyboard.type(" ");
    written.push({ mark, to, isMoved: to === "" });
    return `writes ${mark} to ${to}`;
  }
  if (choice < 25) return press(page, now.isFocused ? "Enter" : "Control+Enter", "sends");
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
    for (const each of key.split(" ")) await press(page, each.replace(/^(?:Mod|Ctrl)\b/, "Control"));
    return `presses ${key}`;
  }
  return click(walker, random);
}

async function press(page: Page, key: string, done = `presses ${key}`): Promise<string> {
  const names = /Enter|Space/.test(key) ? await page.evaluate(namesOfActive) : "";
  if (NOT_CLICKED.test(names)) return `leaves ${names.trim().slice(0, 60)} alone`;
  await page.keyboard.press(key);
  return done;
}

const LONGEST_TO_APPEAR_MS = 2000;

/**
 * Where typed text has gone, if not into the composer: what the step before has opened may have taken the focus, and with it what
 * was typed. Text that is neither there nor anywhere else, while the composer has the focus, is lost.
 */
async function takerOf(page: Page, mark: string): Promise<string | undefined> {
  const deadline = performance.now() + LONGEST_TO_APPEAR_MS;
  for (;;) {
    const { text, isFocused, focus } = await page.evaluate(composerState);
    if (text.includes(mark)) return undefined;
    if (performance.now() > deadline) return isFocused ? undefined : focus;
  }
}

async function click({ page, written }: Walker, random: (below: number) => number): Promise<string> {
  const found = (await page.evaluate(clickables)).filter(({ name }) => !NOT_CLICKED.test(name));
  const chosen = found[random(found.length)];
  if (!chosen) return "finds nothing to click";
  await page.mouse.click(chosen.x, chosen.y);
  if (chosen.isInDialog) for (const each of written) if (chosen.name.includes(each.mark)) each.isMoved = true;
  return `${chosen.isRecipient ? CHOOSES : "clicks"} ${chosen.name.trim().slice(0, 60)}`;
}
