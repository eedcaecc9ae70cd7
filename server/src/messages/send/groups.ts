/**
 * Sends of a node are committed in groups on PostgreSQL: those that arrive while a group of their organization is being
 * committed go into the next one, and nodes wait for each other once for each group. On SQLite, the database itself does
 * this for every change (decision 001).
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { App, Context, Outcome } from "../../kernel/context.ts";
import type { DatabaseConfig } from "../../kernel/db/config.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { DatabaseUnavailable } from "../../kernel/db/unavailable.ts";
import type { HealthCheck } from "../../kernel/health/health.ts";
import { NotPrepared } from "../../kernel/prepared.ts";
import { deliveryOf } from "./actions.ts";
import type { DeliveredMessage } from "./deliver.ts";
import type { SendRequest } from "./prepare.ts";
import { type Sending, sendTogether } from "./together.ts";

/** The lock is held for some 10 ms then: other changes wait for it. */
const LARGEST_GROUP = 128;

interface Waiting extends Sending {
  readonly since: number;
  /** Sends it in a transaction of its own. */
  alone(): Promise<DeliveredMessage>;
  resolve(sent: DeliveredMessage): void;
  reject(error: unknown): void;
}

/** The sends of an organization. */
interface SendsOfRealm {
  waiting: Waiting[];
  /** The group that is being committed, and its end. */
  size: number;
  committed: Promise<void>;
}

const sendsBeingCommitted = new WeakMap<Database, Map<RealmId, SendsOfRealm>>();

/** Sends a message together with others of its organization; if they fail together, alone. */
export function sendInGroup(
  ctx: Context,
  request: SendRequest,
  alone: () => Promise<DeliveredMessage>,
): Promise<DeliveredMessage> {
  const { app, realm } = ctx;
  const { promise, resolve, reject } = Promise.withResolvers<DeliveredMessage>();
  const sending = { ctx, request, delivery: deliveryOf(request), since: performance.now(), alone, resolve, reject };
  const byRealm = sendsBeingCommitted.get(app.database) ?? new Map<RealmId, SendsOfRealm>();
  sendsBeingCommitted.set(app.database, byRealm);
  const known = byRealm.get(realm.id);
  if (known) known.waiting.push(sending);
  else {
    const sends: SendsOfRealm = { waiting: [sending], size: 0, committed: Promise.resolve() };
    byRealm.set(realm.id, sends);
    void commitGroups(app, sends, () => byRealm.delete(realm.id));
  }
  return promise;
}

/**
 * Whether messages can be sent: hangs while as many of an organization wait as there are connections for changes. They
 * take only one connection, so the database itself looks idle.
 */
export const sendingCheck = (database: Database, { writers }: DatabaseConfig): HealthCheck => ({
  kind: "sending",
  async examine() {
    const full = [...(sendsBeingCommitted.get(database)?.values() ?? [])].filter(
      ({ size, waiting }) => size + waiting.length >= writers,
    );
    await Promise.all(full.map(({ committed }) => committed));
  },
  sentence: () => "Messages wait to be stored.",
});

async function commitGroups(app: App, sends: SendsOfRealm, end: () => void): Promise<void> {
  for (;;) {
    // Requests that arrive in this turn of the event loop join the group.
    await nextTurn();
    // At once, so that nobody joins what has ended.
    if (sends.waiting.length === 0) return end();
    sends.committed = commit(takeGroup(app, sends, []), (group) => joinGroup(app, sends, group));
    await sends.committed;
    sends.size = 0;
  }
}

/** Takes those who have waited longest and fit into the group. */
function takeGroup(app: App, sends: SendsOfRealm, group: readonly Waiting[]): Waiting[] {
  const { next, later } = nextOf(sends.waiting, group);
  sends.waiting = later;
  const taken = refuseLate(app, next);
  sends.size = group.length + taken.length;
  return taken;
}

/**
 * Those who have come while the group waited for the lock, if they at least double it. Another node has committed a group
 * meanwhile, and with all clients in its next one, each of their groups is as large as that of one node alone. For fewer, the round
 * trip with the lock would cost more than it saves.
 */
const joinGroup = (app: App, sends: SendsOfRealm, group: readonly Waiting[]): Waiting[] =>
  sends.waiting.length < group.length ? [] : takeGroup(app, sends, group);

/** The oldest that wait, without a second request with the same key: it waits for the first one's message. */
function nextOf(waiting: readonly Waiting[], group: readonly Waiting[]): { next: Waiting[]; later: Waiting[] } {
  const keys = new Set(group.map(keyOf));
  const [next, later]: [Waiting[], Waiting[]] = [[], []];
  for (const each of waiting) {
    const key = keyOf(each);
    const isLater = group.length + next.length === LARGEST_GROUP || (key !== undefined && keys.has(key));
    keys.add(key);
    (isLater ? later : next).push(each);
  }
  return { next, later };
}

const keyOf = ({ ctx, delivery }: Waiting): string | undefined =>
  delivery.key === undefined ? undefined : `${ctx.user.id} ${delivery.key}`;

/** While a group waits for a lock, those behind it wait no longer than for a connection. */
function refuseLate({ config }: App, group: readonly Waiting[]): Waiting[] {
  const oldest = performance.now() - config.database.waitMs;
  return group.filter(({ since, reject }) => {
    const isLate = since < oldest;
    if (isLate) reject(new DatabaseUnavailable("Messages could not be stored in time."));
    return !isLate;
  });
}

async function commit(group: Waiting[], join: (group: readonly Waiting[]) => readonly Waiting[]): Promise<void> {
  if (group.length === 0) return;
  const takeLate = () => {
    const late = join(group);
    group.push(...late);
    return late;
  };
  try {
    const { outcomes, announced } = await sendTogether(group, takeLate);
    // The next group does not wait until everyone has heard of this one.
    void respond(group, outcomes, announced);
  } catch (error) {
    // It may have been committed, or the next attempt would fail as well.
    if (error instanceof DatabaseUnavailable) for (const { reject } of group) reject(error);
    else for (const each of group) await sendAlone(each);
  }
}

async function respond(
  group: readonly Waiting[],
  outcomes: readonly Outcome<DeliveredMessage>[],
  announced: Promise<void>,
): Promise<void> {
  const announcement = await announced.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  for (const [n, each] of group.entries()) {
    const outcome = outcomes[n] as Outcome<DeliveredMessage>;
    if ("value" in outcome) announcement ? each.reject(announcement.error) : each.resolve(outcome.value);
    else if (outcome.refusal instanceof NotPrepared) void sendAlone(each);
    else each.reject(outcome.refusal);
  }
}

const sendAlone = ({ alone, resolve, reject }: Waiting): Promise<void> => alone().then(resolve, reject);
