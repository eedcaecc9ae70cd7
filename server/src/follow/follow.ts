/**
 * Copies an organization from another server of this API while people use it, keeps up with it, and says what differs
 * (decision 118). Queues of events are registered before anything is read. What is read later is at least as new, and what
 * changes afterwards is heard of and asked for again.
 */

import { numberOrNothing } from "../imports/json.ts";
import { type LeftOut, Tally } from "../imports/tally.ts";
import { isAdministrator, Role } from "../kernel/access/roles.ts";
import type { App } from "../kernel/context.ts";
import type { Route } from "../kernel/http/route.ts";
import type { OutgoingClient } from "../kernel/outgoing/client.ts";
import { type Progress, unobserved } from "../kernel/progress.ts";
import { beginFollowing } from "./begin.ts";
import { Copying } from "./copying.ts";
import { endFollowing } from "./end.ts";
import { CannotFollow, RemoteRefusal } from "./errors.ts";
import type { Follower } from "./follower.ts";
import type { FollowKey } from "./keys.ts";
import { countsAt, leftBehind } from "./left-out.ts";
import { Listening } from "./listening.ts";
import { LocalServer, quietly } from "./local.ts";
import { type FollowRecord, originOf, readRecord, writeRecord } from "./record.ts";
import { RemoteServer } from "./remote.ts";
import { idIn } from "./remote-values.ts";
import { stateThere } from "./sync.ts";

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

/** Changes that no event tells the given people of, are found this often. */
const EVERYTHING_AGAIN_MS = 3_600_000;
/** Differences that are listed. */
const MOST_LISTED = 100;

interface Parts {
  readonly followers: readonly Follower[];
  readonly copying: Copying;
  readonly listening: Listening;
  readonly progress: Progress;
  readonly tally: Tally;
  save(): Promise<void>;
}

export class Follow {
  readonly #app: App;
  readonly #parts: Parts;

  private constructor(app: App, parts: Parts) {
    this.#app = app;
    this.#parts = parts;
  }

  static async open(given: App, options: FollowOptions): Promise<Follow> {
    const app = quietly(given);
    const { dataDirectory } = app.config;
    const { url, keys, shortName, signal, progress = unobserved } = options;
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
        isFirst: position === 0,
        record: record.keys[sourceId],
        get as() {
          return ids.get("person", sourceId) ?? 0;
        },
      };
    });
    const tally = new Tally();
    const save = () => writeRecord(dataDirectory, record);
    const copying = new Copying({ app, server, ids, followers, address: url.origin, progress, tally, save });
    const listening = new Listening(followers, signal, (line) => options.tell?.(line));
    return new Follow(app, { followers, copying, listening, progress, tally, save });
  }

  /** Copies, and keeps up until the signal ends it. */
  async keepUp(): Promise<never> {
    for (let isAgain = false; ; isAgain = true) {
      await this.#begin({ isAgain });
      await this.#listen(this.#app.clock.now() + EVERYTHING_AGAIN_MS);
    }
  }

  /** Until a queue is gone, or everything is due again. */
  async #listen(until: number): Promise<void> {
    const { progress, listening, copying } = this.#parts;
    progress.begin("Following", undefined, { isAnnounced: true });
    for (;;) {
      const heard = await listening.next();
      if (heard.some(({ changed }) => changed === "lost") || this.#app.clock.now() > until) return;
      await copying.apply(heard);
    }
  }

  /** Copies what is there now, and compares. */
  async once(): Promise<Comparison> {
    await this.#begin();
    await this.#drain();
    await this.#parts.copying.everything({ again: true });
    await this.#drain();
    return this.compare();
  }

  /** Changes nothing. */
  async compare(): Promise<Comparison> {
    const { copying, followers, tally } = this.#parts;
    const { differences, messages } = await copying.differences();
    const { state, readable } = copying;
    const followed = new Set(followers.map(({ sourceId }) => sourceId));
    if (state) {
      const counts = await countsAt((followers[0] as Follower).remote, state);
      for (const each of leftBehind({ state, followed, readable, counts })) tally.leaveOut(each);
    }
    return {
      isEqual: differences.length === 0,
      differences: differences.slice(0, MOST_LISTED),
      messages,
      people: followers.length,
      leftOut: tally.state.left_out,
    };
  }

  /** The organization is people's own from now on. */
  async end(): Promise<void> {
    await this.#parts.listening.end();
    await endFollowing(this.#app);
  }

  /** Queues first: whatever is read after them and changes is heard of. */
  async #begin({ isAgain = false } = {}): Promise<void> {
    const { listening, copying, save } = this.#parts;
    await listening.begin();
    await save();
    await copying.everything({ again: isAgain });
  }

  /** Until nothing more has happened. */
  async #drain(): Promise<void> {
    const { listening, copying } = this.#parts;
    for (let isDone = false; !isDone; ) {
      const heard = await listening.now();
      const isLost = heard.some(({ changed }) => changed === "lost");
      if (isLost) await this.#begin({ isAgain: true });
      isDone = !isLost && !(await copying.apply(heard));
    }
  }
}

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
