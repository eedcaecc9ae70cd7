/** An archive as a source of records, read in a thread of its own. */
import { mkdir } from "node:fs/promises";
import { totalmem } from "node:os";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type DiskLimits, TOO_LARGE_HERE } from "../archives/disk-room.ts";
import {
  type ChannelRecord,
  type EmojiRecord,
  type FileRecord,
  type ImportSource,
  type LocalNames,
  type MessageRecord,
  type PersonRecord,
  type SkippedRecord,
  SourceEnded,
} from "../records.ts";
import type {
  ArchiveAnswer,
  ArchiveFault,
  ArchiveList,
  ArchiveQuestion,
  ArchiveTask,
  ListedFile,
  ListedRecords,
  NewNames,
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

export interface ReadingOptions {
  /** Ends the thread: whatever it was asked fails. */
  readonly signal?: AbortSignal | undefined;
  readonly disk?: DiskLimits | undefined;
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

class AnsweringThread {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<ArchiveAnswer> | undefined;
  #ended: Error | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(task: ArchiveTask) {
    this.#worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMib(memoryHere()), maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on("message", (answer: ArchiveAnswer) => {
      this.#waiting?.resolve(answer);
      this.#waiting = undefined;
    });
    this.#worker.on("error", (error: NodeJS.ErrnoException) =>
      this.#end(
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ArchiveTooLarge(TOO_MUCH, { cause: error }) : ended(error),
      ),
    );
    this.#worker.on("exit", () => this.#end(ended()));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(this.#ended);
    this.#waiting = undefined;
  }

  /** What the thread says by itself, when it has opened the archive. */
  first(): Promise<ArchiveAnswer> {
    return this.#inTurn(() => {});
  }

  ask(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    return this.#inTurn(() => this.#worker.postMessage(question));
  }

  #inTurn(say: () => void): Promise<ArchiveAnswer> {
    const answered = this.#turn.then(async () => {
      if (this.#ended) throw this.#ended;
      this.#waiting = Promise.withResolvers();
      say();
      return raised(await this.#waiting.promise);
    });
    this.#turn = answered.catch(() => {});
    return answered;
  }

  onEnd(call: () => void): void {
    this.#worker.once("exit", call);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

const TOO_MUCH = "The archive needs more memory than the thread that reads it may have.";

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

  private constructor(thread: AnsweringThread, { name, origin, hasMessageIds, fingerprint }: OpenedArchive) {
    this.#thread = thread;
    this.name = name;
    this.origin = origin;
    this.hasMessageIds = hasMessageIds;
    this.fingerprint = fingerprint;
  }

  static async open(file: string, workFolder: string, { signal, disk }: ReadingOptions = {}): Promise<ArchiveThread> {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    signal?.throwIfAborted();
    const thread = new AnsweringThread({ file, workFolder, disk });
    const stop = () => void thread.stop();
    signal?.addEventListener("abort", stop, { once: true });
    thread.onEnd(() => signal?.removeEventListener("abort", stop));
    try {
      const answer = await thread.first();
      if ("fault" in answer) throw new UnusableArchive(answer.fault);
      if ("opened" in answer) return new ArchiveThread(thread, answer.opened);
      throw new Error("The thread that reads the archive said something else.");
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

  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    for await (const record of this.#records("emoji"))
      yield record.type === "emoji" ? { ...record, image: this.#file(record.image) } : record;
  }

  async *messages(names: LocalNames): AsyncGenerator<MessageRecord | PersonRecord | SkippedRecord> {
    const channels = this.#channels.flatMap((id) => {
      const [name, local] = [names.channel(id), names.channelId(id)];
      return name === undefined || local === undefined ? [] : [[id, { id: local, name }] as const];
    });
    let people = [...this.#people];
    const known = (): NewNames => {
      const added = people.flatMap((id) => {
        const person = names.person(id);
        return person ? [[id, { id: person.id, full_name: person.full_name }] as const] : [];
      });
      people = [];
      return { people: added, channels: channels.splice(0) };
    };
    for await (const record of this.#records("messages", known)) {
      if (record.type === "person") people.push(record.id);
      if (record.type !== "message") yield record;
      else yield { ...record, files: (record.files ?? []).map((file) => this.#file(file)) };
    }
  }

  async *#records<L extends ArchiveList>(list: L, names?: () => NewNames): AsyncGenerator<ListedRecords[L]> {
    for (;;) {
      const answer = await this.#thread.ask({ ask: "next", list, ...(names ? { names: names() } : {}) });
      if (!("records" in answer)) throw new Error("The thread that reads the archive said something else.");
      yield* answer.records as readonly ListedRecords[L][];
      if (answer.isEnd) return;
    }
  }

  #file({ number, ...file }: ListedFile): FileRecord {
    return { ...file, open: () => this.#open(number) };
  }

  async #open(file: number): Promise<Readable | { readonly missing: string }> {
    const answer = await this.#thread.ask({ ask: "open", file });
    if ("missing" in answer) return answer;
    const thread = this.#thread;
    return Readable.from(
      (async function* () {
        try {
          for (;;) {
            const read = await thread.ask({ ask: "read" });
            if (!("chunk" in read) || read.chunk === null) return;
            yield Buffer.from(read.chunk.buffer, read.chunk.byteOffset, read.chunk.byteLength);
          }
        } finally {
          await thread.ask({ ask: "shut" }).catch(() => {});
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
