/**
 * The message being written. It stays when the reader navigates, and an empty one follows them. Each message is a
 * separate sheet with its own draft.
 */
import type { Target } from "./target.ts";

export interface Writing {
  readonly target: Target;
  readonly text: string;
  /** The server's copy, and whether it is up to date. */
  readonly draftId: number | undefined;
  readonly isSaved: boolean;
  /** Increases with each message; says what happened to the previous one: sent, or kept as a draft. */
  readonly sheet: number;
  readonly last: "done" | "kept";
  /** Opened by the reader in a view without a target. */
  readonly isOpen: boolean;
  /** Where the caret should go, until it is there: the text, or the missing recipient. */
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
  /** Drafts of sent messages, which the server may not have deleted yet. */
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

  /** Opens the composer with a target and text; existing text stays, and the new text goes below it. */
  begin(target: Target, text = ""): void {
    const known = this.#writing.text;
    const joined = known.trim() === "" ? text : text === "" ? known : `${known.trimEnd()}\n\n${text}`;
    const isComplete = target.to === "direct" ? target.userIds.length > 0 : target.channelId !== undefined;
    this.change({ target, text: joined, isSaved: false, isOpen: true });
    this.focus(isComplete ? "text" : "recipient");
  }

  /** Opens a draft; the current text is kept as a draft. */
  restore(target: Target, text: string, draftId: number | undefined): void {
    this.#turn("kept", { target, text, draftId, isOpen: true });
    this.focus("text");
  }

  /** Follows the reader to a conversation and opens their draft for it. */
  follow(target: Target, draft: { readonly id: number; readonly content: string } | undefined): void {
    const begun = draft && !this.#done.has(draft.id) ? { text: draft.content, draftId: draft.id } : {};
    this.#turn("kept", { target, ...begun });
  }

  focus(on: Writing["focus"]): void {
    this.change({ focus: on });
  }

  /** Clears the composer after sending. */
  clear(): void {
    const { draftId } = this.#writing;
    if (draftId !== undefined) this.#done.add(draftId);
    this.#turn("done", {});
  }

  /** Closes the composer and keeps the draft. */
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
