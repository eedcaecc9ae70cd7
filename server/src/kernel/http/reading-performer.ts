/** In a reading thread: carries out a request and returns the bytes of its response. */
import { decode } from "../api/index.ts";
import type { App, OpenContext, Realm, User } from "../context.ts";
import { readSnapshotOf } from "../context.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { nameOf, type ReadAnswer, type ReadingTask, type ReadOutcome } from "../reading/task.ts";
import { compressed } from "./compressed.ts";
import { serializedSuccess, success } from "./reply.ts";
import { type Route, Serialized } from "./route.ts";
import { plainOf } from "./shared-text.ts";
import { verifyResponse } from "./verify-response.ts";

/** The connection is elsewhere: the response is sent whole, or not at all. */
const NO_CONNECTION: OpenContext["connection"] = { isClosed: false, waits() {}, onClose() {} };
/** Callers whose account is kept; the least recently used is evicted first. */
const REMEMBERED_CALLERS = 2000;
const encoder = new TextEncoder();

/** The organization has changed since the caller was identified. */
export class CallerChanged extends Error {}

interface KnownCaller {
  readonly realm: Realm;
  readonly user: User;
}

export class ReadingPerformer {
  readonly #app: App;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #callers = new Map<string, KnownCaller>();

  constructor(app: App, routes: readonly Route[]) {
    this.#app = app;
    this.#routes = new Map(routes.filter((route) => route.inThread).map((route) => [nameOf(route.operation), route]));
  }

  async outcomeOf(task: ReadingTask): Promise<ReadOutcome> {
    try {
      return { answer: await this.perform(task) };
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) return {};
      return { unavailable: { sentence: error.message, retryAfterSeconds: error.retryAfterSeconds } };
    }
  }

  /** Throws what the handler throws. */
  async perform(task: ReadingTask): Promise<ReadAnswer> {
    const route = this.#routes.get(task.operation);
    if (!route) throw new Error(`${task.operation} does not run in a thread.`);
    const { values, ignored } = decode(route.operation, task.sent, task.path);
    const ctx = { ...(await this.#callerOf(task)), ...this.#contextFor(task) };
    const params = values as never;
    const answer = await (route.mode === "snapshot"
      ? readSnapshotOf(ctx, (reading) => route.handle(reading, params))
      : route.handle(ctx, params));
    if (this.#app.checked) verifyResponse(route, answer);
    const text = await (answer instanceof Serialized ? serializedSuccess(answer, ignored) : success(answer, ignored));
    const whole = typeof text === "string" ? text : Buffer.concat(text.map(plainOf)).toString();
    const zipped = task.mayCompress ? await compressed(whole) : undefined;
    // In memory of its own, which can be handed over without copying it.
    const bytes = zipped ? new Uint8Array(Buffer.concat(zipped)) : encoder.encode(whole);
    return { bytes, isCompressed: zipped !== undefined, characters: whole.length };
  }

  #contextFor({ now, client, dialect, userAgent, ip, session }: ReadingTask): Omit<OpenContext, "realm" | "user"> {
    const app = this.#app;
    return { app, db: app.database.reader, now, client, dialect, userAgent, ip, session, connection: NO_CONNECTION };
  }

  /**
   * Everything that a caller may do belongs to a version of their organization. If that is no longer the one at which they
   * were identified, they are identified again on the event loop: the task may have waited, and they may be deactivated.
   */
  async #callerOf({ realmId, version, userId }: ReadingTask): Promise<KnownCaller> {
    const { identities, database } = this.#app;
    if ((await identities.currentVersion(database.reader, realmId)) !== version) throw new CallerChanged();
    const key = `${realmId} ${userId}`;
    const known = this.#callers.get(key);
    if (known?.realm.version === version) return known;
    const realm = await identities.realmById(database.reader, realmId);
    if (realm.version !== version) throw new CallerChanged();
    const caller = { realm, user: await this.#userOf(realm, userId) };
    this.#callers.delete(key);
    if (this.#callers.size >= REMEMBERED_CALLERS) this.#callers.delete(this.#callers.keys().next().value as string);
    this.#callers.set(key, caller);
    return caller;
  }

  async #userOf(realm: Realm, userId: number | null): Promise<User> {
    const { identities, database } = this.#app;
    if (userId === null) return identities.visitorTo(realm);
    const row = await database.reader
      .selectFrom("user")
      .selectAll()
      .where("realm_id", "=", realm.id)
      .where("id", "=", userId)
      .where("is_active", "=", true)
      .executeTakeFirstOrThrow();
    return identities.user(database.reader, row, realm.version);
  }
}
