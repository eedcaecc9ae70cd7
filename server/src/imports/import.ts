/**
 * Takes an archive of another program into an organization: people, channels, groups and emoji first, then the messages in batches, in
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
import { GroupSizes } from "./group-sizes.ts";
import { Ledger, type LedgerWatch } from "./ledger.ts";
import { batchSize, MessageBatch } from "./message-batch.ts";
import { isWithoutMessages } from "./messages.ts";
import { ImportedGroups } from "./organization/groups.ts";
import { type FoundHere, ImportedOrganization } from "./organization/imported.ts";
import { ImportedPeople } from "./people.ts";
import type { PersonalSurroundings } from "./personal/prepare.ts";
import { ImportedSettings } from "./personal/settings.ts";
import { addPicture } from "./pictures.ts";
import { prepareMessage, type Surroundings } from "./prepare.ts";
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

function begin(
  ctx: OpenContext,
  source: ImportSource,
  fingerprint: string,
  beside: BesideOthers | undefined,
): Promise<ImportedArchive> {
  return change(ctx, async (writing) => {
    const known = await archiveWith(writing.db, ctx.realm.id, fingerprint);
    await beside?.watch.within(writing, known?.taken ?? 0);
    return known ?? noteBeginning(writing, source, fingerprint, beside);
  });
}

/** From here on, the next run with this archive goes on with what this one has done. */
export async function noteBeginning(
  { db, realm, now }: Writing,
  { origin, hasMessageIds }: ImportSource,
  fingerprint: string,
  beside?: BesideOthers,
): Promise<ImportedArchive> {
  const keeps_ids = hasMessageIds && !beside && (await isWithoutMessages(db));
  const archive = { realm_id: realm.id, origin, fingerprint, begun_at: now, keeps_ids };
  return insertArchive(db, archive, new Tally().state);
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
    const groups = await this.#groups(people);
    const channels = await ImportedChannels.of(this.#ctx, this.#origin, people, { groups });
    this.#progress.begin("Importing channels");
    for await (const record of this.#source.channels()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await channels.add(record, this.#ledger, () => this.#rest());
      this.#progress.add(1);
      await this.#rest();
    }
    const organization = await this.#organization({ people: people.listed, channels });
    this.#progress.begin("Importing emoji");
    for await (const record of this.#source.emoji()) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await addEmoji(this.#ctx, this.#origin, people, record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
    // With the new emoji, which statuses name.
    this.#ctx = await renewed(this.#ctx);
    await this.#personal({ people, channels, organization });
    const { announce } = this.#beside ?? {};
    if (announce) await this.#ledger.change(this.#ctx, (writing, tally) => announce(writing, tally.stored));
    // When clients know the people: each picture is an event.
    await this.#pictures(people);
    // Settings may have changed meanwhile.
    this.#ctx = await renewed(this.#ctx);
    const around = { ctx: this.#ctx, origin: this.#origin, people, channels, ledger: this.#ledger };
    await this.#messages(around, groups);
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

  async #groups({ listed }: ImportedPeople): Promise<ImportedGroups> {
    const groups = await ImportedGroups.of(this.#ctx, this.#origin, listed);
    for await (const record of this.#source.groups?.() ?? []) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await groups.add(record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
    return groups;
  }

  async #organization(found: FoundHere): Promise<ImportedOrganization> {
    const organization = await ImportedOrganization.of(this.#ctx, this.#origin, found);
    for await (const record of this.#source.organization?.() ?? []) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await organization.add(record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
    return organization;
  }

  async #personal(found: Omit<PersonalSurroundings, "app" | "realm">): Promise<void> {
    const { app, realm } = this.#ctx;
    const personal = await ImportedSettings.of(this.#ctx, this.#origin, { app, realm, ...found });
    for await (const record of this.#source.personal?.() ?? []) {
      if (record.type === "skipped") this.#ledger.leaveOutFirst(record);
      else await personal.add(record, this.#ledger);
      this.#progress.add(1);
      await this.#rest();
    }
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

  async #messages(around: Surroundings, groups: ImportedGroups): Promise<void> {
    const { people, channels } = around;
    const batch = new MessageBatch(around, this.#ledger, this.#beside !== undefined);
    const { taken: alreadyTaken } = this.#ledger;
    let surroundings: Surroundings = {
      ...around,
      groupSizes: new GroupSizes(around.ctx.app.database.reader),
      stored: () => batch.stored(),
    };
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
      group: (id: string) => groups.get(id)?.name,
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
            // Links are to messages with ids.
            if (record.pins && batch.hasKeys) await store(read - 1);
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

async function* oneByOne(records: AsyncIterable<MessageListRecord>): AsyncGenerator<readonly MessageListRecord[]> {
  for await (const record of records) yield [record];
}

async function renewed(ctx: OpenContext): Promise<OpenContext> {
  const id: RealmId = ctx.realm.id;
  const { app } = ctx;
  return { ...ctx, realm: await app.identities.realmById(app.database.reader, id), now: seconds(app.clock) };
}
