/**
 * The state that somebody's client would show if it had been open all the time. It is kept from the event log and without
 * a queue, so that everybody in a test can be followed and the server notices nothing of it: who has a queue counts as present.
 */
import { CAPABILITIES, type Snapshot, Store } from "@parley/client";
import { subscribedChannelIds } from "../src/channels/subscriptions/store.ts";
import { features } from "../src/features.ts";
import type { RealmId, UserId } from "../src/kernel/api/ids.ts";
import { type ClientProfile, capabilitiesFrom } from "../src/kernel/api/index.ts";
import type { User } from "../src/kernel/context.ts";
import { Announcement } from "../src/kernel/events/frames.ts";
import type { LogEntry } from "../src/kernel/events/log.ts";
import { Queue } from "../src/kernel/events/queue.ts";
import { hears, redo, type UserStanding } from "../src/kernel/events/standing.ts";
import { type SnapshotPart, snapshotPart } from "../src/kernel/feature.ts";
import { textOf } from "../src/kernel/http/shared-text.ts";
import { serverContext } from "../src/kernel/server-context.ts";
import { readSnapshot } from "../src/registration/snapshot.ts";
import { assertUpToDate } from "./comparable.ts";
import type { HeardEvent } from "./heard.ts";
import type { TestServer } from "./server.ts";

const PARTS = features.flatMap((feature) => feature.snapshot ?? []);
export const NEWEST_CLIENT: ClientProfile = {
  capabilities: capabilitiesFrom(CAPABILITIES),
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  dialect: "neutral",
};

export interface Followed {
  readonly id: UserId;
  readonly realmId: RealmId;
  readonly name: string;
}

interface Moment {
  readonly store: Store;
  readonly position: number;
  readonly standing: UserStanding;
}

export class Mirror {
  readonly person: Followed;
  readonly #server: TestServer;
  readonly #queue: Queue;
  readonly #store: Store;
  readonly #standing: UserStanding;
  #position: number;

  private constructor(server: TestServer, person: Followed, { store, position, standing }: Moment) {
    this.#server = server;
    this.person = person;
    this.#store = store;
    this.#position = position;
    this.#standing = standing;
    // Never registered: it only says who hears what, and how.
    this.#queue = new Queue({
      id: `mirror of ${person.id}`,
      realm_id: person.realmId,
      user_id: person.id,
      options: { event_types: null, narrow: [], all_public_streams: false, profile: NEWEST_CLIENT },
      acknowledged: 0,
      lifespan_seconds: 0,
      lastSeenMs: 0,
    });
  }

  static async of(server: TestServer, person: Followed): Promise<Mirror> {
    return new Mirror(server, person, await momentOf(server, person));
  }

  /** The first snapshot with every event since applied equals a fresh snapshot. */
  async verify(): Promise<void> {
    if (!(await hasRealm(this.#server, this.person))) return;
    const fresh = await momentOf(this.#server, this.person);
    const isOver = !(await this.#follow(fresh.position));
    if (!isOver) assertUpToDate(this.#store.state, fresh.store.state, this.person.name);
  }

  /** False when the client's queue has ended on the way: it would register anew. */
  async #follow(upto: number): Promise<boolean> {
    const { app, journal } = this.#server;
    const entries = await journal.entries(app, this.person.realmId, { after: this.#position, upto });
    if (entries === undefined) return false;
    for (const entry of entries) if (!this.#hear(entry)) return false;
    this.#position = upto;
    return true;
  }

  #hear(entry: LogEntry): boolean {
    const hearing = hears(this.#standing, this.#queue, entry.audience);
    if (hearing)
      for (const { id, text } of new Announcement(this.#server.app.catalogue, entry).framesFor(this.#queue, hearing))
        this.#store.apply({ ...(JSON.parse(text) as HeardEvent), id });
    const { effects } = entry.audience;
    if (effects) redo(this.#standing, effects, this.person.id);
    return !effects?.silencesAll && !effects?.silences?.includes(this.person.id);
  }
}

/** An organization may be deleted, and nobody shows it any more. */
async function hasRealm({ app }: TestServer, { realmId }: Followed): Promise<boolean> {
  const row = await app.database.reader.selectFrom("realm").select("id").where("id", "=", realmId).executeTakeFirst();
  return row !== undefined;
}

/** Who hears what is said, as of the same moment as the rest. */
const standingPart = snapshotPart("standing", {}, async ({ db, user }) => ({
  standing: { role: user.role, channels: await subscribedChannelIds(db, user.id) },
}));

async function momentOf(server: TestServer, person: Followed): Promise<Moment> {
  const { state, position } = await stateFor(server, person, NEWEST_CLIENT, [...PARTS, standingPart]);
  const { standing, ...wire } = state as { standing: { role: number; channels: number[] } };
  const hearing = { role: standing.role, channels: new Set(standing.channels) };
  return { store: new Store(wire as unknown as Snapshot), position, standing: hearing };
}

/** What a registration would tell somebody now, without its queue, and without HTTP. */
export async function stateFor(
  { app }: TestServer,
  { id, realmId }: Pick<Followed, "id" | "realmId">,
  profile: ClientProfile,
  parts: readonly SnapshotPart[] = PARTS,
) {
  const realm = await app.identities.realmById(app.database.reader, realmId);
  // Whoever reads is looked up again in the moment that is read.
  const ctx = { ...serverContext(app, realm), user: { id } as User };
  const request = { profile, include_subscribers: "true" as const, types: undefined };
  const { membersAfter, position } = await readSnapshot(ctx, parts, request);
  return { state: JSON.parse(`{${textOf(membersAfter('"result":"success"'))}}`) as object, position };
}
