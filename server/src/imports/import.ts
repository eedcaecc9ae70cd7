/**
 * Takes an archive of another program into an organization: people, channels and emoji first, then the messages in batches, in
 * the order in which they were sent. Memory does not depend on the number of messages. No server may be running on the data.
 */

import type { RealmId } from "../kernel/api/ids.ts";
import { type App, change, type OpenContext, type Realm } from "../kernel/context.ts";
import { type Progress, unobserved } from "../kernel/progress.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { ImportedChannels } from "./channels.ts";
import { addEmoji } from "./emoji.ts";
import { Ledger } from "./ledger.ts";
import { isWithoutMessages, KnownPlaces, storeMessages } from "./messages.ts";
import { ImportedPeople, PEOPLE_AT_ONCE } from "./people.ts";
import { type PreparedMessage, prepareMessage, type Surroundings } from "./prepare.ts";
import { markAsRead } from "./read-marks.ts";
import type { ImportSource, PersonRecord } from "./records.ts";
import { archiveWith, endQueuesOf, finishArchive, insertArchive, type Origin } from "./store.ts";
import { Tally, type TallyState } from "./tally.ts";

export interface ImportOptions {
  /** Recognizes the archive when the import is run again. */
  readonly fingerprint: string;
  /** Where it stops the import, the next run continues. */
  readonly progress?: Progress;
}

export interface ImportOutcome {
  /** Whether an earlier run had finished: then this one has changed nothing. */
  readonly wasFinished: boolean;
  readonly tally: TallyState;
}

/** Messages in one transaction, the rows of everything that belongs to them, and the characters that they may have. */
const MESSAGES_AT_ONCE = 1000;
const ROWS_AT_ONCE = 20_000;
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024;

export async function importFrom(
  app: App,
  realm: Realm,
  source: ImportSource,
  { fingerprint, progress = unobserved }: ImportOptions,
): Promise<ImportOutcome> {
  const ctx = operatorContext(app, realm);
  const ledger = new Ledger(await begin(ctx, source, fingerprint));
  if (ledger.archive.finished_at !== null) return { wasFinished: true, tally: ledger.tally.state };
  const run = new ImportRun(ctx, source, ledger, progress);
  await run.everything();
  return { wasFinished: false, tally: ledger.tally.state };
}

async function begin(ctx: OpenContext, { origin, hasMessageIds }: ImportSource, fingerprint: string) {
  const { realm, now } = ctx;
  return change(ctx, async ({ db }) => {
    const known = await archiveWith(db, realm.id, fingerprint);
    if (known) return known;
    const keeps_ids = hasMessageIds && (await isWithoutMessages(db));
    const archive = { realm_id: realm.id, origin, fingerprint, begun_at: now, keeps_ids };
    return insertArchive(db, archive, new Tally().state);
  });
}

class ImportRun {
  #ctx: OpenContext;
  readonly #source: ImportSource;
  readonly #ledger: Ledger;
  readonly #origin: Origin;
  readonly #progress: Progress;

  constructor(ctx: OpenContext, source: ImportSource, ledger: Ledger, progress: Progress) {
    this.#ctx = ctx;
    this.#source = source;
    this.#ledger = ledger;
    this.#origin = { realm_id: ctx.realm.id, origin: source.origin };
    this.#progress = progress;
  }

  async everything(): Promise<void> {
    // What a run that was interrupted has stored.
    await markAsRead(this.#ctx, this.#ledger);
    const people = await ImportedPeople.of(this.#ctx, this.#origin);
    await this.#people(people);
    const channels = await ImportedChannels.of(this.#ctx, this.#origin, people);
    this.#progress.begin("Importing channels");
    for await (const record of this.#source.channels()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await channels.add(record, this.#ledger);
      this.#progress.add(1);
    }
    this.#progress.begin("Importing emoji");
    for await (const record of this.#source.emoji()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await addEmoji(this.#ctx, this.#origin, people, record, this.#ledger);
      this.#progress.add(1);
    }
    // With the new emoji, which texts and reactions name.
    this.#ctx = await renewed(this.#ctx);
    await this.#messages({ ctx: this.#ctx, origin: this.#origin, people, channels });
    await channels.finish(this.#ledger);
    this.#progress.begin("Marking as read", undefined, { isAnnounced: true });
    await markAsRead(this.#ctx, this.#ledger);
    await this.#finish();
  }

  async #people(people: ImportedPeople): Promise<void> {
    this.#progress.begin("Importing people");
    let waiting: PersonRecord[] = [];
    const store = async () => {
      await people.add(waiting, this.#ledger);
      this.#progress.add(waiting.length);
      waiting = [];
    };
    for await (const record of this.#source.people()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else waiting.push(record);
      if (waiting.length === PEOPLE_AT_ONCE) await store();
    }
    await store();
  }

  async #messages(around: Surroundings): Promise<void> {
    const { people, channels } = around;
    const batch = new MessageBatch(around, this.#ledger);
    const names = {
      person: (id: string) => people.get(id),
      channel: (id: string) => channels.get(id)?.name,
      channelId: (id: string) => channels.get(id)?.id,
    };
    this.#progress.begin("Importing messages");
    let read = 0;
    for await (const record of this.#source.messages(names)) {
      read++;
      this.#progress.add(1);
      if (read <= this.#ledger.taken) continue;
      if (record.type === "person") await people.add([record], this.#ledger);
      else if (record.type === "skipped") batch.leaveOut(record);
      else {
        const prepared = await prepareMessage(around, record);
        if ("type" in prepared) batch.leaveOut(prepared);
        else batch.add(prepared);
      }
      if (batch.isFull) await batch.store(read);
    }
    await batch.store(read);
  }

  async #finish(): Promise<void> {
    const { id } = this.#ledger.archive;
    await this.#ledger.change(this.#ctx, async ({ db, realm, now }) => {
      await endQueuesOf(db, realm.id);
      await finishArchive(db, id, now);
    });
  }
}

/** Messages that are stored together, and what was found between them. */
class MessageBatch {
  readonly #ctx: OpenContext;
  readonly #ledger: Ledger;
  readonly #channels: ImportedChannels;
  readonly #known = new KnownPlaces();
  #messages: PreparedMessage[] = [];
  #leftOut: Parameters<Tally["leaveOut"]>[0][] = [];
  #rows = 0;
  #characters = 0;

  constructor({ ctx, channels }: Surroundings, ledger: Ledger) {
    this.#ctx = ctx;
    this.#channels = channels;
    this.#ledger = ledger;
  }

  get isFull(): boolean {
    const count = this.#messages.length + this.#leftOut.length;
    return count >= MESSAGES_AT_ONCE || this.#rows >= ROWS_AT_ONCE || this.#characters >= CHARACTERS_AT_ONCE;
  }

  add(message: PreparedMessage): void {
    this.#messages.push(message);
    this.#rows += message.rows;
    this.#characters += message.characters;
  }

  leaveOut(record: Parameters<Tally["leaveOut"]>[0]): void {
    this.#leftOut.push(record);
  }

  /** `taken`: how many records the source has yielded so far. */
  async store(taken: number): Promise<void> {
    const [messages, leftOut] = [this.#messages, this.#leftOut];
    [this.#messages, this.#leftOut, this.#rows, this.#characters] = [[], [], 0, 0];
    if (messages.length + leftOut.length === 0 && taken === this.#ledger.taken) return;
    const { unmarked } = this.#ledger;
    const options = { known: this.#known, channels: this.#channels, keepsIds: this.#ledger.keepsIds };
    const stored = await this.#ledger.change(
      this.#ctx,
      async (writing, tally) => {
        for (const each of leftOut) tally.leaveOut(each);
        return storeMessages(writing, messages, tally, options);
      },
      {
        taken,
        unmarked: (batch) => (batch ? { from: unmarked?.from ?? batch.from, to: batch.to } : unmarked),
        keepsIds: (batch) => batch?.keepsIds ?? this.#ledger.keepsIds,
      },
    );
    if (!stored) return;
    this.#known.learn(stored.learned);
    this.#channels.protectedHistory.learn(stored.subscribed);
  }
}

async function renewed(ctx: OpenContext): Promise<OpenContext> {
  const id: RealmId = ctx.realm.id;
  return { ...ctx, realm: await ctx.app.identities.realmById(ctx.app.database.reader, id) };
}
