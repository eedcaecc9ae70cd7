/** Keeps edits in this browser. All its windows share them, so they are read again before they are changed. */
import { Remembered } from "../state/remembered.ts";
import { fresh, type KeptEdits, keptTextOf, withKept, withoutKept } from "./kept-edits.ts";

export class EditKeeper {
  readonly #stored = new Remembered<KeptEdits>("edits", {});
  /** What this window has kept or taken up, by message. */
  readonly #own = new Map<number, string>();

  constructor() {
    const kept = this.#stored.get();
    const current = fresh(kept, Date.now());
    if (Object.keys(current).length < Object.keys(kept).length) this.#stored.set(current);
  }

  /** The text of a recent edit. */
  takeUp(messageId: number): string | undefined {
    const text = this.#textOf(messageId);
    if (text !== undefined) this.#own.set(messageId, text);
    return text;
  }

  keep(messageId: number, { source, text }: { readonly source: string; readonly text: string }): void {
    if (text !== source) {
      this.#stored.set(withKept(this.#stored.latest(), messageId, { text, at: Date.now() }));
      this.#own.set(messageId, text);
    }
    // It was changed back; but what another window has kept since stays.
    else if (this.#own.has(messageId) && this.#own.get(messageId) === this.#textOf(messageId)) this.forget(messageId);
  }

  forget(messageId: number): void {
    this.#stored.set(withoutKept(this.#stored.latest(), messageId, Date.now()));
    this.#own.delete(messageId);
  }

  #textOf(messageId: number): string | undefined {
    return keptTextOf(this.#stored.latest(), messageId, Date.now());
  }
}
