/** The copy: everything that the given keys show, compared with what is here, and made equal (decision 118). */
import type { SkippedRecord } from "../imports/records.ts";
import type { Tally } from "../imports/tally.ts";
import { Role } from "../kernel/access/roles.ts";
import type { App } from "../kernel/context.ts";
import type { Progress } from "../kernel/progress.ts";
import { CannotFollow, RemoteRefusal } from "./errors.ts";
import type { Follower } from "./follower.ts";
import type { Correspondence } from "./ids.ts";
import type { Heard } from "./listening.ts";
import type { LocalServer } from "./local.ts";
import { type HistoryPart, MessageCopy } from "./messages.ts";
import type { OrganizationState } from "./state.ts";
import { type StateSyncOptions, sync, syncOwnTexts } from "./sync.ts";

export interface CopyingOptions {
  readonly app: App;
  readonly server: LocalServer;
  readonly ids: Correspondence;
  readonly followers: readonly Follower[];
  /** Of the other server. */
  readonly address: string;
  readonly progress: Progress;
  readonly tally: Tally;
  /** Writes down how far it has come. */
  save(): Promise<void>;
}

interface WalkOptions {
  readonly mends: boolean;
  /** From the beginning, whatever was copied before. */
  readonly again: boolean;
}

/** In place of an id: all of it is copied. */
const FINISHED = -1;

export class Copying {
  readonly #options: CopyingOptions;
  /** Messages that could not be stored, and are in the report. */
  readonly #left = new Set<number>();
  /** Messages that were stored without a file, by who has read them. */
  readonly #incomplete = new Set<string>();
  /** Files that drafts and the like link to, and that could not be had, by whose they are. */
  readonly #refused = new Set<string>();
  readonly #reported = new Set<string>();
  #copy: MessageCopy | undefined;
  /** As the administrator sees it. */
  #state: OrganizationState | undefined;
  /** What each of them reads: public channels all at once, and every other one by itself. */
  readonly #parts = new Map<Follower, readonly HistoryPart[]>();
  #protectedChannels: ReadonlySet<number> = new Set();

  constructor(options: CopyingOptions) {
    this.#options = options;
  }

  /** The organization there, once something was compared. */
  get state(): OrganizationState | undefined {
    return this.#state;
  }

  /** The parts of the history that somebody reads. */
  get readable(): ReadonlySet<HistoryPart> {
    return new Set([...this.#parts.values()].flat());
  }

  /** Copies everything: what is missing since the queues were registered, or all of it again. */
  async everything({ again }: { again: boolean }): Promise<void> {
    // A file may be given by now.
    this.#incomplete.clear();
    this.#refused.clear();
    await this.#compareState({ mends: true });
    this.#copy = await this.#newCopy();
    this.#options.progress.begin("Copying messages");
    await this.#walk(this.#copy, { mends: true, again });
    await this.#compareOwnTexts({ mends: true });
  }

  /** What differs, without changing anything. */
  async differences(): Promise<{ differences: string[]; messages: number }> {
    const differences = await this.#compareState({ mends: false });
    differences.push(...(await this.#compareOwnTexts({ mends: false })));
    this.#copy = await this.#newCopy();
    this.#options.progress.begin("Comparing messages");
    let messages = 0;
    await this.#walk(this.#copy, { mends: false, again: true }, (count, ids) => {
      messages += count;
      if (ids.length > 0) differences.push(`Messages differ: ${ids.length}, such as ${ids[0]}.`);
    });
    return { differences, messages };
  }

  /**
   * Asks once for everything that was heard, by however many. The positions are recorded when all of it is stored. Whether there was
   * anything.
   */
  async apply(all: readonly Heard[]): Promise<boolean> {
    const heard = all.flatMap(({ follower, changed }) => (changed === "lost" ? [] : [{ follower, changed }]));
    const { progress, save } = this.#options;
    const changing = heard.filter(({ follower, changed }) =>
      // The administrator hears of everything that is the organization's.
      follower.isFirst ? changed.isStateChanged : changed.isOwnStateChanged,
    );
    if (changing.length > 0) {
      await this.#compareState({ mends: true, only: new Set(changing.map(({ follower }) => follower)) });
      this.#copy = await this.#newCopy();
      // They may read more than before.
      await this.#walk(this.#copy, { mends: true, again: false });
    }
    this.#copy ??= await this.#newCopy();
    const messages = new Set(heard.flatMap(({ changed }) => [...changed.messages]));
    await this.#copy.refresh([...messages]);
    const left = [...messages].filter((id) => this.#left.has(id));
    if (left.length > 0) {
      // Their sender or channel may be newer than what is known.
      await this.#compareState({ mends: true });
      this.#copy = await this.#newCopy();
      await this.#copy.refresh(left);
    }
    if (heard.some(({ changed }) => changed.areAllChanged)) await this.#walk(this.#copy, { mends: true, again: true });
    const writing = heard.filter(({ changed }) => changed.areOwnTextsChanged);
    if (writing.length > 0)
      await this.#compareOwnTexts({ mends: true, only: new Set(writing.map(({ follower }) => follower)) });
    const count = heard.reduce((sum, { changed }) => sum + changed.count, 0);
    for (const { follower, changed } of heard) follower.record.last_event_id = changed.lastEventId;
    if (heard.length > 0) await save();
    progress.add(count);
    return count > 0;
  }

  async #compareState({ mends, only }: { mends: boolean; only?: ReadonlySet<Follower> }): Promise<string[]> {
    const { progress, followers } = this.#options;
    progress.begin(mends ? "Copying people, channels and settings" : "Comparing people, channels and settings");
    const found: string[] = [];
    const protectedChannels = new Set(this.#protectedChannels);
    for (const follower of followers) {
      if (only && !only.has(follower)) continue;
      const { state, differences } = await sync(this.#syncOptions(follower, mends));
      // Of the others only this is kept: there may be many, and each sees the whole organization.
      this.#parts.set(follower, partsIn(state));
      for (const { id, isHistoryShared } of state.channels.values())
        if (isHistoryShared) protectedChannels.delete(id);
        else protectedChannels.add(id);
      if (follower.isFirst) this.#state = state;
      found.push(...differences);
      progress.add(1);
    }
    this.#protectedChannels = protectedChannels;
    return found;
  }

  async #compareOwnTexts({ mends, only }: { mends: boolean; only?: ReadonlySet<Follower> }): Promise<string[]> {
    const { progress, followers } = this.#options;
    progress.begin(mends ? "Copying drafts and scheduled messages" : "Comparing drafts and scheduled messages");
    const found: string[] = [];
    for (const follower of followers) {
      if (only && !only.has(follower)) continue;
      found.push(...(await syncOwnTexts(this.#syncOptions(follower, mends), follower.sourceId)));
      progress.add(1);
    }
    return found;
  }

  #syncOptions(follower: Follower, mends: boolean): StateSyncOptions {
    const { server, ids, address } = this.#options;
    return {
      ...{ server, ids, address, mends },
      remote: follower.remote,
      account: () => follower.as || undefined,
      owner: () => this.#owner(),
      isAdministrator: follower.isFirst,
      refused: this.#refused,
      leaveOut: (record, identity) => this.#leaveOut(record, identity),
    };
  }

  async #owner(): Promise<number> {
    const { app, server } = this.#options;
    const { id: realmId } = await server.realm();
    const row = await app.database.reader
      .selectFrom("user")
      .select("id")
      .where("realm_id", "=", realmId)
      .where("role", "=", Role.owner)
      .where("bot_type", "is", null)
      .where("is_active", "=", true)
      .orderBy("id")
      .executeTakeFirst();
    if (!row) throw new CannotFollow("The organization here has no owner.");
    return row.id;
  }

  #newCopy(): Promise<MessageCopy> {
    const { server, ids, followers, address } = this.#options;
    return MessageCopy.of({
      ...{ server, ids, address },
      viewers: followers,
      protectedChannels: this.#protectedChannels,
      left: this.#left,
      incomplete: this.#incomplete,
      leaveOut: (record) => this.#leaveOut(record),
    });
  }

  /** Everything is walked over more than once, and counted once. */
  #leaveOut(record: SkippedRecord, identity = record.example): void {
    const key = `${record.what} ${record.reason} ${identity}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#options.tally.leaveOut(record);
  }

  async #walk(
    copy: MessageCopy,
    { mends, again }: WalkOptions,
    report: (count: number, differing: readonly number[]) => void = () => {},
  ): Promise<void> {
    for (const [follower, parts] of this.#parts)
      for (const part of parts) {
        const { reached } = follower.record;
        let after: number | undefined = again ? 0 : reached[part] === FINISHED ? undefined : (reached[part] ?? 0);
        while (after !== undefined) {
          const page = await pageOf(copy, follower, part, after, mends);
          report(page.count, page.differing);
          this.#options.progress.add(page.count);
          after = page.next;
          if (mends && !again) {
            reached[part] = after ?? FINISHED;
            await this.#options.save();
          }
        }
      }
  }
}

function partsIn({ channels }: OrganizationState): HistoryPart[] {
  const others = [...channels.values()].filter(({ isPrivate, isArchived, own }) =>
    isPrivate ? own !== undefined : isArchived,
  );
  return ["direct", "public", ...others.map(({ id }) => id)];
}

/** Somebody may have lost a channel since it was listed. */
async function pageOf(copy: MessageCopy, follower: Follower, part: HistoryPart, after: number, mends: boolean) {
  try {
    return await copy.page(follower, part, after, { mends });
  } catch (error) {
    if (typeof part === "number" && error instanceof RemoteRefusal && error.code === "BAD_NARROW")
      return { next: undefined, count: 0, differing: [] };
    throw error;
  }
}
