/**
 * The reader's place in a log: a message and the distance of its text from the top, or the end. Whatever changes above
 * or below it (older messages, sizes, the window), the log scrolls to keep it in place, so that nothing moves by
 * itself. It measures the document, because only the browser's layout knows what is visible.
 */
import type { LogOpening } from "./opening.ts";

export type RowKey = number | string;

export type LogPlace =
  | { readonly at: "end" }
  /** Requested, and not shown yet. */
  | { readonly at: "opening"; readonly key: RowKey; readonly stands: LogOpening["stands"] }
  | { readonly at: "row"; readonly key: RowKey; readonly offset: number }
  /** Beyond the rendered rows: determined once they are rendered. */
  | { readonly at: "nowhere" };

/** Within this distance counts as being at the end. */
const END_PX = 4;
/** Browsers scroll by whole pixels. */
const CLOSE_ENOUGH_PX = 0.5;
/** The surroundings take their space while a log opens; until then it keeps the requested position. */
const OPENING_MS = 400;
/** Space above the rule. */
const RULE_PX = 48;

export class ReadingPlace {
  #scroller: HTMLElement | undefined;
  #place: LogPlace;
  /** The last known scroll position: any difference was made by the reader. */
  #known = 0;
  #knownHeight = 0;
  /** Ends the opening. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the rows include the newest message, so that their end is the end of the log. */
  hasNewest = true;

  constructor(place: LogPlace) {
    this.#place = place;
  }

  get place(): LogPlace {
    return this.#place;
  }

  /** The row that must stay rendered to keep the place. */
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

  /** Moves to another place. */
  go(place: LogPlace): void {
    this.#place = place;
    this.keep();
  }

  /** Handles a scroll event; returns whether the reader scrolled. */
  scrolled(): boolean {
    const scroller = this.#scroller;
    if (!scroller || scroller.scrollTop === this.#known) return false;
    // The browser scrolled because the content became shorter for a moment: stay at the end.
    if (this.isAtEnd && scroller.scrollHeight !== this.#knownHeight) {
      this.keep();
      return false;
    }
    this.look();
    return true;
  }

  /** Takes the current viewport as the place. */
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

  /** Scrolls to keep the place in position. Called before paint after anything that may have moved it. */
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
      // Compensates for changes above, and keeps what the reader scrolled meanwhile.
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

  /** Scrolls a row fully into view by the smallest distance. */
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

  /**
   * New messages scroll into view, but not while text is selected, nor past the first one while the window is
   * unfocused.
   */
  #followEnd(scroller: HTMLElement): void {
    const end = scroller.scrollHeight - scroller.clientHeight;
    const rule = document.hasFocus() ? null : scroller.querySelector(".newline");
    const toRule = rule ? rule.getBoundingClientRect().top - scroller.getBoundingClientRect().top - RULE_PX : end;
    const limit = isSelecting(scroller) ? scroller.scrollTop : scroller.scrollTop + Math.max(0, toRule);
    this.scrollTo(Math.min(end, limit));
    if (limit < end - END_PX) this.look({ mayBeEnd: false });
  }

  /** The virtualizer's suggestion. It learns of a scroll only from its event, so it is used only without a row. */
  suggest(px: number): void {
    if (this.#place.at === "nowhere") this.scrollTo(px);
  }

  /** Every scroll that the reader did not make goes through here. */
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

  /**
   * How far the reader has scrolled before the event arrives. If the content became too short, the browser scrolled.
   */
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

/** The distance a row must move up to reach its requested position. */
function distanceTo(row: HTMLElement, scroller: HTMLElement, stands: LogOpening["stands"]): number {
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

/** Message keys are numbers; unsent messages have other keys. */
export function keyOf({ dataset }: HTMLElement): RowKey {
  const key = dataset.key ?? "";
  return /^\d+$/.test(key) ? Number(key) : key;
}

/** The message without its dividers. */
export const messageOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>(".msg") ?? row;
export const focusable = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>("article") ?? row;
/** Anchors to the text, which stays even if a divider or name above it disappears. */
const textOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>("[data-text]") ?? messageOf(row);
const ruleOf = (row: HTMLElement): HTMLElement | null => row.querySelector<HTMLElement>(".newline");
