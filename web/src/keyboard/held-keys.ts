/**
 * Keys pressed after a command that opens a text field, before the field is there: its code may still be loading. They
 * are typed into the field when it arrives, and are never commands.
 */
import { isText } from "./text-fields.ts";

/** A field whose code is there, and that has not arrived by then, is not coming. */
const LONGEST_MS = 10_000;

interface Hold {
  /** What had the focus before; it may be a text field, which must not get the keys either. */
  readonly origin: Element | null;
  readonly keys: string[];
  readonly end: () => void;
  isTyping: boolean;
  /** Its code is not there yet, which may take long on a slow line. */
  isLoading: boolean;
}

let hold: Hold | undefined;

const PASSED = ["Control", "Shift", "Alt", "Meta", "CapsLock"];

/**
 * Holds keys until a text field other than `origin` has the focus. Esc or the pointer ends it, or some time after
 * `loaded`, which whoever passes it ends with `releaseKeys` if it fails.
 */
export function holdKeys(origin: Element | null, loaded?: Promise<unknown>): void {
  // The command that started the loading does not know of it.
  if (hold?.isLoading && hold.origin === origin && !loaded) return;
  hold?.end();
  const { activeElement } = document;
  if (activeElement !== origin && isText(activeElement)) return;
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mine: Hold = { origin, keys: [], isTyping: false, isLoading: loaded !== undefined, end: () => over.abort() };
  hold = mine;
  const expire = () => {
    mine.isLoading = false;
    if (!over.signal.aborted) timer = setTimeout(mine.end, LONGEST_MS);
  };
  if (loaded) loaded.then(expire, expire);
  else expire();
  over.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    if (hold === mine) hold = undefined;
  });
  const during = { capture: true, signal: over.signal };
  addEventListener("keydown", (event) => keep(event, mine), during);
  addEventListener("pointerdown", mine.end, during);
  addEventListener("focusin", ({ target }) => isText(target) && target !== origin && void typeInto(mine), during);
}

/** The field is not coming. */
export const releaseKeys = (): void => hold?.end();

function keep(event: KeyboardEvent, { keys, end }: Hold): void {
  // Our own events are the held keys.
  if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (PASSED.includes(event.key)) return;
  if (event.key === "Escape") end();
  else {
    event.preventDefault();
    event.stopImmediatePropagation();
    keys.push(event.key);
  }
}

async function typeInto(mine: Hold): Promise<void> {
  if (mine.isTyping) return;
  mine.isTyping = true;
  // Each key may move the focus, or change what the next one does.
  for (let key = mine.keys.shift(); key !== undefined; key = mine.keys.shift()) {
    type(key);
    await new Promise((done) => setTimeout(done));
  }
  mine.end();
}

/** With the browser's editing commands, so that fields notice and Ctrl+Z undoes it. */
function type(key: string): void {
  const { activeElement } = document;
  const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!activeElement?.dispatchEvent(pressed)) return;
  if (key === "Backspace") document.execCommand("delete");
  else if (key === "Enter" && activeElement instanceof HTMLTextAreaElement)
    document.execCommand("insertText", false, "\n");
  else if (key.length === 1) document.execCommand("insertText", false, key);
}
