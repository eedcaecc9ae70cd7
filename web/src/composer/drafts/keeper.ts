/**
 * Keeps what is being written: in this browser almost at once, on the server a little later, where other devices find it.
 * When another device has written on in the same draft, the newer text wins and the older becomes a draft of its own.
 */
import type { Draft } from "@parley/client";

export interface Kept {
  readonly draft: Pick<Draft, "type" | "to" | "topic" | "content">;
  readonly id: number | undefined;
}

export interface DraftServer {
  create(draft: Kept["draft"]): Promise<number>;
  /** False where there is no such draft any more. */
  edit(id: number, draft: Kept["draft"]): Promise<boolean>;
  remove(id: number): Promise<void>;
}

export interface KeeperOptions {
  readonly server: DraftServer;
  /** Whether drafts go to the server at all; the reader may have turned that off. */
  isSynchronized(): boolean;
  keepHere(kept: Kept | undefined): void;
  /** The draft has an id now, or was saved: what the composer says of it. */
  onSaved(id: number | undefined): void;
  setTimeout?: (run: () => void, ms: number) => unknown;
  clearTimeout?: (timer: unknown) => void;
}

const HERE_AFTER_MS = 400;
const THERE_EVERY_MS = 2000;

export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #later: (run: () => void, ms: number) => unknown;
  readonly #cancel: (timer: unknown) => void;
  #current: Kept | undefined;
  #savedText: string | undefined;
  #here: unknown;
  #there: unknown;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#later = options.setTimeout ?? ((run, ms) => setTimeout(run, ms));
    this.#cancel = options.clearTimeout ?? ((timer) => clearTimeout(timer as number));
  }

  /** What stands in the composer now; undefined, or nothing but space, when there is nothing to keep. */
  note(kept: Kept | undefined): void {
    const isNothing = kept === undefined || kept.draft.content.trim() === "";
    this.#current = isNothing && kept?.id === undefined ? undefined : kept;
    this.#here ??= this.#later(() => this.#keepHere(), HERE_AFTER_MS);
    this.#there ??= this.#later(() => this.flush(), THERE_EVERY_MS);
  }

  /** Saves what is not saved yet. */
  flush(): Promise<void> {
    this.#cancel(this.#there);
    this.#there = undefined;
    this.#keepHere();
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** It was sent, or thrown away: nothing of it is kept. */
  async forget(id: number | undefined): Promise<void> {
    this.#cancel(this.#here);
    this.#cancel(this.#there);
    this.#here = this.#there = this.#current = this.#savedText = undefined;
    this.#options.keepHere(undefined);
    await this.#saving;
    const known = id ?? this.#savedId;
    this.#savedId = undefined;
    if (known !== undefined && this.#options.isSynchronized()) await this.#options.server.remove(known).catch(() => {});
  }

  #savedId: number | undefined;

  #keepHere(): void {
    this.#cancel(this.#here);
    this.#here = undefined;
    this.#options.keepHere(this.#current);
  }

  async #save(): Promise<void> {
    const current = this.#current;
    const { server, onSaved } = this.#options;
    if (!current || !this.#options.isSynchronized()) return;
    const text = JSON.stringify(current.draft);
    if (text === this.#savedText) return;
    const id = current.id ?? this.#savedId;
    try {
      if (current.draft.content.trim() === "") {
        if (id !== undefined) await server.remove(id);
        this.#savedId = undefined;
        onSaved(undefined);
      } else {
        const isThere = id !== undefined && (await server.edit(id, current.draft));
        this.#savedId = isThere ? id : await server.create(current.draft);
        onSaved(this.#savedId);
      }
      this.#savedText = text;
    } catch {
      // Offline, or refused: it is kept here, and tried again with the next change.
    }
  }
}
