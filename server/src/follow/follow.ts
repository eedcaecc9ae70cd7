/**
 * Copies an organization from another server of this API while people use it, keeps up with it, and says what differs
 * (decision 118). Queues of events are registered before anything is read. What is read later is at least as new, and what
 * changes afterwards is heard of and asked for again.
 */

import { fieldsOf, listOf, numberOrNothing } from "../imports/json.ts";
import { type SkippedRecord, skipped } from "../imports/records.ts";
import { type LeftOut, Tally } from "../imports/tally.ts";
import { isAdministrator, Role } from "../kernel/access/roles.ts";
import type { App } from "../kernel/context.ts";
import type { Route } from "../kernel/http/route.ts";
import type { OutgoingClient } from "../kernel/outgoing/client.ts";
import { type Progress, unobserved } from "../kernel/progress.ts";
import { beginFollowing } from "./begin.ts";
import { endFollowing } from "./end.ts";
import { CannotFollow, RemoteRefusal } from "./errors.ts";
import type { Correspondence } from "./ids.ts";
import type { FollowKey } from "./keys.ts";
import { POLL_MS, QUEUE_LIFESPAN_SECONDS } from "./limits.ts";
import { LocalServer, quietly } from "./local.ts";
import { type HistoryPart, type KeyHolder, MessageCopy } from "./messages.ts";
import { type FollowRecord, type KeyRecord, originOf, readRecord, writeRecord } from "./record.ts";
import { RemoteServer } from "./remote.ts";
import { changedBy, EVENT_TYPES, type HeardChanges } from "./remote-events.ts";
import { CAPABILITIES, idIn, type OrganizationState } from "./state.ts";
import { stateThere, sync } from "./sync.ts";

export interface FollowOptions {
  readonly url: URL;
  /** The first is an administrator's. */
  readonly keys: readonly FollowKey[];
  readonly shortName: string;
  readonly routes: readonly Route[];
  readonly client?: Pick<OutgoingClient, "send" | "open">;
  readonly signal: AbortSignal;
  /** How often a request is tried; without end if undefined. */
  readonly tries?: number | undefined;
  readonly progress?: Progress;
  tell?(line: string): void;
}

export interface Comparison {
  readonly isEqual: boolean;
  readonly differences: readonly string[];
  readonly messages: number;
  readonly people: number;
  /** What stays behind, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** Somebody whose key was given, and the queue of their events. */
interface Follower extends KeyHolder {
  readonly sourceId: number;
  readonly role: number;
  readonly record: KeyRecord;
}

/** Changes that no event tells the given people of, are found this often. */
const EVERYTHING_AGAIN_MS = 3_600_000;
/** In place of an id: all of it is copied. */
const FINISHED = -1;
/** Differences that are listed. */
const MOST_LISTED = 100;

export class Follow {
  readonly #app: App;
  readonly #options: FollowOptions;
  readonly #record: FollowRecord;
  readonly #server: LocalServer;
  readonly #ids: Correspondence;
  readonly #followers: Follower[];
  readonly #progress: Progress;
  readonly #tally = new Tally();
  /** Messages that could not be stored, and are in the report. */
  readonly #left = new Set<number>();
  #copy: MessageCopy | undefined;
  /** As each of them sees it, by their position. */
  readonly #states = new Map<number, OrganizationState>();

  private constructor(
    app: App,
    options: FollowOptions,
    {
      record,
      server,
      ids,
      followers,
    }: { record: FollowRecord; server: LocalServer; ids: Correspondence; followers: Follower[] },
  ) {
    this.#app = app;
    this.#options = options;
    this.#record = record;
    this.#server = server;
    this.#ids = ids;
    this.#followers = followers;
    this.#progress = options.progress ?? unobserved;
  }

  static async open(given: App, options: FollowOptions): Promise<Follow> {
    const app = quietly(given);
    const { dataDirectory } = app.config;
    const { url, keys, shortName } = options;
    if (keys.length === 0) throw new CannotFollow("A key of an administrator is needed.");
    const remotes = keys.map((key) => remoteFor(app, options, key));
    const people = await Promise.all(remotes.map(whose));
    if (!isAdministrator(people[0] as { role: number }))
      throw new CannotFollow("The first key must be an administrator's. Others can only read what their people can.");
    const known = await readRecord(dataDirectory);
    if (known && known.url !== url.origin)
      throw new CannotFollow(`This installation follows ${known.url}. End that first: parley follow --end.`);
    const record: FollowRecord = known ?? { url: url.origin, shortName, realmId: null, keys: {} };
    const state = await stateThere(remotes[0] as RemoteServer);
    const { realm, ids } = await beginFollowing(app, record, originOf(record), state);
    const server = new LocalServer(app, realm, options.routes);
    const followers = remotes.map((remote, position): Follower => {
      const { id: sourceId, role } = people[position] as { id: number; role: number };
      record.keys[sourceId] ??= { reached: {} };
      return {
        remote,
        sourceId,
        role,
        record: record.keys[sourceId],
        get as() {
          return ids.get("person", sourceId) ?? 0;
        },
      };
    });
    return new Follow(app, options, { record, server, ids, followers });
  }

  /** Copies, and keeps up until the signal ends it. */
  async keepUp(): Promise<never> {
    for (let isAgain = false; ; isAgain = true) {
      await this.#begin({ isAgain });
      await this.#listen(this.#app.clock.now() + EVERYTHING_AGAIN_MS);
    }
  }

  /** Until a queue is gone, or everything is due again. What is heard meanwhile and not applied is heard again. */
  async #listen(until: number): Promise<void> {
    this.#progress.begin("Following", undefined, { isAnnounced: true });
    const waiting = (follower: Follower) => {
      const poll = this.#poll(follower, true);
      poll.catch(() => {});
      return poll;
    };
    const polls = new Map(this.#followers.map((each) => [each, waiting(each)]));
    for (;;) {
      const [follower, changed] = await Promise.race(polls.values());
      if (changed === "lost" || this.#app.clock.now() > until) return;
      await this.#apply(follower, changed);
      polls.set(follower, waiting(follower));
    }
  }

  /** Copies what is there now, and compares. */
  async once(): Promise<Comparison> {
    await this.#begin();
    await this.#drain();
    await this.#everything(true, { again: true });
    await this.#drain();
    return this.compare();
  }

  /** Changes nothing. */
  async compare(): Promise<Comparison> {
    const differences = await this.#stateDifferences(false);
    this.#copy = await this.#newCopy();
    this.#progress.begin("Comparing messages");
    let messages = 0;
    let differing = 0;
    await this.#walk(this.#copy, { mends: false, again: true }, (count, ids) => {
      messages += count;
      differing += ids.length;
      if (differing > 0 && ids.length > 0) differences.push(`Messages differ: ${ids.length}, such as ${ids[0]}.`);
    });
    this.#listLeftOut();
    const { left_out } = this.#tally.state;
    const people = this.#followers.length;
    return {
      isEqual: differences.length === 0,
      differences: differences.slice(0, MOST_LISTED),
      messages,
      people,
      leftOut: left_out,
    };
  }

  /** The organization is people's own from now on. */
  async end(): Promise<void> {
    for (const { remote, record } of this.#followers) await endQueue(remote, record.queue_id);
    await endFollowing(this.#app);
  }

  #save(): Promise<void> {
    return writeRecord(this.#app.config.dataDirectory, this.#record);
  }

  /** Queues first: whatever is read after them and changes is heard of. */
  async #begin({ isAgain = false } = {}): Promise<void> {
    for (const { remote, record, role } of this.#followers) {
      if (record.queue_id !== undefined) continue;
      const answer = await remote.post("/register", {
        event_types: EVENT_TYPES,
        fetch_event_types: [],
        client_capabilities: CAPABILITIES,
        client_gravatar: false,
        apply_markdown: false,
        queue_lifespan_secs: QUEUE_LIFESPAN_SECONDS,
        ...(role === Role.guest ? {} : { all_public_streams: true }),
      });
      record.queue_id = String(answer.queue_id);
      record.last_event_id = numberOrNothing(answer.last_event_id) ?? -1;
      record.reached = {};
    }
    await this.#save();
    await this.#everything(true, { again: isAgain });
  }

  async #everything(mends: boolean, { again }: { again: boolean }): Promise<void> {
    await this.#stateDifferences(mends);
    this.#copy = await this.#newCopy();
    this.#progress.begin("Copying messages");
    await this.#walk(this.#copy, { mends, again });
  }

  async #stateDifferences(mends: boolean, only?: readonly Follower[]): Promise<string[]> {
    this.#progress.begin(mends ? "Copying people, channels and settings" : "Comparing people, channels and settings");
    const found: string[] = [];
    for (const [position, follower] of this.#followers.entries()) {
      if (only && position > 0 && !only.includes(follower)) continue;
      const { state, differences } = await sync({
        server: this.#server,
        ids: this.#ids,
        remote: follower.remote,
        account: () => follower.as || undefined,
        owner: () => this.#owner(),
        isAdministrator: position === 0,
        mends,
      });
      this.#states.set(position, state);
      found.push(...differences);
      this.#progress.add(1);
    }
    return found;
  }

  async #owner(): Promise<number> {
    const { id: realmId } = await this.#server.realm();
    const row = await this.#app.database.reader
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
    const channels = [...this.#states.values()].flatMap((state) => [...state.channels.values()]);
    return MessageCopy.of({
      server: this.#server,
      ids: this.#ids,
      viewers: this.#followers,
      address: this.#options.url.origin,
      protectedChannels: new Set(channels.filter(({ isHistoryShared }) => !isHistoryShared).map(({ id }) => id)),
      left: this.#left,
      leaveOut: (record) => this.#tally.leaveOut(record),
    });
  }

  /** What a follower reads: public channels all at once, and every other one by itself. */
  #parts(position: number): HistoryPart[] {
    const state = this.#states.get(position);
    const others = [...(state?.channels.values() ?? [])].filter(
      ({ isPrivate, isArchived, isHistoryShared, own }) =>
        isHistoryShared && (isPrivate ? own !== undefined : isArchived),
    );
    return ["direct", "public", ...others.map(({ id }) => id)];
  }

  async #walk(
    copy: MessageCopy,
    { mends, again }: { mends: boolean; again: boolean },
    report: (count: number, differing: readonly number[]) => void = () => {},
  ): Promise<void> {
    for (const [position, follower] of this.#followers.entries())
      for (const part of this.#parts(position)) {
        const { reached } = follower.record;
        let after: number | undefined = again ? 0 : reached[part] === FINISHED ? undefined : (reached[part] ?? 0);
        while (after !== undefined) {
          const page = await this.#pageOf(copy, follower, part, after, mends);
          report(page.count, page.differing);
          this.#progress.add(page.count);
          after = page.next;
          if (mends && !again) {
            reached[part] = after ?? FINISHED;
            await this.#save();
          }
        }
      }
  }

  /** Somebody may have lost a channel since it was listed. */
  async #pageOf(copy: MessageCopy, follower: Follower, part: HistoryPart, after: number, mends: boolean) {
    try {
      return await copy.page(follower, part, after, { mends });
    } catch (error) {
      if (typeof part === "number" && error instanceof RemoteRefusal && error.code === "BAD_NARROW")
        return { next: undefined, count: 0, differing: [] };
      throw error;
    }
  }

  async #poll(follower: Follower, waits: boolean): Promise<[Follower, HeardChanges | "lost"]> {
    const { remote, record } = follower;
    const last = record.last_event_id ?? -1;
    const { queue_id } = record;
    if (queue_id === undefined) return [follower, "lost"];
    try {
      const parameters = { queue_id, last_event_id: last, dont_block: !waits };
      return [follower, changedBy(await remote.get("/events", parameters, POLL_MS), last)];
    } catch (error) {
      if (!(error instanceof RemoteRefusal) || error.code !== "BAD_EVENT_QUEUE_ID") throw error;
      this.#options.tell?.("The queue of events is gone: everything is compared again.");
      // Not that of a queue which has been registered meanwhile.
      if (record.queue_id === queue_id) delete record.queue_id;
      return [follower, "lost"];
    }
  }

  /** The position is recorded when everything that was heard is stored. */
  async #apply(follower: Follower, changed: HeardChanges): Promise<void> {
    if (changed.isStateChanged) {
      await this.#stateDifferences(true, [follower]);
      this.#copy = await this.#newCopy();
      // The follower may read more than before.
      await this.#walk(this.#copy, { mends: true, again: false });
    }
    this.#copy ??= await this.#newCopy();
    await this.#copy.refresh([...changed.messages]);
    const left = [...changed.messages].filter((id) => this.#left.has(id));
    if (left.length > 0) {
      // Their sender or channel may be newer than what is known.
      await this.#stateDifferences(true);
      this.#copy = await this.#newCopy();
      await this.#copy.refresh(left);
    }
    if (changed.areAllChanged) await this.#walk(this.#copy, { mends: true, again: true });
    follower.record.last_event_id = changed.lastEventId;
    await this.#save();
    this.#progress.add(changed.count);
  }

  /** Until nothing more has happened. */
  async #drain(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (const follower of this.#followers) {
        const [, changed] = await this.#poll(follower, false);
        if (changed === "lost") await this.#begin({ isAgain: true });
        else if (changed.count > 0) await this.#apply(follower, changed);
        if (changed === "lost" || changed.count > 0) isDone = false;
      }
    }
  }

  #leaveOut(what: string, reason: string, examples: readonly string[]): void {
    const [first] = examples;
    if (first !== undefined)
      this.#tally.leaveOut(skipped(what, reason, first, examples.length) satisfies SkippedRecord);
  }

  /** What no key shows, and what is not copied. */
  #listLeftOut(): void {
    const state = this.#states.get(0);
    if (!state) return;
    const followed = new Set(this.#followers.map(({ sourceId }) => sourceId));
    const people = [...state.people.values()];
    const others = people.filter(({ id, isActive, botType }) => isActive && botType === undefined && !followed.has(id));
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    this.#leaveOut(
      "people",
      "no key was given: their direct messages with others than those who gave one, their settings and what they have read stay behind",
      names(others),
    );
    const hiding = people.filter(({ isActive, botType, email }) => isActive && botType === undefined && !email);
    this.#leaveOut(
      "email addresses",
      "the first key does not show them: the people cannot sign in here",
      names(hiding),
    );
    const readable = new Set(this.#followers.flatMap((_, position) => this.#parts(position)));
    const channels = [...state.channels.values()];
    const hidden = channels.filter(
      ({ id, isPrivate, isHistoryShared }) => isPrivate && isHistoryShared && !readable.has(id),
    );
    this.#leaveOut(
      "private channels",
      "nobody who gave a key is subscribed: their messages stay behind",
      names(hidden),
    );
    const secret = channels.filter(({ isHistoryShared }) => !isHistoryShared);
    this.#leaveOut(
      "channels with protected history",
      "the API does not say who has received which message: their messages stay behind",
      names(secret),
    );
    this.#leaveOut(
      "pictures of people",
      "pictures are not copied",
      names(people.filter(({ hasPicture }) => hasPicture)),
    );
    for (const [field, what] of Object.entries(LEFT_BEHIND)) {
      const value = state.fields[field];
      const count = Array.isArray(value) ? listOf(value).length : Object.keys(fieldsOf(value)).length;
      if (count > 0) this.#tally.leaveOut(skipped(what, "they are not copied", what, count));
    }
  }
}

const LEFT_BEHIND: Readonly<Record<string, string>> = {
  custom_profile_fields: "profile fields",
  realm_playgrounds: "playgrounds",
  realm_domains: "domains",
  realm_default_stream_groups: "groups of default channels",
  channel_folders: "folders of channels",
  drafts: "drafts",
  saved_snippets: "saved snippets",
  scheduled_messages: "scheduled messages",
  reminders: "reminders",
  navigation_views: "navigation views",
  user_status: "statuses",
};

function remoteFor(app: App, { url, client, signal, tries, tell }: FollowOptions, key: FollowKey): RemoteServer {
  const onTrouble = (line: string) => tell?.(line);
  return new RemoteServer({ url, key, client: client ?? app.trustedOutgoing, signal, tries, onTrouble });
}

async function whose(remote: RemoteServer): Promise<{ id: number; role: number }> {
  try {
    const { user_id, role } = await remote.get("/users/me");
    return { id: idIn(user_id, "an account"), role: numberOrNothing(role) ?? Role.guest };
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    throw new CannotFollow(`The other server does not accept the key of ${remote.email}: ${error.message}`);
  }
}

async function endQueue(remote: RemoteServer, queue_id: string | undefined): Promise<void> {
  if (queue_id === undefined) return;
  await remote.delete("/events", { queue_id }).catch((error: unknown) => {
    if (!(error instanceof RemoteRefusal)) throw error;
  });
}
