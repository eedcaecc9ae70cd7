/** An archive as a source of records, read in a thread of its own. */
import { mkdir } from "node:fs/promises";
import { totalmem } from "node:os";
import { Readable } from "node:stream";
import { getHeapStatistics } from "node:v8";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type DiskLimits, TOO_LARGE_HERE } from "../archives/disk-room.ts";
import type { SourceOptions } from "../open.ts";
import {
  type ChannelRecord,
  type EmojiRecord,
  type FileRecord,
  type GroupRecord,
  type ImportSource,
  type LocalNames,
  type MessageListRecord,
  type OrganizationRecord,
  type PersonalRecord,
  type PersonRecord,
  type PictureRecord,
  type SkippedRecord,
  SourceEnded,
  type SourceName,
} from "../records.ts";
import type { AheadFacts } from "../rendered-ahead.ts";
import { inFull, isBrief } from "./brief.ts";
import type {
  ArchiveAnswer,
  ArchiveFault,
  ArchiveList,
  ArchiveQuestion,
  ArchiveTask,
  ListedFile,
  ListedRecords,
  NewNames,
  NextQuestion,
  OpenedArchive,
} from "./protocol.ts";

const MIB = 1024 * 1024;
/** The largest files of an archive are parsed as a whole. */
const MOST_MEMORY_MIB = 1536;
const LEAST_MEMORY_MIB = 192;
/** One archive may be read while another one is imported: together they get half of the memory. */
const SHARE_OF_MEMORY = 1 / 4;

/** What a thread may keep, on a machine or in a container with this much memory. */
export function threadMemoryMib(memory: number): number {
  const share = Math.floor((memory / MIB) * SHARE_OF_MEMORY);
  return Math.min(MOST_MEMORY_MIB, Math.max(LEAST_MEMORY_MIB, share));
}

/** Without a limit, systems report that of the machine, none, or more than there is. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** For an operator's archive at least what the largest file needs, also on a small machine, but little garbage. */
const operatorsLimits = (): ResourceLimits => ({
  maxOldGenerationSizeMb: Math.max(MOST_MEMORY_MIB, Math.floor(getHeapStatistics().heap_size_limit / MIB)),
  maxYoungGenerationSizeMb: 16,
});

export interface ReadingOptions {
  /** Ends the thread: whatever it was asked fails. */
  readonly signal?: AbortSignal | undefined;
  readonly disk?: DiskLimits | undefined;
  /** What the thread may keep; by default by what the machine has. */
  readonly memoryMib?: number;
}

/** The archive is none that can be imported here. */
export class UnusableArchive extends Error {
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault) {
    super("The file is no archive that can be imported.");
    this.fault = fault;
  }
}

/** More was to be kept in memory or on the disk than a server spares for it. */
export class ArchiveTooLarge extends SourceEnded {}

/** Answers that may be ready before they are needed. Each has at most about half a mebibyte (`thread.ts`). */
const ANSWERS_AHEAD = 64;

class AnsweringThread {
  readonly #worker: Worker;
  /** In the order in which they are answered. */
  readonly #waiting: PromiseWithResolvers<ArchiveAnswer>[] = [];
  #ended: Error | undefined;

  constructor(task: ArchiveTask, resourceLimits: ResourceLimits) {
    this.#worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: task, resourceLimits });
    this.#worker.on("message", (answer: ArchiveAnswer) => this.#waiting.shift()?.resolve(answer));
    this.#worker.on("error", (error: NodeJS.ErrnoException) =>
      this.#end(
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ArchiveTooLarge(TOO_MUCH, { cause: error }) : ended(error),
      ),
    );
    this.#worker.on("exit", () => this.#end(ended()));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }

  /** What the thread says by itself, when it has opened the archive. */
  first(): Promise<ArchiveAnswer> {
    return this.#answer();
  }

  ask(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    if (!this.#ended) this.#worker.postMessage(question);
    return this.#answer();
  }

  #answer(): Promise<ArchiveAnswer> {
    if (this.#ended) return Promise.reject(this.#ended);
    const waiting = Promise.withResolvers<ArchiveAnswer>();
    this.#waiting.push(waiting);
    return waiting.promise.then(raised);
  }

  onEnd(call: () => void): void {
    this.#worker.once("exit", call);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

const TOO_MUCH = "The archive needs more memory than the thread that reads it may have.";

const OTHER_ANSWER = "The thread that reads the archive said something else.";

const ended = (cause?: Error) => new SourceEnded("The thread that reads the archive has ended.", { cause });

function raised(answer: ArchiveAnswer): ArchiveAnswer {
  if (!("failed" in answer)) return answer;
  const { message, isDamaged, code } = answer.failed;
  if (code === TOO_LARGE_HERE) throw new ArchiveTooLarge(message);
  // With its code, by which a full disk is recognized.
  throw isDamaged ? new DamagedFile(message) : Object.assign(new Error(message), code === undefined ? {} : { code });
}

export class ArchiveThread implements ImportSource {
  readonly name: OpenedArchive["name"];
  readonly origin: string;
  readonly hasMessageIds: boolean;
  readonly fingerprint: string;
  readonly #thread: AnsweringThread;
  readonly #people: string[] = [];
  readonly #channels: string[] = [];
  readonly #groups: string[] = [];
  /** The number after that of the last file that was listed. */
  #files = 0;

  private constructor(thread: AnsweringThread, { name, origin, hasMessageIds, fingerprint }: OpenedArchive) {
    this.#thread = thread;
    this.name = name;
    this.origin = origin;
    this.hasMessageIds = hasMessageIds;
    this.fingerprint = fingerprint;
  }

  static open(file: string, workFolder: string, options: ReadingOptions = {}): Promise<ArchiveThread> {
    const { signal, disk, memoryMib = threadMemoryMib(memoryHere()) } = options;
    const limits = { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: 32 };
    return ArchiveThread.#open({ file, workFolder, disk, memoryMib }, limits, signal);
  }

  /** For the operator, who says what it is. */
  static openAs(program: SourceName, file: string, { workFolder, folder }: SourceOptions): Promise<ArchiveThread> {
    return ArchiveThread.#open({ file, workFolder, program, folder }, operatorsLimits());
  }

  static async #open(task: ArchiveTask, limits: ResourceLimits, signal?: AbortSignal): Promise<ArchiveThread> {
    await mkdir(task.workFolder, { recursive: true, mode: 0o700 });
    signal?.throwIfAborted();
    const thread = new AnsweringThread(task, limits);
    const stop = () => void thread.stop();
    signal?.addEventListener("abort", stop, { once: true });
    thread.onEnd(() => signal?.removeEventListener("abort", stop));
    try {
      const answer = await thread.first();
      if ("fault" in answer) throw new UnusableArchive(answer.fault);
      if ("opened" in answer) return new ArchiveThread(thread, answer.opened);
      throw new Error(OTHER_ANSWER);
    } catch (error) {
      await thread.stop();
      throw error;
    }
  }

  async *people(): AsyncGenerator<PersonRecord | SkippedRecord> {
    for await (const record of this.#records("people")) {
      if (record.type === "person") this.#people.push(record.id);
      yield record;
    }
  }

  async *channels(): AsyncGenerator<ChannelRecord | SkippedRecord> {
    for await (const record of this.#records("channels")) {
      if (record.type === "channel") this.#channels.push(record.id);
      yield record;
    }
  }

  async *groups(): AsyncGenerator<GroupRecord | SkippedRecord> {
    for await (const record of this.#records("groups")) {
      if (record.type === "group") this.#groups.push(record.id);
      yield record;
    }
  }

  organization(): AsyncGenerator<OrganizationRecord | SkippedRecord> {
    return this.#records("organization");
  }

  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    for await (const record of this.#records("emoji"))
      yield record.type === "emoji" ? { ...record, image: this.#file(record.image) } : record;
  }

  async *pictures(): AsyncGenerator<PictureRecord | SkippedRecord> {
    for await (const record of this.#records("pictures"))
      yield record.type === "picture" ? { ...record, images: record.images.map((image) => this.#file(image)) } : record;
  }

  personal(): AsyncGenerator<PersonalRecord | SkippedRecord> {
    return this.#records("personal");
  }

  async *messages(names: LocalNames): AsyncGenerator<MessageListRecord> {
    for await (const list of this.#messageLists(names, 1)) yield* list;
  }

  messagesAhead(names: LocalNames, facts: AheadFacts): AsyncGenerator<readonly MessageListRecord[]> {
    return this.#messageLists(names, ANSWERS_AHEAD, facts);
  }

  async *#messageLists(
    names: LocalNames,
    answers: number,
    facts?: AheadFacts,
  ): AsyncGenerator<readonly MessageListRecord[]> {
    const channels = this.#channels.flatMap((id) => {
      const [name, local] = [names.channel(id), names.channelId(id)];
      const isOpen = names.isOpen?.(id) === true;
      return name === undefined || local === undefined ? [] : [[id, { id: local, name, isOpen }] as const];
    });
    const groups = this.#groups.flatMap((id) => {
      const name = names.group?.(id);
      return name === undefined ? [] : [[id, name] as const];
    });
    let people = [...this.#people];
    let strangers = 0;
    const known = (): NewNames | undefined => {
      if (people.length + channels.length + groups.length === 0) return undefined;
      const added = people.flatMap((id) => {
        const person = names.person(id);
        if (!person) return [];
        const { id: local, full_name, isGuest = true, isErased } = person;
        return [[id, { id: local, full_name, isGuest, isErased }] as const];
      });
      people = [];
      return { people: added, channels: channels.splice(0), groups: groups.splice(0) };
    };
    const question = (isFirst: boolean): NextQuestion => {
      const names = known();
      const files = this.#files;
      return {
        ask: "next",
        list: "messages",
        isFirst,
        names,
        people: strangers,
        files,
        facts: isFirst ? facts : undefined,
      };
    };
    for await (const listed of this.#lists<"messages">(question, answers))
      yield listed.map((record) => {
        if (isBrief(record)) return inFull(record);
        if (record.type === "person") {
          people.push(record.id);
          strangers++;
        }
        if (record.type !== "message" || !record.files) return record as MessageListRecord;
        return { ...record, files: record.files.map((file) => this.#file(file)) };
      });
  }

  async *#records<L extends Exclude<ArchiveList, "messages">>(list: L): AsyncGenerator<ListedRecords[L]> {
    const question = (isFirst: boolean): NextQuestion => ({
      ask: "next",
      list,
      isFirst,
      people: 0,
      files: this.#files,
    });
    for await (const records of this.#lists<L>(question, 1)) yield* records;
  }

  /** Asks for so many lists at a time, and for another one when one has been used. */
  async *#lists<L extends ArchiveList>(
    question: (isFirst: boolean) => NextQuestion,
    answers: number,
  ): AsyncGenerator<readonly ListedRecords[L][]> {
    const asked: Promise<ArchiveAnswer>[] = [];
    const ask = (isFirst = false) => {
      const answer = this.#thread.ask(question(isFirst));
      // Whoever stops early does not wait for it.
      answer.catch(() => {});
      asked.push(answer);
    };
    ask(true);
    while (asked.length < answers) ask();
    for (;;) {
      const answer = await (asked.shift() as Promise<ArchiveAnswer>);
      if (!("records" in answer)) throw new Error(OTHER_ANSWER);
      yield JSON.parse(answer.records) as ListedRecords[L][];
      if (answer.isEnd) return;
      ask();
    }
  }

  #file({ number, ...file }: ListedFile): FileRecord {
    this.#files = number + 1;
    return { ...file, open: () => this.#read(number) };
  }

  async #read(file: number): Promise<Readable | { readonly missing: string }> {
    const answer = await this.#thread.ask({ ask: "open", file });
    if ("missing" in answer) return answer;
    if (!("content" in answer)) throw new Error(OTHER_ANSWER);
    const { content } = answer;
    const thread = this.#thread;
    return Readable.from(
      (async function* () {
        try {
          for (;;) {
            const read = await thread.ask({ ask: "read", content });
            if (!("chunk" in read)) throw new Error(OTHER_ANSWER);
            if (read.chunk === null) return;
            yield Buffer.from(read.chunk.buffer, read.chunk.byteOffset, read.chunk.byteLength);
          }
        } finally {
          await thread.ask({ ask: "shut", content }).catch(() => {});
        }
      })(),
      { objectMode: false },
    );
  }

  /** Removes what it has unpacked, and ends the thread. */
  async close(): Promise<void> {
    try {
      await this.#thread.ask({ ask: "close" }).catch(() => {});
    } finally {
      await this.#thread.stop();
    }
  }
}
