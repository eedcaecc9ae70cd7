/**
 * When something in an organization last changed, by type of event. Every change that clients can see appends an event
 * in its own transaction, so what was read at one position of the log is still true at another if no event in between
 * concerns it: on every node, and whoever made the change.
 */
import { sql } from "kysely";
import type { RealmId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Committed } from "../../kernel/db/handles.ts";
import type { Changes } from "../../kernel/feature.ts";

/** Beyond this many events, reading everything again is not much dearer than looking at them. */
const MOST_EVENTS = 20_000;
/** Far more than there are types of events. */
const MOST_TYPES = 500;

/** The types whose events differ much by their op: most of these concern one person's own settings. */
const WITH_OPS = ["realm_import", "subscription"];

interface KnownChanges {
  /** Everything up to here has been looked at. */
  upto: number;
  /** Nothing is known about what was before. */
  since: number;
  readonly newest: Map<string, number>;
}

const positionsOf = compiled((db, { realmId }: { realmId: RealmId }) =>
  db.selectFrom("realm_position").select(["position", "pruned_upto"]).where("realm_id", "=", realmId),
);

export class ChangeLog {
  readonly #realms = new Map<RealmId, KnownChanges>();

  /** Looks at the log up to a snapshot's position. */
  async follow(db: Committed, realmId: RealmId): Promise<number> {
    const [log] = await positionsOf(db, { realmId });
    if (!log) throw new Error(`Organization ${realmId} has no log.`);
    const { position, pruned_upto } = log;
    const known = this.#realms.get(realmId);
    const isReadable = known && known.upto >= pruned_upto && position - known.upto <= MOST_EVENTS;
    if (!isReadable) this.#realms.set(realmId, { upto: position, since: position, newest: new Map() });
    else if (known.upto < position) await this.#look(db, realmId, known, position);
    return position;
  }

  async #look(db: Committed, realmId: RealmId, known: KnownChanges, upto: number): Promise<void> {
    const after = known.upto;
    const op = sql<
      string | null
    >`case when type in (${sql.join(WITH_OPS.map((type) => sql.lit(type)))}) then body ->> 'op' end`;
    const rows = await db
      .selectFrom("event")
      .select(["type", op.as("op")])
      .select((eb) => eb.fn.max("position").as("position"))
      .where("realm_id", "=", realmId)
      .where("position", ">", after)
      .where("position", "<=", upto)
      .groupBy(["type", op])
      .execute();
    for (const { type, op: which, position } of rows) {
      note(known, type, position);
      if (which !== null) note(known, `${type}/${which}`, position);
    }
    known.upto = Math.max(known.upto, upto);
    if (known.newest.size > MOST_TYPES) this.#realms.delete(realmId);
  }

  /** The newest change of this kind, as far as it is known; at least where knowledge begins. */
  newest(realmId: RealmId, changes: Changes): number {
    const known = this.#realms.get(realmId);
    if (!known) return Number.POSITIVE_INFINITY;
    let newest = known.since;
    if ("events" in changes) for (const type of changes.events) newest = Math.max(newest, known.newest.get(type) ?? 0);
    else
      for (const [type, position] of known.newest)
        if (!type.includes("/") && !changes.anythingBut.includes(type)) newest = Math.max(newest, position);
    return newest;
  }

  forget(realmId: RealmId): void {
    this.#realms.delete(realmId);
  }
}

function note({ newest }: KnownChanges, type: string, position: number): void {
  newest.set(type, Math.max(newest.get(type) ?? 0, position));
}
