/**
 * The writing desk: the one message that is being written. It stays when the reader looks elsewhere, and follows them
 * while there is nothing on it.
 */
import type { Target } from "./target.ts";

export interface Writing {
  readonly target: Target;
  readonly text: string;
  /** The server's copy. */
  readonly draftId: number | undefined;
  /** Opened by hand in a view that has no place to write of its own. */
  readonly isOpen: boolean;
  /** Grows when the caret should be put there: in the text, or where a recipient is missing. */
  readonly focus: { readonly on: "text" | "recipient"; readonly at: number };
}

const EMPTY: Writing = {
  target: { to: "channel", channelId: undefined, topic: "" },
  text: "",
  draftId: undefined,
  isOpen: false,
  focus: { on: "text", at: 0 },
};

class Desk {
  #writing: Writing = EMPTY;
  readonly #listeners = new Set<() => void>();

  get = (): Writing => this.#writing;

  get isEmpty(): boolean {
    return this.#writing.text.trim() === "";
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(part: Partial<Writing>): void {
    this.#writing = { ...this.#writing, ...part };
    for (const listener of this.#listeners) listener();
  }

  write(text: string): void {
    this.change({ text });
  }

  /** Opens with what is to be written; what stands there already stays, and the rest comes below it. */
  begin(target: Target, text = ""): void {
    const known = this.#writing.text;
    const joined = known.trim() === "" ? text : text === "" ? known : `${known.trimEnd()}\n\n${text}`;
    const isComplete = target.to === "direct" ? target.userIds.length > 0 : target.channelId !== undefined;
    this.change({ target, text: joined, isOpen: true });
    this.focus(isComplete ? "text" : "recipient");
  }

  /** Takes up a text that was kept. */
  restore(target: Target, text: string, draftId: number | undefined): void {
    this.change({ target, text, draftId, isOpen: true });
    this.focus("text");
  }

  focus(on: "text" | "recipient"): void {
    this.change({ focus: { on, at: this.#writing.focus.at + 1 } });
  }

  /** Sent, or put away: nothing is written any more, to the same people. */
  clear(): void {
    this.change({ text: "", draftId: undefined });
  }

  close(): void {
    this.change({ isOpen: false });
  }
}

export const desk = new Desk();
