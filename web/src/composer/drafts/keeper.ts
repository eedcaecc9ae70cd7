/**
 * Saves drafts: in this browser almost immediately, on the server a little later for other devices. Drafts that are not
 * on the server stay here and are retried.
 */
import type { Draft } from "@parley/client";

export interface KeptDraft {
  readonly draft: Pick<Draft, "type" | "to" | "topic" | "content">;
  readonly id: number | undefined;
  /** The version that this one is based on, if the server had one. */
  readonly saved?: KeptDraft["draft"];
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
  /** Whether the server's drafts are known, and not only those of an earlier visit. Nothing is saved there before. */
  isUpToDate(): boolean;
  /** The drafts that only this browser has. */
  keepHere(kept: readonly KeptDraft[]): void;
  /** A sheet was saved under this id, or deleted because it is empty. It may have been written on since. */
  onSaved(sheet: number, id: number | undefined, isLatest: boolean): void;
  /** A draft is about to be deleted. Returns false if another sheet has it now. */
  onForget(id: number): boolean;
  setTimeout?: (run: () => void, ms: number) => unknown;
  clearTimeout?: (timer: unknown) => void;
}

/** What is known of one sheet of the desk. */
interface Page {
  kept: KeptDraft | undefined;
  savedId: number | undefined;
  savedText: string | undefined;
  saved?: KeptDraft["draft"];
  /** It was written on since `onSaved` was called. */
  isUnreported?: boolean;
  /** What the server is being asked to keep as a new draft. */
  beingCreated?: KeptDraft["draft"] | undefined;
}

const isOnServer = ({ kept, savedText }: Page): boolean =>
  kept !== undefined && JSON.stringify(kept.draft) === savedText;

const HERE_AFTER_MS = 400;
const THERE_EVERY_MS = 2000;

export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #later: (run: () => void, ms: number) => unknown;
  readonly #cancel: (timer: unknown) => void;
  /** By the number of their sheet. */
  readonly #pages = new Map<number, Page>();
  /** Sent, but not stored in the outbox yet: a page that is closed now must find them again. */
  readonly #leaving = new Set<Page>();
  #here: unknown;
  #there: unknown;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#later = options.setTimeout ?? ((run, ms) => setTimeout(run, ms));
    this.#cancel = options.clearTimeout ?? ((timer) => clearTimeout(timer as number));
  }

  /** Called with the current text of a sheet; blank text is not saved. */
  note(sheet: number, kept: KeptDraft): void {
    const page = this.#pages.get(sheet) ?? { kept: undefined, savedId: undefined, savedText: undefined };
    const isNothing = kept.draft.content.trim() === "";
    page.kept = isNothing && (kept.id ?? page.savedId) === undefined ? undefined : kept;
    page.isUnreported = true;
    this.#pages.set(sheet, page);
    this.#here ??= this.#later(() => this.#keepHere(), HERE_AFTER_MS);
    this.#there ??= this.#later(() => void this.flush(), THERE_EVERY_MS);
  }

  /** Saves everything unsaved. */
  flush(): Promise<void> {
    this.#cancel(this.#there);
    this.#there = undefined;
    this.#keepHere();
    this.#saving = this.#saving.then(async () => {
      for (const [sheet, page] of this.#pages) await this.#save(sheet, page);
      this.#keepHere();
    });
    return this.#saving;
  }

  /** What the server does not have, as it stands. */
  get unsaved(): readonly KeptDraft[] {
    return [...this.#pages.values()]
      .filter((page) => !isOnServer(page))
      .flatMap(({ kept }) => (kept && kept.draft.content.trim() !== "" ? [kept] : []));
  }

  /** What the server may have of the sheet as a draft whose id is not known here yet. */
  beingCreated(sheet: number): KeptDraft["draft"] | undefined {
    return this.#pages.get(sheet)?.beingCreated;
  }

  /** Deletes the draft of a sheet that was sent, or that became part of another, once its text is stored elsewhere. */
  async forget(sheet: number, id: number | undefined, isStored: Promise<unknown> = Promise.resolve()): Promise<void> {
    const page = this.#pages.get(sheet);
    this.#pages.delete(sheet);
    if (page) this.#leaving.add(page);
    this.#keepHere();
    await isStored;
    if (page) {
      this.#leaving.delete(page);
      page.kept = undefined;
    }
    this.#keepHere();
    await this.#saving;
    const known = id ?? page?.savedId;
    if (known === undefined) return;
    if (!this.#options.onForget(known)) return;
    // A draft that stays on the server appears in the list of drafts, where it can be deleted.
    if (this.#options.isSynchronized()) await this.#options.server.remove(known).catch(() => {});
  }

  /** The server has this text already, from an earlier visit that did not hear of it. */
  hasArrived(sheet: number, id: number): void {
    const page = this.#pages.get(sheet);
    if (!page?.kept) return;
    Object.assign(page, { savedId: id, savedText: JSON.stringify(page.kept.draft), saved: page.kept.draft });
    this.#keepHere();
  }

  /** The next save creates another draft, because this one was changed or deleted by another device. */
  detach(sheet: number): void {
    const page = this.#pages.get(sheet);
    if (page) Object.assign(page, { savedId: undefined, savedText: undefined, saved: undefined });
  }

  #keepHere(): void {
    this.#cancel(this.#here);
    this.#here = undefined;
    const pages = [...this.#leaving, ...this.#pages.values()].filter((page) => !isOnServer(page));
    // With its new id; otherwise the next visit would save it again.
    this.#options.keepHere(
      pages.flatMap(({ kept, savedId, saved }) =>
        kept ? [{ ...kept, id: kept.id ?? savedId, ...(saved ? { saved } : {}) }] : [],
      ),
    );
  }

  async #save(sheet: number, page: Page): Promise<void> {
    const { kept } = page;
    const { server, isSynchronized, isUpToDate } = this.#options;
    if (!kept || !isSynchronized() || !isUpToDate()) return;
    const text = JSON.stringify(kept.draft);
    const id = kept.id ?? page.savedId;
    if (text === page.savedText) {
      // Only space was added, or what was changed was changed back.
      if (page.isUnreported) this.#report(sheet, page, kept);
      return;
    }
    try {
      if (kept.draft.content.trim() === "") {
        if (id !== undefined) await server.remove(id);
        page.savedId = undefined;
        if (page.kept === kept) page.kept = undefined;
      } else {
        const isThere = id !== undefined && (await server.edit(id, kept.draft));
        page.savedId = isThere ? id : await this.#create(page, kept.draft);
      }
      // It was turned off meanwhile, and the server has deleted the draft.
      if (!isSynchronized()) return;
      page.savedText = text;
      page.saved = kept.draft;
    } catch {
      // Offline or refused: it is kept here and retried with the next change.
      return;
    }
    this.#report(sheet, page, kept);
  }

  async #create(page: Page, draft: KeptDraft["draft"]): Promise<number> {
    page.beingCreated = draft;
    try {
      return await this.#options.server.create(draft);
    } finally {
      page.beingCreated = undefined;
    }
  }

  #report(sheet: number, page: Page, saved: KeptDraft): void {
    const isLatest = page.kept === saved || page.kept === undefined;
    page.isUnreported = !isLatest;
    if (this.#pages.get(sheet) === page) this.#options.onSaved(sheet, page.savedId, isLatest);
  }
}
