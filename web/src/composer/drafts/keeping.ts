/**
 * Connects the desk to its drafts: restores those of an earlier visit, saves new text, and follows what other devices
 * do with them.
 */
import { type Draft, type Handlers, handled, type ServerEvent } from "@parley/client";
import type { Desk, Sheet } from "../desk.ts";
import { draftOf, isSameTarget, targetKey, targetOfDraft } from "../target.ts";
import { DraftKeeper, type DraftServer, type KeeperOptions, type KeptDraft } from "./keeper.ts";

export interface KeepingOptions
  extends Pick<KeeperOptions, "setTimeout" | "clearTimeout" | "isSynchronized" | "isUpToDate"> {
  readonly desk: Desk;
  readonly server: DraftServer;
  readonly ownId: number;
  /** The server's drafts, as far as this browser has heard. */
  drafts(): ReadonlyMap<number, Draft>;
  /** What only this browser has. */
  recall(): readonly KeptDraft[];
  keepHere(kept: readonly KeptDraft[]): void;
}

/** As many of our own versions as may still be reported by events. */
const REMEMBERED_VERSIONS = 100;

export class Keeping {
  readonly #options: KeepingOptions;
  readonly #keeper: DraftKeeper;
  /** Versions that this device saved, or has written on: their events are not news. */
  readonly #said = new Set<string>();
  readonly #stop: () => void;

  constructor(options: KeepingOptions) {
    const { desk, server, ownId } = options;
    const own = { users: { ownId } } as Parameters<typeof draftOf>[2];
    // What texts of an earlier visit are based on, by id.
    const based = new Map(
      options.recall().flatMap(({ id, saved }) => (id !== undefined && saved ? [[id, saved]] : [])),
    );
    const keptOf = ({ draftId, target, text }: Sheet): KeptDraft => {
      const saved = draftId === undefined ? undefined : (based.get(draftId) ?? options.drafts().get(draftId));
      if (saved) this.#say(saved);
      return { id: draftId, draft: draftOf(target, text, own), ...(saved ? { saved } : {}) };
    };
    this.#options = options;
    this.#keeper = new DraftKeeper({
      ...options,
      onSaved: (sheet, draftId, isLatest) => desk.note(sheet, { draftId, isSaved: isLatest && draftId !== undefined }),
      onForget: (draftId) => desk.forgetDraft(draftId),
      server: {
        create: (draft) => {
          this.#say(draft);
          return server.create(draft);
        },
        edit: (id, draft) => {
          this.#say(draft);
          return server.edit(id, draft);
        },
        remove: (id) => server.remove(id),
      },
    });
    // What is set down is saved at once: the reader may be leaving.
    let { place } = desk.get();
    const stopSaving = desk.subscribe(() => {
      if (desk.get().place === place) return;
      place = desk.get().place;
      void this.flush();
    });
    const stopNoting = desk.watch(
      (sheet) => this.#keeper.note(sheet.id, keptOf(sheet)),
      (sheet) => void this.#keeper.forget(sheet.id, sheet.draftId),
    );
    this.#stop = () => {
      stopSaving();
      stopNoting();
    };
    for (const sheet of desk.sheets)
      if (!sheet.isSaved && sheet.text !== "") this.#keeper.note(sheet.id, keptOf(sheet));
    for (const saved of based.values()) this.#say(saved);
  }

  flush(): Promise<void> {
    return this.#keeper.flush();
  }

  stop(): void {
    this.#stop();
    void this.flush();
  }

  /** Another device changed or deleted drafts: the newer text wins, and the older one is kept as another draft. */
  follow(events: readonly ServerEvent[]): void {
    const on: Handlers<undefined, void> = {
      drafts: {
        // Later events may have changed it again.
        update: (_, { draft }) => this.#followUpdate(this.#options.drafts().get(draft.id) ?? draft),
        remove: (_, { draft_id }) => this.#followRemoval(draft_id),
      },
    };
    for (const event of events) handled(on, event, undefined, undefined);
    // Turning synchronization off deletes the server's drafts without further events.
    if (this.#options.isSynchronized()) return;
    for (const sheet of this.#options.desk.sheets) if (sheet.draftId !== undefined) this.#detach(sheet);
  }

  /**
   * Events were missed, or the drafts were those of an earlier visit: these are the server's now. What was only read
   * follows them; what was written here is kept.
   */
  compare(drafts: ReadonlyMap<number, Draft>): void {
    const { desk } = this.#options;
    for (const sheet of desk.sheets) {
      if (sheet.draftId === undefined) this.#findArrived(sheet, drafts);
      else {
        const theirs = drafts.get(sheet.draftId);
        if (theirs) this.#followUpdate(theirs);
        else if (sheet.isSaved) this.#followRemoval(sheet.draftId);
      }
    }
    desk.lookAgain();
    void this.flush();
  }

  /** The page was closed before it heard that the text was saved. */
  #findArrived(sheet: Sheet, drafts: ReadonlyMap<number, Draft>): void {
    const { desk, ownId } = this.#options;
    const held = new Set(desk.sheets.flatMap(({ draftId }) => draftId ?? []));
    const found = [...drafts.values()].find(
      (draft) =>
        !held.has(draft.id) && draft.content === sheet.text && isSameTarget(targetOfDraft(draft, ownId), sheet.target),
    );
    if (!found) return;
    this.#keeper.hasArrived(sheet.id, found.id);
    desk.note(sheet.id, { draftId: found.id, isSaved: true });
  }

  #followRemoval(removed: number): void {
    const { desk } = this.#options;
    for (const sheet of desk.sheets.filter(({ draftId }) => draftId === removed)) {
      // The reader has sent or deleted it elsewhere, as it stands here.
      if (sheet.isSaved && sheet.uploading === 0) desk.letGo(sheet.id);
      else this.#detach(sheet);
    }
  }

  #followUpdate(theirs: Draft): void {
    const { desk, ownId } = this.#options;
    const sheet = desk.sheets.find(({ draftId }) => draftId === theirs.id);
    if (!sheet || this.#said.has(this.#versionOf(theirs))) return;
    const isMoved = !isSameTarget(targetOfDraft(theirs, ownId), sheet.target);
    if (!isMoved && theirs.content === sheet.text) return;
    if (!isMoved && sheet.isSaved) desk.takeOver(sheet.id, theirs.content);
    // It is found where it was moved to.
    else if (this.#isTheirs(sheet)) desk.letGo(sheet.id);
    else this.#detach(sheet);
  }

  /** Nothing of it is from here, so that nothing is lost with it. */
  #isTheirs({ isTaken, isSaved, uploading }: Sheet): boolean {
    return isTaken && isSaved && uploading === 0;
  }

  /** What is written here becomes a separate draft. */
  #detach({ id, text }: Sheet): void {
    const { desk } = this.#options;
    this.#keeper.detach(id);
    desk.note(id, { draftId: undefined, isSaved: false });
    desk.writeTo(id, text);
  }

  #versionOf(draft: KeptDraft["draft"]): string {
    return JSON.stringify([targetKey(targetOfDraft(draft, this.#options.ownId)), draft.content]);
  }

  #say(draft: KeptDraft["draft"]): void {
    this.#said.add(this.#versionOf(draft));
    const [oldest] = this.#said;
    if (this.#said.size > REMEMBERED_VERSIONS && oldest !== undefined) this.#said.delete(oldest);
  }
}
