/**
 * Looks through new messages for people to tell, behind everybody's back: a moment after they were sent, many at a time.
 * Sending does nothing for it. Ids of an organization's messages become visible in order (M1), so how far it has come is
 * one number; it is moved on in the transaction that tells people, so each message is told of once, whatever dies when.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { MessageId, RealmId, UserId } from "../../kernel/api/ids.ts";
import { type Clock, seconds } from "../../kernel/clock.ts";
import { type App, changeOutOfTurn } from "../../kernel/context.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { levelOf } from "../../kernel/log.ts";
import { part } from "../../kernel/part.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { callsEverybody, candidatesFor, messagesAfter, type NewMessage } from "./candidates.ts";
import { FanOut } from "./fan-out.ts";
import { mailMissed } from "./mail/missed.ts";
import { type NotifiedUser, tellSome, thoseToTell } from "./notify.ts";
import { beginAfterNewest, nextDue, postponeAllMissed, progressOf, readersDue, realmsWithNews } from "./store.ts";

/** While people go on sending, their messages are looked at together, this often. */
const PAUSE_MS = 200;
const BATCH = 200;
/** So many messages that concern nobody are passed before that is written down: they would only be looked at again. */
const UNRECORDED = 1000;
const READERS_AT_A_TIME = 100;
const RETRY_SECONDS = 600;
/** Another node may have gone and left something to be told. */
const LOOK_AROUND_SECONDS = 60;

export interface NotifierOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  app(): App;
}

export const notifier = part<Notifier>("notifier");

export class Notifier {
  readonly #options: NotifierOptions;
  /** Organizations in which something was sent. */
  readonly #wanted = new Set<RealmId>();
  /** How far this process has looked without finding anybody to tell. */
  readonly #passed = new Map<RealmId, MessageId>();
  /** Up to where it is just looking. */
  readonly #looking = new Map<RealmId, MessageId>();
  readonly #fanOut = new FanOut();
  #isMailDue = false;
  #running: Promise<void> | undefined;
  #cancelPause: (() => void) | undefined;
  #cancelMail: (() => void) | undefined;
  #started = false;
  #closing = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Begins with what earlier processes have left. The command line changes things, and tells nobody. */
  start(): Promise<void> {
    this.#started = true;
    return this.lookAround();
  }

  /** Something was sent in the organization. */
  wake(realmId: RealmId): void {
    this.#wanted.add(realmId);
    this.#begin();
  }

  /** Somebody may be to be mailed earlier than was known. */
  lookAgain(): void {
    this.#isMailDue = true;
    this.#begin();
  }

  /** What other nodes may have left. */
  async lookAround(): Promise<void> {
    for (const realmId of await realmsWithNews(this.#options.database.reader)) this.#wanted.add(realmId);
    this.lookAgain();
  }

  /** How far this process has looked, though that is not recorded where nobody was to be told. */
  passed(realmId: RealmId): MessageId {
    return this.#passed.get(realmId) ?? 0;
  }

  isLookingAt(realmId: RealmId, messageId: MessageId): boolean {
    return messageId <= (this.#looking.get(realmId) ?? 0);
  }

  /** Resolves when everything has been told that is to be told now. */
  async settled(): Promise<void> {
    while (this.#running || this.#cancelPause || this.#hasWork) {
      this.#endPause();
      this.#begin();
      await this.#running;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#endPause();
    this.#cancelMail?.();
    await this.#running;
  }

  get #hasWork(): boolean {
    return this.#started && !this.#closing && (this.#wanted.size > 0 || this.#isMailDue);
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
  }

  #begin(): void {
    if (this.#running || this.#cancelPause || !this.#hasWork) return;
    const { clock, log } = this.#options;
    this.#running = this.#work()
      .catch((error: unknown) => {
        if (!this.#closing) log[levelOf(error)]({ err: error }, "could not notify people of messages");
      })
      .finally(() => {
        this.#running = undefined;
        if (this.#closing) return;
        this.#cancelPause = clock.after(PAUSE_MS, () => {
          this.#cancelPause = undefined;
          this.#begin();
        });
      });
  }

  async #work(): Promise<void> {
    const realms = [...this.#wanted];
    this.#wanted.clear();
    for (const realmId of realms) while (!this.#closing && (await this.#lookThrough(realmId)));
    if (this.#isMailDue) await this.#sendMail();
    await this.#waitForMail();
  }

  /** Looks at some messages that nobody has looked at; answers whether there may be more. */
  async #lookThrough(realmId: RealmId): Promise<boolean> {
    const { database } = this.#options;
    const { reader } = database;
    const recorded = await progressOf(reader, realmId);
    if (recorded === undefined) {
      await database.transaction((tx) => beginAfterNewest(tx, realmId));
      return false;
    }
    const upto = Math.max(recorded, this.#passed.get(realmId) ?? 0);
    const batch = this.#fanOut.limitCalls(await messagesAfter(reader, { realmId, upto, limit: BATCH }));
    const messages = upToCall(batch);
    const last = messages.at(-1)?.id;
    if (last === undefined) return false;
    this.#looking.set(realmId, last);
    try {
      // Read before the transaction: of a message to thousands there is much to read, and others want to write.
      const candidates = this.#fanOut.limit(messages, await candidatesFor(reader, realmId, messages));
      const told = await thoseToTell(reader, candidates);
      if (told.length > 0 || last - recorded > UNRECORDED) await this.#tell(realmId, last, told);
      this.#passed.set(realmId, last);
    } finally {
      this.#looking.delete(realmId);
    }
    // Others go first.
    await nextTurn();
    return messages.length < batch.length || batch.length === BATCH;
  }

  async #tell(realmId: RealmId, last: MessageId, told: readonly NotifiedUser[]): Promise<void> {
    const app = this.#options.app();
    const realm = await app.identities.realmById(app.database.reader, realmId);
    while (!this.#closing && !(await changeOutOfTurn(serverContext(app, realm), (ctx) => tellSome(ctx, last, told))));
  }

  async #sendMail(): Promise<void> {
    const { clock, database } = this.#options;
    const app = this.#options.app();
    this.#isMailDue = false;
    const readers = await readersDue(database.reader, seconds(clock), READERS_AT_A_TIME);
    for (const { realm_id, user_id } of readers) {
      if (this.#closing) return;
      const realm = await app.identities.realmById(database.reader, realm_id);
      await changeOutOfTurn(serverContext(app, realm), (ctx) => mailMissed(ctx, user_id)).catch((error: unknown) =>
        this.#tryLater(user_id, error),
      );
    }
    this.#isMailDue = readers.length === READERS_AT_A_TIME;
  }

  /** One mail that cannot be written must not keep everybody else from theirs. */
  async #tryLater(userId: UserId, error: unknown): Promise<void> {
    if (this.#closing) return;
    const { clock, database, log } = this.#options;
    log.error({ err: error, user: userId }, "could not email someone about missed messages");
    await database.transaction((tx) => postponeAllMissed(tx, userId, seconds(clock) + RETRY_SECONDS));
  }

  async #waitForMail(): Promise<void> {
    const { clock, database } = this.#options;
    this.#cancelMail?.();
    const due = await nextDue(database.reader);
    if (due === undefined || this.#closing) return;
    const waitMs = due * 1000 - clock.now();
    if (waitMs <= 0) this.#isMailDue = true;
    else this.#cancelMail = clock.after(waitMs, () => this.lookAgain());
  }
}

/** A message that calls everybody in a channel may concern thousands: such ones are not looked at together. */
function upToCall(messages: readonly NewMessage[]): readonly NewMessage[] {
  const call = messages.findIndex(callsEverybody);
  return call === -1 ? messages : messages.slice(0, call + 1);
}

export const lookAround = recurringJob("tell_of_messages", LOOK_AROUND_SECONDS, (app) => notifier.of(app).lookAround());
