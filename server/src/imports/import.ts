/**
 * Takes an archive of another program into an organization: people, channels and emoji first, then the messages in batches, in
 * the order in which they were sent. Memory does not depend on the number of messages. The command does it while no server runs
 * on the data; a server does it beside everything else, in smaller batches and without hurry (decision 128).
 */

import type { RealmId } from "../kernel/api/ids.ts";
import { seconds } from "../kernel/clock.ts";
import { type App, change, type OpenContext, type Realm, type Writing } from "../kernel/context.ts";
import { type Progress, unobserved } from "../kernel/progress.ts";
import { operatorContext, serverContext } from "../kernel/server-context.ts";
import { Steps, UNHURRIED } from "../kernel/steps.ts";
import { ImportedChannels } from "./channels.ts";
import { addEmoji } from "./emoji.ts";
import { Ledger, type LedgerWatch } from "./ledger.ts";
import { isWithoutMessages, KnownPlaces, storeMessages } from "./messages.ts";
import { ImportedPeople, PEOPLE_AT_ONCE } from "./people.ts";
import { addPicture } from "./pictures.ts";
import { type PreparedMessage, prepareMessage, type Surroundings } from "./prepare.ts";
import { markAsRead } from "./read-marks.ts";
import type { ImportSource, LocalNames, MessageListRecord, PersonRecord } from "./records.ts";
import { aheadFacts } from "./rendered-ahead.ts";
import { archiveWith, endQueuesOf, finishArchive, type ImportedArchive, insertArchive, type Origin } from "./store.ts";
import { type StoredTally, Tally, type TallyState } from "./tally.ts";

export interface ImportOptions {
  /** Recognizes the archive when the import is run again. */
  readonly fingerprint: string;
  /** Where it stops the import, the next run continues. */
  readonly progress?: Progress;
  /** For an import into an organization that is in use. */
  readonly beside?: BesideOthers;
}

/** What an import does for those who use the organization meanwhile. */
export interface BesideOthers {
  readonly watch: LedgerWatch;
  /** Ends the rests between the steps. */
  readonly signal: AbortSignal;
  /** The people and channels are there: clients must learn of them before messages come from them. */
  announce(ctx: Writing, tally: StoredTally): Promise<unknown>;
  /** Everything is there. */
  finished(ctx: Writing, tally: StoredTally): Promise<void>;
}

export interface ImportOutcome {
  /** Whether an earlier run had finished: then this one has changed nothing. */
  readonly wasFinished: boolean;
  readonly tally: TallyState;
}

/** How much is written in one transaction: messages, the rows of everything that belongs to them, and characters. */
interface ImportBatchSize {
  readonly messages: number;
  readonly rows: number;
  readonly characters: number;
  readonly people: number;
}

const ALONE: ImportBatchSize = {
  messages: 1000,
  rows: 20_000,
  characters: 4 * 1024 * 1024,
  people: PEOPLE_AT_ONCE,
};
/**
 * Messages of one person, channel or topic share pages of indexes: in a large transaction, each is written once. Only behind this
 * many records, because a run that continues must make the batches that it would have made without the interruption.
 */
const ALONE_LATER: ImportBatchSize = { ...ALONE, messages: 4000 };
const LATER = 10_000;
/** Others wait for it: a few hundredths of a second. */
const BESIDE_OTHERS: ImportBatchSize = { messages: 200, rows: 2000, characters: 512 * 1024, people: 25 };

const batchSize = (isBesideOthers: boolean, taken: number): ImportBatchSize =>
  isBesideOthers ? BESIDE_OTHERS : taken < LATER ? ALONE : ALONE_LATER;

export async function importFrom(
  app: App,
  realm: Realm,
  source: ImportSource,
  { fingerprint, progress = unobserved, beside }: ImportOptions,
): Promise<ImportOutcome> {
  const ctx = beside ? serverContext(app, realm) : operatorContext(app, realm);
  const archive = await begin(ctx, source, fingerprint, beside);
  if (archive.finished_at !== null) return { wasFinished: true, tally: reportOf(archive) };
  const ledger = new Ledger(archive, beside?.watch);
  const run = new ImportRun(ctx, source, ledger, progress, beside);
  await run.everything();
  return { wasFinished: false, tally: ledger.tally.state };
}

/** What an import that has finished has taken and left out. */
export const reportOf = ({ tally }: ImportedArchive): TallyState => new Tally(tally as unknown as StoredTally).state;

async function begin(
  ctx: OpenContext,
  { origin, hasMessageIds }: ImportSource,
  fingerprint: string,
  beside: BesideOthers | undefined,
) {
  const { realm, now } = ctx;
  return change(ctx, async (writing) => {
    const { db } = writing;
    const known = await archiveWith(db, realm.id, fingerprint);
    await beside?.watch.within(writing, known?.taken ?? 0);
    if (known) return known;
    const keeps_ids = hasMessageIds && !beside && (await isWithoutMessages(db));
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
  readonly #beside: BesideOthers | undefined;
  readonly #steps: Steps;

  constructor(
    ctx: OpenContext,
    source: ImportSource,
    ledger: Ledger,
    progress: Progress,
    beside: BesideOthers | undefined,
  ) {
    this.#ctx = ctx;
    this.#source = source;
    this.#ledger = ledger;
    this.#origin = { realm_id: ctx.realm.id, origin: source.origin };
    this.#progress = progress;
    this.#beside = beside;
    this.#steps = beside ? new Steps(UNHURRIED, beside.signal) : new Steps();
  }

  /** Between two transactions, or two texts. */
  async #rest(): Promise<void> {
    if (this.#beside && this.#steps.isOver) await this.#steps.pause();
  }

  #markAsRead(): Promise<void> {
    return markAsRead(this.#ctx, this.#ledger, this.#beside ? { rest: () => this.#rest() } : undefined);
  }

  async everything(): Promise<void> {
    // What a run that was interrupted has stored.
    await this.#markAsRead();
    const people = await ImportedPeople.of(this.#ctx, this.#origin);
    await this.#people(people);
    const channels = await ImportedChannels.of(this.#ctx, this.#origin, people);
    this.#progress.begin("Importing channels");
    for await (const record of this.#source.channels()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await channels.add(record, this.#ledger, () => this.#rest());
      this.#progress.add(1);
      await this.#rest();
    }
    this.#progress.begin("Importing emoji");
    for await (const record of this.#source.emoji()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await addEmoji(this.#ctx, this.#origin, people, record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
    const { announce } = this.#beside ?? {};
    if (announce) await this.#ledger.change(this.#ctx, (writing, tally) => announce(writing, tally.stored));
    // When clients know the people: each picture is an event.
    await this.#pictures(people);
    // With the new emoji, which texts and reactions name.
    this.#ctx = await renewed(this.#ctx);
    await this.#messages({ ctx: this.#ctx, origin: this.#origin, people, channels, ledger: this.#ledger });
    this.#progress.begin("Marking as read", undefined, { isAnnounced: true });
    await this.#markAsRead();
    await this.#finish();
  }

  async #people(people: ImportedPeople): Promise<void> {
    this.#progress.begin("Importing people");
    const { people: atOnce } = batchSize(this.#beside !== undefined, 0);
    let waiting: PersonRecord[] = [];
    const store = async () => {
      await people.add(waiting, this.#ledger);
      this.#progress.add(waiting.length);
      waiting = [];
      await this.#rest();
    };
    for await (const record of this.#source.people()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else waiting.push(record);
      if (waiting.length === atOnce) await store();
    }
    await store();
  }

  async #pictures(people: ImportedPeople): Promise<void> {
    this.#progress.begin("Importing pictures");
    for await (const record of this.#source.pictures()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await addPicture(this.#ctx, this.#origin, people, record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
  }

  async #messages(around: Surroundings): Promise<void> {
    const { people, channels } = around;
    const batch = new MessageBatch(around, this.#ledger, this.#beside !== undefined);
    const { taken: alreadyTaken } = this.#ledger;
    let surroundings: Surroundings = { ...around, stored: () => batch.stored() };
    let read = 0;
    const store = async (taken = read) => {
      await batch.store(taken);
      if (!this.#beside) return;
      await batch.stored();
      // People who load their messages now must not find a past that they have to read.
      await this.#markAsRead();
      // Settings may have changed, and time has passed.
      this.#ctx = await renewed(this.#ctx);
      surroundings = { ...surroundings, ctx: this.#ctx };
    };
    const names = {
      person: (id: string) => people.get(id),
      channel: (id: string) => channels.get(id)?.name,
      channelId: (id: string) => channels.get(id)?.id,
      isOpen: (id: string) => channels.get(id)?.isOpen === true,
    };
    this.#progress.begin("Importing messages");
    try {
      for await (const list of this.#messageLists(names))
        for (const record of list) {
          read++;
          this.#progress.add(1);
          if (read <= alreadyTaken) continue;
          if (record.type === "person") {
            // What came before must not find them, also when it is read again after an interruption.
            await store(read - 1);
            await batch.stored();
            await people.add([record], this.#ledger);
          } else if (record.type === "skipped") batch.leaveOut(record);
          else {
            const preparing = prepareMessage(surroundings, record);
            const prepared = preparing instanceof Promise ? await preparing : preparing;
            if ("type" in prepared) batch.leaveOut(prepared);
            else batch.add(prepared);
          }
          if (batch.isFull) await store();
          if (this.#beside) await this.#rest();
        }
      await store();
    } finally {
      // Also when the source has failed: nothing is written after the end.
      await batch.stored();
    }
  }

  /** Beside others, settings may change meanwhile, and nothing is done ahead. */
  #messageLists(names: LocalNames): AsyncIterable<readonly MessageListRecord[]> {
    const ahead = this.#beside ? undefined : this.#source.messagesAhead;
    if (!ahead) return oneByOne(this.#source.messages(names));
    return ahead.call(this.#source, names, aheadFacts(this.#ctx.realm, this.#ledger.taken));
  }

  async #finish(): Promise<void> {
    const { id } = this.#ledger.archive;
    await this.#ledger.change(this.#ctx, async (writing, tally) => {
      const { db, realm, now } = writing;
      await finishArchive(db, id, now);
      if (this.#beside) await this.#beside.finished(writing, tally.stored);
      else await endQueuesOf(db, realm.id);
    });
  }
}

/** Messages that are stored together, and what was found between them. */
class MessageBatch {
  readonly #ctx: OpenContext;
  readonly #ledger: Ledger;
  readonly #channels: ImportedChannels;
  readonly #isBesideOthers: boolean;
  readonly #known = new KnownPlaces();
  #messages: PreparedMessage[] = [];
  #leftOut: Parameters<Tally["leaveOut"]>[0][] = [];
  #rows = 0;
  #characters = 0;
  /** How many records were taken before this batch. */
  #begun: number;
  /** The batch before this one. */
  #storing: Promise<void> = Promise.resolve();

  constructor({ ctx, channels }: Surroundings, ledger: Ledger, isBesideOthers: boolean) {
    this.#ctx = ctx;
    this.#channels = channels;
    this.#ledger = ledger;
    this.#isBesideOthers = isBesideOthers;
    this.#begun = ledger.taken;
  }

  get isFull(): boolean {
    const count = this.#messages.length + this.#leftOut.length;
    const { messages, rows, characters } = batchSize(this.#isBesideOthers, this.#begun);
    return count >= messages || this.#rows >= rows || this.#characters >= characters;
  }

  add(message: PreparedMessage): void {
    this.#messages.push(message);
    this.#rows += message.rows;
    this.#characters += message.characters;
  }

  leaveOut(record: Parameters<Tally["leaveOut"]>[0]): void {
    this.#leftOut.push(record);
  }

  /** Resolves when everything before this batch is stored, and would survive a power failure. */
  stored(): Promise<void> {
    return this.#storing;
  }

  /**
   * Begins to store it, when the one before is stored. Meanwhile the next one is made: the disk takes as long to confirm a batch as
   * it takes to read a part of the next one. `taken`: how many records the source has yielded so far.
   */
  async store(taken: number): Promise<void> {
    await this.#storing;
    const [messages, leftOut] = [this.#messages, this.#leftOut];
    [this.#messages, this.#leftOut, this.#rows, this.#characters] = [[], [], 0, 0];
    if (messages.length + leftOut.length === 0 && taken === this.#begun) return;
    this.#begun = taken;
    this.#storing = this.#store(messages, leftOut, taken);
    // Whoever waits for it learns of a failure.
    this.#storing.catch(() => {});
  }

  async #store(
    messages: readonly PreparedMessage[],
    leftOut: readonly Parameters<Tally["leaveOut"]>[0][],
    taken: number,
  ): Promise<void> {
    const { unmarked } = this.#ledger;
    // A run that began alone may go on beside others, who take ids from the same sequence.
    const keepsIds = this.#ledger.keepsIds && !this.#isBesideOthers;
    const options = { known: this.#known, channels: this.#channels, keepsIds };
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
    // People may move and delete topics meanwhile.
    if (this.#isBesideOthers) this.#known.topics.clear();
  }
}

async function* oneByOne(records: AsyncIterable<MessageListRecord>): AsyncGenerator<readonly MessageListRecord[]> {
  for await (const record of records) yield [record];
}

async function renewed(ctx: OpenContext): Promise<OpenContext> {
  const id: RealmId = ctx.realm.id;
  const { app } = ctx;
  return { ...ctx, realm: await app.identities.realmById(app.database.reader, id), now: seconds(app.clock) };
}
