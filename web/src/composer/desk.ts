/**
 * The writing desk: the one message that is being written. It stays when the reader looks elsewhere, and follows them
 * while there is nothing on it. Each message is a sheet of its own: what becomes of a sheet is for its draft to know.
 */
import type { Target } from "./target.ts";

export interface Writing {
  readonly target: Target;
  readonly text: string;
  /** The server's copy, and whether it says the same. */
  readonly draftId: number | undefined;
  readonly isSaved: boolean;
  /** Grows with each message that is taken up, and what became of the one before: sent, or kept as a draft. */
  readonly sheet: number;
  readonly last: "done" | "kept";
  /** Opened by hand in a view that has no place to write of its own. */
  readonly isOpen: boolean;
  /** Where the caret is wanted, until it is there: in the text, or where a recipient is missing. */
  readonly focus: "text" | "recipient" | undefined;
}

type Begun = Partial<Pick<Writing, "target" | "text" | "draftId" | "isOpen">>;

export class Desk {
  #writing: Writing = {
    target: { to: "channel", channelId: undefined, topic: "" },
    text: "",
    draftId: undefined,
    isSaved: false,
    sheet: 0,
    last: "kept",
    isOpen: false,
    focus: undefined,
  };
  readonly #listeners = new Set<() => void>();
  /** Drafts of what was sent: the server may need a moment to forget them. */
  readonly #done = new Set<number>();

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
    this.change({ text, isSaved: false });
  }

  /** Opens with what is to be written; what stands there already stays, and the rest comes below it. */
  begin(target: Target, text = ""): void {
    const known = this.#writing.text;
    const joined = known.trim() === "" ? text : text === "" ? known : `${known.trimEnd()}\n\n${text}`;
    const isComplete = target.to === "direct" ? target.userIds.length > 0 : target.channelId !== undefined;
    this.change({ target, text: joined, isSaved: false, isOpen: true });
    this.focus(isComplete ? "text" : "recipient");
  }

  /** Takes up a text that was kept; what stood here is kept in its place. */
  restore(target: Target, text: string, draftId: number | undefined): void {
    this.#turn("kept", { target, text, draftId, isOpen: true });
    this.focus("text");
  }

  /** Goes with the reader to where they are, with what they had begun there. */
  follow(target: Target, draft: { readonly id: number; readonly content: string } | undefined): void {
    const begun = draft && !this.#done.has(draft.id) ? { text: draft.content, draftId: draft.id } : {};
    this.#turn("kept", { target, ...begun });
  }

  focus(on: Writing["focus"]): void {
    this.change({ focus: on });
  }

  /** Sent: nothing is written any more. */
  clear(): void {
    const { draftId } = this.#writing;
    if (draftId !== undefined) this.#done.add(draftId);
    this.#turn("done", {});
  }

  /** Left for later. */
  putAway(): void {
    this.#turn("kept", {});
  }

  close(): void {
    this.change({ isOpen: false });
  }

  #turn(last: Writing["last"], begun: Begun): void {
    const sheet = this.#writing.sheet + 1;
    const blank = { text: "", draftId: undefined, isOpen: false };
    this.change({ ...blank, ...begun, last, sheet, isSaved: begun.draftId !== undefined });
  }
}

export const desk = new Desk();
