/**
 * Connects the desk to its drafts: restores those of an earlier visit, saves new text, and follows what other devices
 * do with them.
 */
import { type Draft, type Handlers, handled, type ServerEvent } from "@parley/client";
import type { Desk } from "../desk.ts";
import type { Sheet } from "../sheet.ts";
import { draftOf, isSameTarget, type Target, targetKey, targetOfDraft } from "../target.ts";
import { DraftKeeper, type DraftServer, type KeeperOptions, type KeptDraft } from "./keeper.ts";
import { takeUp } from "./take-up.ts";

export interface KeepingOptions
  extends Pick<KeeperOptions, "setTimeout" | "clearTimeout" | "isSynchronized" | "isUpToDate"> {
  readonly desk: Desk;
  readonly server: DraftServer;
  readonly ownId: number;
  /** The server's drafts, as far as this browser has heard. */
  drafts(): ReadonlyMap<number, Draft>;
  /** What only this browser had at the end of the earlier visit. */
  readonly former: readonly KeptDraft[];
  keepHere(kept: readonly KeptDraft[]): void;
}

/** As many of our own versions as may still be reported by events. */
const REMEMBERED_VERSIONS = 100;

interface Nameless {
  readonly isStored: Promise<unknown>;
  /** It may be on its way to the server. */
  isAwaited: boolean;
}

export class Keeping {
  readonly #options: KeepingOptions;
  readonly #keeper: DraftKeeper;
  /** Versions that this device saved, or has written on: their events are not news. */
  readonly #said = new Set<string>();
  /** Versions of sheets that are gone, which the server may have as drafts whose ids are not known here. */
  readonly #nameless = new Map<string, Nameless>();
  /** What texts of an earlier visit are based on, by id. */
  readonly #based = new Map<number, KeptDraft["draft"]>();
  readonly #stop: () => void;
  /** The server's drafts; undefined while synchronization is off. */
  #known: ReadonlyMap<number, Draft> | undefined;

  constructor(options: KeepingOptions) {
    const { desk, server } = options;
    const keptOf = ({ draftId, target, text }: Sheet): KeptDraft => {
      const saved = draftId === undefined ? undefined : (this.#based.get(draftId) ?? options.drafts().get(draftId));
      if (saved) this.#say(saved);
      return { id: draftId, draft: this.#draftOf(target, text), ...(saved ? { saved } : {}) };
    };
    this.#options = options;
    this.#noteBase(options.former);
    // Those of an earlier visit may have been sent or deleted since.
    const known = options.isUpToDate() ? options.drafts() : new Map();
    this.#known = options.isSynchronized() ? known : undefined;
    this.#keeper = new DraftKeeper({
      ...options,
      onSaved: (sheet, draftId, isLatest) => this.#noteSaved(sheet, draftId, isLatest),
      onForget: (draftId) => {
        if (desk.sheets.some((each) => each.draftId === draftId)) return false;
        desk.forgetDraft(draftId);
        return true;
      },
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
      (sheet, isStored) => void this.#forget(sheet, isStored),
    );
    this.#stop = () => {
      stopSaving();
      stopNoting();
    };
    for (const sheet of desk.sheets)
      if (!sheet.isSaved && sheet.text !== "") this.#keeper.note(sheet.id, keptOf(sheet));
  }

  /** Takes up what a window that was closed has left. */
  takeOver(left: readonly KeptDraft[]): void {
    const { desk, ownId, drafts, isUpToDate } = this.#options;
    // What is written here has a base of its own.
    const written = new Set(desk.sheets.flatMap(({ draftId, isTaken }) => (isTaken ? [] : draftId)));
    this.#noteBase(left.filter(({ id }) => !written.has(id)));
    takeUp(desk, { kept: left, drafts: drafts(), isUpToDate: isUpToDate(), ownId });
    // What has arrived at the server is not kept here any longer.
    void this.flush();
  }

  #noteBase(kept: readonly KeptDraft[]): void {
    for (const { id, saved } of kept) {
      if (id === undefined || !saved) continue;
      this.#based.set(id, saved);
      this.#say(saved);
    }
  }

  get isSynchronized(): boolean {
    return this.#options.isSynchronized();
  }

  get unsaved(): readonly KeptDraft[] {
    return this.#keeper.unsaved;
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
    const before = new Map(this.#options.isSynchronized() ? undefined : this.#known);
    const on: Handlers<undefined, void> = {
      drafts: {
        add: (_, { drafts }) => {
          for (const draft of drafts) before.set(draft.id, draft);
          this.#forgetNameless(drafts);
        },
        update: (_, { draft }) => {
          before.set(draft.id, draft);
          // Later events may have changed it again.
          this.#followUpdate(this.#options.drafts().get(draft.id) ?? draft);
        },
        remove: (_, { draft_id }) => {
          before.delete(draft_id);
          this.#followRemoval(draft_id);
        },
      },
    };
    for (const event of events) handled(on, event, undefined, undefined);
    this.#followSynchronization(before);
  }

  /**
   * Events were missed, or the drafts were those of an earlier visit: these are the server's now. What was only read
   * follows them; what was written here is kept.
   */
  compare(drafts: ReadonlyMap<number, Draft>): void {
    const { desk } = this.#options;
    this.#followSynchronization(this.#known ?? new Map());
    this.#forgetNameless(drafts.values());
    for (const [version, { isAwaited }] of this.#nameless) if (!isAwaited) this.#nameless.delete(version);
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

  /** Turning synchronization off deletes the server's drafts, without further events: those it had before stay here. */
  #followSynchronization(before: ReadonlyMap<number, Draft>): void {
    const { desk, ownId, drafts, isSynchronized } = this.#options;
    const wasSynchronized = this.#known !== undefined;
    this.#known = isSynchronized() ? drafts() : undefined;
    if (!isSynchronized()) {
      const held = desk.sheets.filter(({ draftId }) => draftId !== undefined);
      const heldIds = new Set(held.map(({ draftId }) => draftId));
      for (const sheet of held)
        if (this.#isTheirs(sheet) && !before.has(sheet.draftId as number)) desk.letGo(sheet.id);
        else this.#detach(sheet);
      for (const draft of before.values())
        if (!heldIds.has(draft.id) && !desk.isForgotten(draft.id))
          desk.adopt(targetOfDraft(draft, ownId), draft.content, undefined);
    }
    if (isSynchronized() !== wasSynchronized) void this.flush();
  }

  /** A sheet is gone, and so is its draft, or whatever is about to become its draft: it is not taken up again. */
  async #forget(sheet: Sheet, isStored: Promise<unknown>): Promise<void> {
    const { drafts, isUpToDate } = this.#options;
    if (sheet.draftId !== undefined) return this.#keeper.forget(sheet.id, sheet.draftId, isStored);
    const versions = [this.#draftOf(sheet.target, sheet.text), this.#keeper.beingCreated(sheet.id)].flatMap((draft) =>
      draft ? this.#versionOf(draft) : [],
    );
    const nameless: Nameless = { isStored, isAwaited: true };
    for (const version of versions) this.#nameless.set(version, nameless);
    const [oldest] = this.#nameless.keys();
    if (this.#nameless.size > REMEMBERED_VERSIONS && oldest !== undefined) this.#nameless.delete(oldest);
    this.#forgetNameless(drafts().values());
    await this.#keeper.forget(sheet.id, undefined, isStored);
    nameless.isAwaited = false;
    // Otherwise the server's drafts will tell.
    if (isUpToDate()) for (const version of versions) this.#nameless.delete(version);
  }

  #forgetNameless(drafts: Iterable<Draft>): void {
    const { desk, server, isSynchronized } = this.#options;
    if (this.#nameless.size === 0) return;
    const held = new Set(desk.sheets.flatMap(({ draftId }) => draftId ?? []));
    for (const draft of drafts) {
      const nameless = this.#nameless.get(this.#versionOf(draft));
      if (!nameless || held.has(draft.id) || desk.isForgotten(draft.id)) continue;
      desk.forgetDraft(draft.id);
      // Also if it has been deleted already.
      if (isSynchronized()) void nameless.isStored.then(() => server.remove(draft.id)).catch(() => {});
    }
  }

  /** The page was closed before it heard that the text was saved. */
  #findArrived(sheet: Sheet, drafts: ReadonlyMap<number, Draft>): void {
    const { desk } = this.#options;
    const held = new Set(desk.sheets.flatMap(({ draftId }) => draftId ?? []));
    const version = this.#versionOf(this.#draftOf(sheet.target, sheet.text));
    const found = [...drafts.values()].find((draft) => !held.has(draft.id) && this.#versionOf(draft) === version);
    if (!found) return;
    this.#keeper.hasArrived(sheet.id, found.id);
    desk.note(sheet.id, { draftId: found.id, isSaved: true });
  }

  #noteSaved(id: number, draftId: number | undefined, isLatest: boolean): void {
    const { desk } = this.#options;
    const isHeld = desk.sheets.some((each) => each.id !== id && each.draftId === draftId && draftId !== undefined);
    if (!isHeld) desk.note(id, { draftId, isSaved: isLatest && draftId !== undefined });
    // Its event came first, and the draft was opened from the list: that sheet has it now.
    else if (isLatest) desk.letGo(id);
    else for (const sheet of desk.sheets) if (sheet.id === id) this.#detach(sheet);
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
    const ours = this.#draftOf(sheet.target, sheet.text);
    const isMoved = !isSameTarget(targetOfDraft(theirs, ownId), targetOfDraft(ours, ownId));
    if (!isMoved && theirs.content === ours.content) return;
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

  #draftOf(target: Target, text: string): KeptDraft["draft"] {
    const users = { ownId: this.#options.ownId } as Parameters<typeof draftOf>[2]["users"];
    return draftOf(target, text, { users });
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
