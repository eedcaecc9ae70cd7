/**
 * Where the reader is in a log, as one message and how far its text stands below the top, or the end. Whatever changes above
 * or below (older messages, sizes, the window), the log is scrolled so that this stays where it is: nothing moves by itself.
 * It measures the document, because what the browser has laid out is the only truth about what is seen.
 */
import type { Opening } from "./opening.ts";

export type RowKey = number | string;

export type Place =
  | { readonly at: "end" }
  /** Asked for, and not shown yet. */
  | { readonly at: "opening"; readonly key: RowKey; readonly stands: Opening["stands"] }
  | { readonly at: "row"; readonly key: RowKey; readonly offset: number }
  /** Further than what is in the document: what is there is found out when it is. */
  | { readonly at: "nowhere" };

/** Closer to the end than this is at the end. */
const END_PX = 4;
/** The browser scrolls by whole pixels. */
const CLOSE_ENOUGH_PX = 0.5;
/** What stands around the log takes its room when it opens; so long it stands as it was asked for. */
const OPENING_MS = 400;
/** Over the rule stays so much room. */
const RULE_PX = 48;

export class ReadingPlace {
  #scroller: HTMLElement | undefined;
  #place: Place;
  /** How far it was scrolled when last we knew: what differs is the reader's doing. */
  #known = 0;
  #knownHeight = 0;
  /** Ends the opening. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the newest message is among the rows, so that their end is the end. */
  hasNewest = true;

  constructor(place: Place) {
    this.#place = place;
  }

  get place(): Place {
    return this.#place;
  }

  /** The row that must be in the document for the place to be kept. */
  get key(): RowKey | undefined {
    return "key" in this.#place ? this.#place.key : undefined;
  }

  get isAtEnd(): boolean {
    return this.#place.at === "end";
  }

  attach(scroller: HTMLElement | null): void {
    this.#scroller = scroller ?? undefined;
  }

  detach(): void {
    clearTimeout(this.#timer);
    this.#scroller = undefined;
  }

  /** The reader goes elsewhere. */
  go(place: Place): void {
    this.#place = place;
    this.keep();
  }

  /** The log was scrolled: whether by the reader. */
  scrolled(): boolean {
    const scroller = this.#scroller;
    if (!scroller || scroller.scrollTop === this.#known) return false;
    // What became shorter for a moment was scrolled by the browser: the end stays the end.
    if (this.isAtEnd && scroller.scrollHeight !== this.#knownHeight) {
      this.keep();
      return false;
    }
    this.look();
    return true;
  }

  /** Takes as the place what is on the screen now. */
  look({ mayBeEnd = true } = {}): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#note(scroller);
    const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (mayBeEnd && this.hasNewest && left <= END_PX) {
      this.#place = { at: "end" };
      return;
    }
    const { top, bottom } = scroller.getBoundingClientRect();
    const row = rowsIn(scroller).find((each) => each.getBoundingClientRect().bottom > top);
    this.#place =
      row && row.getBoundingClientRect().top < bottom
        ? { at: "row", key: keyOf(row), offset: textOf(row).getBoundingClientRect().top - top }
        : { at: "nowhere" };
  }

  /** Scrolls so that the place is where it was. Called after everything that may have moved it, before it is painted. */
  keep(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const isPlaced = this.#place.at !== "opening" || this.#timer !== undefined;
    const moved = isPlaced ? this.#movedBy(scroller) : 0;
    if (this.#place.at === "nowhere" || (moved !== 0 && scroller.scrollHeight === this.#knownHeight)) {
      this.look();
      return;
    }
    if (this.#place.at === "end") {
      this.#followEnd(scroller);
      return;
    }
    const row = rowElement(scroller, this.#place.key);
    if (!row) return;
    const top = scroller.getBoundingClientRect().top;
    if (this.#place.at === "row") {
      // What came above is made up for, and what the reader did meanwhile stays done.
      this.#scrollBy(textOf(row).getBoundingClientRect().top - top - (this.#place.offset - moved));
      if (moved !== 0) this.look();
      return;
    }
    const { stands } = this.#place;
    this.#scrollBy(distanceTo(row, scroller, stands) - top);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#place.at === "opening") this.look({ mayBeEnd: stands === "quarter" });
    }, OPENING_MS);
  }

  /** Makes all of a row visible, by as little as that takes. */
  show(key: RowKey, { above = 0 } = {}): void {
    const scroller = this.#scroller;
    const row = scroller && rowElement(scroller, key);
    if (!scroller || !row) return;
    const view = scroller.getBoundingClientRect();
    const { top, bottom } = messageOf(row).getBoundingClientRect();
    if (top < view.top + above || bottom - top > view.height - above) this.#scrollBy(top - view.top - above);
    else if (bottom > view.bottom) this.#scrollBy(bottom - view.bottom);
    this.look();
  }

  /** What is new comes into sight, but not while something is selected, nor past where it began while nobody looks. */
  #followEnd(scroller: HTMLElement): void {
    const end = scroller.scrollHeight - scroller.clientHeight;
    const rule = document.hasFocus() ? null : scroller.querySelector(".newline");
    const toRule = rule ? rule.getBoundingClientRect().top - scroller.getBoundingClientRect().top - RULE_PX : end;
    const limit = isSelecting(scroller) ? scroller.scrollTop : scroller.scrollTop + Math.max(0, toRule);
    this.scrollTo(Math.min(end, limit));
    if (limit < end - END_PX) this.look({ mayBeEnd: false });
  }

  /** Where the virtualizer would be. It does not know of a scroll before its event, so it is believed only without a row. */
  suggest(px: number): void {
    if (this.#place.at === "nowhere") this.scrollTo(px);
  }

  /** All that scrolls the log and is not the reader goes through here. */
  scrollTo(px: number): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    scroller.scrollTop = px;
    this.#note(scroller);
  }

  #note({ scrollTop, scrollHeight }: HTMLElement): void {
    this.#known = scrollTop;
    this.#knownHeight = scrollHeight;
  }

  #scrollBy(px: number): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (Math.abs(px) > CLOSE_ENOUGH_PX) this.scrollTo(scroller.scrollTop + px);
    else this.#note(scroller);
  }

  /** How far the reader has scrolled, where the event is still to come. What became too short, the browser has scrolled. */
  #movedBy({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
    const moved = scrollTop - this.#known;
    const isCut = scrollHeight < this.#knownHeight && scrollHeight - clientHeight - scrollTop <= 1;
    return Math.abs(moved) > CLOSE_ENOUGH_PX && !isCut ? moved : 0;
  }
}

function isSelecting(scroller: HTMLElement): boolean {
  const selection = getSelection();
  return selection?.type === "Range" && scroller.contains(selection.anchorNode);
}

/** How far a row has to go up to stand as it was asked for, from the top of the window. */
function distanceTo(row: HTMLElement, scroller: HTMLElement, stands: Opening["stands"]): number {
  if (typeof stands === "object") return textOf(row).getBoundingClientRect().top - stands.offset;
  if (stands === "quarter") return (ruleOf(row) ?? row).getBoundingClientRect().top - scroller.clientHeight / 4;
  const { top, height } = messageOf(row).getBoundingClientRect();
  return top - Math.max(0, (scroller.clientHeight - height) / 2);
}

export const rowsIn = (scroller: HTMLElement): HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>(".log-row[data-key]"),
];

export const rowElement = (scroller: HTMLElement, key: RowKey): HTMLElement | null =>
  scroller.querySelector<HTMLElement>(`.log-row[data-key="${CSS.escape(String(key))}"]`);

/** Keys of messages are numbers, of what is not sent yet they are not. */
export function keyOf({ dataset }: HTMLElement): RowKey {
  const key = dataset.key ?? "";
  return /^\d+$/.test(key) ? Number(key) : key;
}

/** Without what stands above it. */
export const messageOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>(".msg") ?? row;
export const focusable = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>("article") ?? row;
/** The text stays, also where a divider or a name above it goes. */
const textOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>("[data-text]") ?? messageOf(row);
const ruleOf = (row: HTMLElement): HTMLElement | null => row.querySelector<HTMLElement>(".newline");
