/**
 * Connects the desk to its drafts: restores those of an earlier visit, saves new text, and follows what other devices
 * do with them.
 */
import { type Draft, type Handlers, handled, type ServerEvent } from "@parley/client";
import type { Desk, Sheet } from "../desk.ts";
import { draftOf, isSameTarget, targetOfDraft } from "../target.ts";
import { DraftKeeper, type DraftServer, type KeeperOptions, type KeptDraft } from "./keeper.ts";

export interface KeepingOptions extends Pick<KeeperOptions, "setTimeout" | "clearTimeout" | "isSynchronized"> {
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
  /** Versions saved by this device: their events are not news. */
  readonly #said = new Set<string>();
  readonly #stop: () => void;

  constructor(options: KeepingOptions) {
    const { desk, server, ownId } = options;
    const own = { users: { ownId } } as Parameters<typeof draftOf>[2];
    const keptOf = ({ draftId, target, text }: Sheet): KeptDraft => ({
      id: draftId,
      draft: draftOf(target, text, own),
    });
    this.#options = options;
    this.#keeper = new DraftKeeper({
      ...options,
      onSaved: (sheet, draftId, isLatest) => desk.note(sheet, { draftId, isSaved: isLatest && draftId !== undefined }),
      onForget: (draftId) => desk.forgetDraft(draftId),
      server: {
        create: (draft) => {
          this.#say(draft.content);
          return server.create(draft);
        },
        edit: (id, draft) => {
          this.#say(draft.content);
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
    for (const { saved } of options.recall()) if (saved !== undefined) this.#say(saved);
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

  /** Events were missed: these are the server's drafts now. */
  compare(drafts: ReadonlyMap<number, Draft>): void {
    for (const { draftId, isSaved } of this.#options.desk.sheets) {
      if (draftId === undefined || !isSaved) continue;
      const theirs = drafts.get(draftId);
      if (theirs) this.#followUpdate(theirs);
      else this.#followRemoval(draftId);
    }
    this.#options.desk.lookAgain();
  }

  #followRemoval(removed: number): void {
    const { desk } = this.#options;
    for (const sheet of desk.sheets.filter(({ draftId }) => draftId === removed)) {
      if (sheet.id !== desk.get().id && sheet.isSaved) desk.discard(sheet.id);
      else this.#detach(sheet);
    }
  }

  #followUpdate(theirs: Draft): void {
    const { desk, ownId } = this.#options;
    const sheet = desk.sheets.find(({ draftId }) => draftId === theirs.id);
    if (!sheet || theirs.content === sheet.text || this.#said.has(theirs.content)) return;
    if (sheet.isSaved && isSameTarget(targetOfDraft(theirs, ownId), sheet.target))
      desk.takeOver(sheet.id, theirs.content);
    else this.#detach(sheet);
  }

  /** What is written here becomes a separate draft. */
  #detach({ id, text }: Sheet): void {
    const { desk } = this.#options;
    this.#keeper.detach(id);
    desk.note(id, { draftId: undefined, isSaved: false });
    desk.writeTo(id, text);
  }

  #say(content: string): void {
    this.#said.add(content);
    const [oldest] = this.#said;
    if (this.#said.size > REMEMBERED_VERSIONS && oldest !== undefined) this.#said.delete(oldest);
  }
}
