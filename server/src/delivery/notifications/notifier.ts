/**
 * Scans new messages for people to notify, in the background: shortly after they were sent, many at a time, at no cost
 * to the sender. Ids of an organization's messages become visible in order (M1), so its progress is a single number. It
 * advances in the transaction that notifies people, so each message is processed once, even if processes crash.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { MessageId, RealmId, UserId } from "../../kernel/api/ids.ts";
import { type Clock, seconds } from "../../kernel/clock.ts";
import { type App, changeOutOfTurn, type InTransaction } from "../../kernel/context.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { levelOf } from "../../kernel/log.ts";
import { part } from "../../kernel/part.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { Steps } from "../../kernel/steps.ts";
import { candidatesFor, mentionsChannel, messagesAfter, type NewMessage } from "./candidates.ts";
import { FanOut } from "./fan-out.ts";
import { type NotifiedUser, notifyBatch, usersToNotify } from "./notify.ts";
import { beginAfterNewest, nextDue, postponeAllMissed, progressOf, readersDue, realmsWithNews } from "./store.ts";

/** The interval between scans while messages keep arriving. */
const PAUSE_MS = 200;
const BATCH = 200;
/**
 * Progress past messages that concern nobody is recorded only after this many: scanning them again would do no harm.
 */
const UNRECORDED = 1000;
const READERS_AT_A_TIME = 100;
const RETRY_SECONDS = 600;
/** After each reader's emails it rests as long as they took: thousands may be due at once. */
const REST_FACTOR = 1;
/** How often to check for work that a stopped node left behind. */
const FIND_WORK_SECONDS = 60;

export interface NotifierOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  app(): App;
}

export const notifier = part<Notifier>("notifier");

export class Notifier {
  readonly #options: NotifierOptions;
  /** Organizations with new messages. */
  readonly #wanted = new Set<RealmId>();
  /** The last message this process has scanned, recorded or not. */
  readonly #passed = new Map<RealmId, MessageId>();
  /** The last message of the batch being scanned. */
  readonly #scanning = new Map<RealmId, MessageId>();
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

  /**
   * Starts with work that earlier processes left behind. Not called by the command line, which leaves notifications to
   * the server.
   */
  start(): Promise<void> {
    this.#started = true;
    return this.findWork();
  }

  /** A message was sent in the organization. */
  wake(realmId: RealmId): void {
    this.#wanted.add(realmId);
    this.#begin();
  }

  /** Checks for due emails: one may be due earlier than planned. */
  checkForEmails(): void {
    this.#isMailDue = true;
    this.#begin();
  }

  /** Picks up work that other nodes may have left behind. */
  async findWork(): Promise<void> {
    for (const realmId of await realmsWithNews(this.#options.database.reader)) this.#wanted.add(realmId);
    this.checkForEmails();
  }

  /** The last message this process has scanned. The database may lag behind if there was nobody to notify. */
  passed(realmId: RealmId): MessageId {
    return this.#passed.get(realmId) ?? 0;
  }

  isScanning(realmId: RealmId, messageId: MessageId): boolean {
    return messageId <= (this.#scanning.get(realmId) ?? 0);
  }

  /** Resolves when everything due has been sent. */
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
    for (const realmId of realms) while (!this.#closing && (await this.#scan(realmId)));
    if (this.#isMailDue) await this.#sendMail();
    await this.#waitForMail();
  }

  /** Scans the next batch of messages. Returns whether there may be more. */
  async #scan(realmId: RealmId): Promise<boolean> {
    const { database } = this.#options;
    const { reader } = database;
    const recorded = await progressOf(reader, realmId);
    if (recorded === undefined) {
      await database.transaction((tx) => beginAfterNewest(tx, realmId));
      return false;
    }
    const upto = Math.max(recorded, this.#passed.get(realmId) ?? 0);
    const batch = this.#fanOut.limitChannelMentions(await messagesAfter(reader, { realmId, upto, limit: BATCH }));
    const messages = upToChannelMention(batch);
    const last = messages.at(-1)?.id;
    if (last === undefined) return false;
    this.#scanning.set(realmId, last);
    try {
      // Read before the transaction: a message to thousands needs many reads, and others want to write.
      const candidates = this.#fanOut.limit(messages, await candidatesFor(reader, realmId, messages));
      const users = await usersToNotify(reader, candidates);
      if (users.length > 0 || last - recorded > UNRECORDED) await this.#notify(realmId, last, users);
      this.#passed.set(realmId, last);
    } finally {
      this.#scanning.delete(realmId);
    }
    // Let other work run.
    await nextTurn();
    return messages.length < batch.length || batch.length === BATCH;
  }

  async #notify(realmId: RealmId, last: MessageId, users: readonly NotifiedUser[]): Promise<void> {
    const app = this.#options.app();
    const realm = await app.identities.realmById(app.database.reader, realmId);
    while (
      !this.#closing &&
      !(await changeOutOfTurn(serverContext(app, realm), (ctx) => notifyBatch(ctx, last, users)))
    );
  }

  async #sendMail(): Promise<void> {
    const { clock, database } = this.#options;
    const app = this.#options.app();
    this.#isMailDue = false;
    const readers = await readersDue(database.reader, seconds(clock), READERS_AT_A_TIME);
    if (readers.length === 0) return;
    // Loaded with the first email, and before a transaction opens (decision 100).
    const { mailMissed } = await import("./mail/missed.ts");
    const steps = new Steps(REST_FACTOR);
    for (const { realm_id, user_id } of readers) {
      if (this.#closing) return;
      await this.#mailTo(app, realm_id, (ctx) => mailMissed(ctx, user_id)).catch((error: unknown) =>
        this.#tryLater(user_id, error),
      );
      await steps.pause();
    }
    this.#isMailDue = readers.length === READERS_AT_A_TIME;
  }

  async #mailTo(app: App, realmId: RealmId, write: (ctx: InTransaction) => Promise<void>): Promise<void> {
    const realm = await app.identities.realmIfAny(app.database.reader, realmId);
    // The organization may have been deleted since its readers were found.
    if (realm) await changeOutOfTurn(serverContext(app, realm), write);
  }

  /** One failing email must not block everyone else's. */
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
    else this.#cancelMail = clock.after(waitMs, () => this.checkForEmails());
  }
}

/** Ends a batch at a message that mentions a whole channel: it may concern thousands of people. */
function upToChannelMention(messages: readonly NewMessage[]): readonly NewMessage[] {
  const mention = messages.findIndex(mentionsChannel);
  return mention === -1 ? messages : messages.slice(0, mention + 1);
}

export const findWork = recurringJob("tell_of_messages", FIND_WORK_SECONDS, (app) => notifier.of(app).findWork());
