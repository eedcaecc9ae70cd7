/**
 * Saves drafts: in this browser almost immediately, on the server a little later for other devices. Unsaved drafts stay
 * here and are retried.
 */
import type { Draft } from "@parley/client";

export interface KeptDraft {
  readonly draft: Pick<Draft, "type" | "to" | "topic" | "content">;
  readonly id: number | undefined;
}

export interface DraftServer {
  create(draft: KeptDraft["draft"]): Promise<number>;
  /** Resolves to false if the draft no longer exists. */
  edit(id: number, draft: KeptDraft["draft"]): Promise<boolean>;
  remove(id: number): Promise<void>;
}

export interface KeeperOptions {
  readonly server: DraftServer;
  /** Whether drafts are saved on the server; the reader may have turned that off. */
  isSynchronized(): boolean;
  /** The current draft, followed by those that could not be saved. */
  keepHere(kept: readonly KeptDraft[]): void;
  /** The current draft was saved under this id, or undefined if it is empty. */
  onSaved(id: number | undefined): void;
  setTimeout?: (run: () => void, ms: number) => unknown;
  clearTimeout?: (timer: unknown) => void;
}

/** A message that is or was being written. */
interface Sheet {
  kept: KeptDraft | undefined;
  savedId: number | undefined;
  savedText: string | undefined;
}

const HERE_AFTER_MS = 400;
const THERE_EVERY_MS = 2000;

const blank = (): Sheet => ({ kept: undefined, savedId: undefined, savedText: undefined });

export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #later: (run: () => void, ms: number) => unknown;
  readonly #cancel: (timer: unknown) => void;
  #sheet = blank();
  /** Sheets that were closed before they were saved. */
  #left: readonly Sheet[] = [];
  #here: unknown;
  #there: unknown;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#later = options.setTimeout ?? ((run, ms) => setTimeout(run, ms));
    this.#cancel = options.clearTimeout ?? ((timer) => clearTimeout(timer as number));
  }

  /** Called with the current text; blank text is not saved. */
  note(kept: KeptDraft): void {
    const isNothing = kept.draft.content.trim() === "";
    this.#sheet.kept = isNothing && (kept.id ?? this.#sheet.savedId) === undefined ? undefined : kept;
    this.#here ??= this.#later(() => this.#keepHere(), HERE_AFTER_MS);
    this.#there ??= this.#later(() => void this.flush(), THERE_EVERY_MS);
  }

  /** Switches to another message, which may already be a draft; saves the previous one. */
  turn(next?: KeptDraft): Promise<void> {
    if (this.#sheet.kept) this.#left = [...this.#left, this.#sheet];
    this.#sheet = next ? { kept: next, savedId: next.id, savedText: JSON.stringify(next.draft) } : blank();
    return this.flush();
  }

  /** Takes over drafts that an earlier visit could not save. */
  adopt(kept: readonly KeptDraft[]): Promise<void> {
    this.#left = [...this.#left, ...kept.map((each) => ({ ...blank(), kept: each }))];
    return this.flush();
  }

  /** Saves everything unsaved. */
  flush(): Promise<void> {
    this.#cancel(this.#there);
    this.#there = undefined;
    this.#keepHere();
    this.#saving = this.#saving.then(async () => {
      for (const sheet of this.#left) {
        if (await this.#save(sheet)) this.#left = this.#left.filter((each) => each !== sheet);
      }
      await this.#save(this.#sheet);
      this.#keepHere();
    });
    return this.#saving;
  }

  /** Deletes the draft after sending or discarding. */
  async forget(id: number | undefined): Promise<void> {
    const sheet = this.#sheet;
    sheet.kept = undefined;
    this.#sheet = blank();
    this.#keepHere();
    await this.#saving;
    const known = id ?? sheet.savedId;
    // A draft that stays on the server appears in the list of drafts, where it can be deleted.
    if (known !== undefined && this.#options.isSynchronized()) await this.#options.server.remove(known).catch(() => {});
  }

  #keepHere(): void {
    this.#cancel(this.#here);
    this.#here = undefined;
    // With its new id; otherwise the next visit would save it again.
    const sheets = [this.#sheet, ...this.#left];
    this.#options.keepHere(sheets.flatMap(({ kept, savedId }) => (kept ? [{ ...kept, id: kept.id ?? savedId }] : [])));
  }

  /** Resolves to whether the sheet is saved. */
  async #save(sheet: Sheet): Promise<boolean> {
    const { kept } = sheet;
    const { server, isSynchronized } = this.#options;
    if (!kept) return true;
    if (!isSynchronized()) return false;
    const text = JSON.stringify(kept.draft);
    if (text === sheet.savedText) return true;
    const id = kept.id ?? sheet.savedId;
    try {
      if (kept.draft.content.trim() === "") {
        if (id !== undefined) await server.remove(id);
        sheet.savedId = undefined;
        if (sheet.kept === kept) sheet.kept = undefined;
      } else {
        const isThere = id !== undefined && (await server.edit(id, kept.draft));
        sheet.savedId = isThere ? id : await server.create(kept.draft);
      }
      sheet.savedText = text;
    } catch {
      // Offline or refused: it is kept here and retried with the next change.
      return false;
    }
    if (sheet === this.#sheet) this.#options.onSaved(sheet.savedId);
    return true;
  }
}
