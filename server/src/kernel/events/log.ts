/**
 * The event log: the ordered list of everything clients must learn about. A change appends its events in its own
 * transaction, so an event exists exactly when its change does. Queues do not copy events: a queue is a position in
 * this log and a filter over it. Positions follow commit order: once N can be read, nothing at or below N can still
 * appear.
 */
import { type Insertable, sql } from "kysely";
import type { DeclaredEvent, EventBody, PersonalPart } from "../api/event.ts";
import type { RealmId } from "../api/ids.ts";
import { compiled, compiledChange } from "../db/compiled.ts";
import { isPostgres, json } from "../db/dialect.ts";
import type { Db, TurnTx, Tx } from "../db/handles.ts";
import { runLast } from "../db/postgres-pipeline.ts";
import type { Schema } from "../db/schema.ts";
import { Steps } from "../steps.ts";
import type { Audience, Effects, StoredAudience } from "./audience.ts";

/** An event that a transaction appends when it ends. */
export interface PendingEvent {
  readonly event: DeclaredEvent;
  readonly audience: StoredAudience;
  /** Personal parts: by user id, or by `queue:<id>`. */
  readonly personal: Readonly<Record<string, PersonalPart>> | null;
}

/** An event as the log holds it. */
export interface LogEntry {
  readonly position: number;
  readonly type: string;
  readonly body: EventBody;
  readonly audience: StoredAudience;
  readonly personal: Readonly<Record<string, PersonalPart>> | null;
}

/**
 * There is space between the ids of two positions: first for events that are not stored (typing, heartbeats), then for
 * entries that some clients receive as several events. Those end at their entry's id, so the position of an id is
 * always the last one received completely.
 */
const IDS_PER_POSITION = 65536;
export const EPHEMERAL_IDS = IDS_PER_POSITION / 2;
export const EVENTS_PER_ENTRY = IDS_PER_POSITION - EPHEMERAL_IDS;
export const idAt = (position: number): number => position * IDS_PER_POSITION;
export const positionOf = (eventId: number): number => Math.floor(eventId / IDS_PER_POSITION);

/** Both engines limit the number of values in a statement. */
const ROWS_PER_INSERT = 1000;

export interface Appending {
  readonly pending: { readonly events: PendingEvent[] };
}

export interface AppendOptions {
  effects?: Effects;
  personal?: Readonly<Record<string, PersonalPart>>;
}

/** Appends an event to the log when the transaction commits. */
export function append(
  ctx: Appending,
  event: DeclaredEvent,
  audience: Audience,
  { effects, personal }: AppendOptions = {},
): void {
  const stored = effects ? { ...audience, effects } : audience;
  ctx.pending.events.push({ event, audience: stored, personal: personal ?? null });
}

/** A context whose transaction holds the organization's turn. */
export type InTurn<C> = C & { readonly db: TurnTx };

/**
 * Makes this transaction the next one of its organization to commit, by locking the log's position, and returns the same
 * context typed as proof. What is read from then on stays true until the commit, so two concurrent changes cannot both find
 * a name free or the last place left. It also orders ids: message ids must become visible in increasing order, or a read
 * mark would include a late message. `change` and `route` take the turn before anything is read (decision 076).
 */
export async function takeTurn<C extends { readonly db: Tx; readonly realm: { readonly id: RealmId } }>(
  ctx: C,
): Promise<InTurn<C>> {
  await takeTurnOf(ctx.db, ctx.realm.id);
  return ctx as InTurn<C>;
}

/** Takes the turn where there is no context. */
export async function takeTurnOf(tx: Tx, realmId: RealmId): Promise<TurnTx> {
  // On SQLite transactions run one after another anyway.
  if (isPostgres(tx)) await lockPosition(tx, { realmId });
  return tx as TurnTx;
}

/**
 * Takes the turn for several changes that share a transaction. Returns the log's position, which nobody else changes before
 * the commit.
 */
export async function takeSharedTurn(tx: Tx, realmId: RealmId): Promise<number> {
  const [log] = await (isPostgres(tx) ? lockPosition(tx, { realmId }) : positionIn(tx, { realmId }));
  if (!log) throw new Error(`Organization ${realmId} has no log.`);
  return log.position;
}

const lockPosition = compiled((tx: Tx, { realmId }: { realmId: RealmId }) =>
  tx.selectFrom("realm_position").select("position").where("realm_id", "=", realmId).forUpdate(),
);

const advancePosition = compiled((tx: Tx, { realmId, count }: { realmId: RealmId; count: number }) =>
  tx
    .updateTable("realm_position")
    .set((eb) => ({ position: eb("position", "+", count) }))
    .where("realm_id", "=", realmId)
    .returning("position"),
);

const positionIn = compiled((db, { realmId }: { realmId: RealmId }) =>
  db.selectFrom("realm_position").select("position").where("realm_id", "=", realmId),
);

const setPosition = compiledChange((tx, { realmId, position }: { realmId: RealmId; position: number }) =>
  tx.updateTable("realm_position").set({ position }).where("realm_id", "=", realmId),
);

/** Reserves positions for some entries and returns the last one. */
async function advance(tx: Tx, realmId: RealmId, count: number): Promise<number> {
  const [log] = await (isPostgres(tx) ? advancePosition(tx, { realmId, count }) : positionIn(tx, { realmId }));
  if (!log) throw new Error(`Organization ${realmId} has no log.`);
  if (isPostgres(tx)) return log.position;
  // Where transactions are serialized, reading and then writing costs half as much as one combined statement.
  const position = log.position + count;
  await setPosition(tx, { realmId, position });
  return position;
}

const insertEvent = compiled((tx: Tx, event: Insertable<Schema["event"]>) => {
  const { realm_id, position, type, body, audience, personal, has_effects, created_at } = event;
  const row = { realm_id, position, type, body, audience, personal, has_effects, created_at };
  return tx.insertInto("event").values(row);
});

/** Writes the appended events. The last step before commit, because it blocks every other change. */
export async function writePending(
  tx: Tx,
  realmId: RealmId,
  pending: readonly PendingEvent[],
  nowSeconds: number,
): Promise<LogEntry[]> {
  if (pending.length === 0) return [];
  const last = await advance(tx, realmId, pending.length);
  const entries = entriesAfter(last - pending.length, pending);
  const rows = entries.map((entry) => ({
    realm_id: realmId,
    position: entry.position,
    type: entry.type,
    body: json(entry.body),
    audience: json(entry.audience),
    personal: entry.personal && json(entry.personal),
    has_effects: entry.audience.effects !== undefined,
    created_at: nowSeconds,
  }));
  const [first, ...more] = rows;
  // Nearly every change appends one event; several are written together.
  if (first && more.length === 0) await insertEvent(tx, first);
  else
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
      await tx
        .insertInto("event")
        .values(rows.slice(start, start + ROWS_PER_INSERT))
        .execute();
  return entries;
}

const entriesAfter = (position: number, pending: readonly PendingEvent[]): LogEntry[] =>
  pending.map(({ event, audience, personal }, index) => ({
    position: position + 1 + index,
    type: event.declaration.type,
    body: event.body,
    audience,
    personal,
  }));

/**
 * Writes the events of changes that share a transaction, after the position at which it took the turn. On PostgreSQL this
 * is one statement, whatever their number, and goes with the commit.
 */
export async function writeShared(
  tx: TurnTx,
  realmId: RealmId,
  position: number,
  pending: readonly PendingEvent[],
  nowSeconds: number,
): Promise<LogEntry[]> {
  if (!isPostgres(tx)) return writePending(tx, realmId, pending, nowSeconds);
  if (pending.length === 0) return [];
  const entries = entriesAfter(position, pending);
  const rows = entries.map((entry) => ({ ...entry, has_effects: entry.audience.effects !== undefined }));
  const write = sql`
    with advanced as (
      update realm_position set position = ${position + entries.length}::bigint where realm_id = ${realmId}::bigint)
    insert into event (realm_id, position, type, body, audience, personal, has_effects, created_at)
    select ${realmId}::bigint, position, type, body, audience, personal, has_effects, ${nowSeconds}::bigint
    from json_to_recordset(${json(rows)}::json)
      as given (position bigint, type text, body json, audience json, personal json, has_effects boolean)`;
  await runLast(tx, [write.compile(tx)]);
  return entries;
}

export async function currentPosition(db: Db, realmId: RealmId): Promise<number> {
  const row = await db
    .selectFrom("realm_position")
    .select("position")
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  return row.position;
}

/** Whether everything after this position can still be read. */
export async function reachesBackTo(db: Db, realmId: RealmId, position: number): Promise<boolean> {
  const row = await db
    .selectFrom("realm_position")
    .select("pruned_upto")
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  return position >= row.pruned_upto;
}

/** An entry may have 100 kB: pages get larger only if their entries are smaller. */
const FIRST_PAGE = 20;
const LARGEST_PAGE = 500;
const PAGE_CHARACTERS = 500_000;

/**
 * The events after one position up to and including another, oldest first, in pages that take a short time to read. Others
 * have their turn between them.
 */
export async function* pagesBetween(
  db: Db,
  realmId: RealmId,
  { after, upto }: { after: number; upto: number },
): AsyncGenerator<LogEntry[], void> {
  const steps = new Steps();
  let [from, limit] = [after, FIRST_PAGE];
  while (from < upto) {
    const rows = await db
      .selectFrom("event")
      .select(["position", "type", "body", "audience", "personal"])
      .select(sql<number>`length(cast(body as text))`.as("characters"))
      .where("realm_id", "=", realmId)
      .where("position", ">", from)
      .where("position", "<=", upto)
      .orderBy("position")
      .limit(limit)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows as LogEntry[];
    from = last.position;
    const characters = rows.reduce((sum, row) => sum + row.characters, 0);
    const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / characters);
    limit = Math.min(Math.max(fitting, FIRST_PAGE), LARGEST_PAGE);
    if (steps.isOver) await steps.pause();
  }
}

/** The effects of the events in this range, oldest first. */
export async function effectsBetween(
  db: Db,
  realmId: RealmId,
  { after, upto }: { after: number; upto: number },
): Promise<Effects[]> {
  const rows = await db
    .selectFrom("event")
    .select("audience")
    .where("realm_id", "=", realmId)
    .where("position", ">", after)
    .where("position", "<=", upto)
    .where(sql<boolean>`has_effects`)
    .orderBy("position")
    .execute();
  return rows.flatMap(({ audience }) => (audience as StoredAudience).effects ?? []);
}
