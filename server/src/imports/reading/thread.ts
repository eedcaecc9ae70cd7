/**
 * Reads an archive in a thread: unpacking and parsing files of many mebibytes would hold up everyone else. Answers one question
 * after the other, and ends with the last.
 */
import type { Readable } from "node:stream";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { MAX_TEXT_LENGTH } from "../limits.ts";
import { openSource } from "../open.ts";
import { fingerprintOf, recognise } from "../recognise.ts";
import type { FileRecord, ImportSource, LocalNames, MessageRecord, SourceName } from "../records.ts";
import { contentsOf, storable } from "../texts.ts";
import type { AheadRenderer } from "./ahead-renderer.ts";
import { type BriefMessage, briefly } from "./brief.ts";
import type {
  ArchiveAnswer,
  ArchiveQuestion,
  ArchiveTask,
  ListedFile,
  ListedMessage,
  LocalChannelName,
  LocalName,
  NewNames,
  NextQuestion,
} from "./protocol.ts";

/** Records in one answer, and their characters. */
const RECORDS_AT_ONCE = 100;
const CHARACTERS_AT_ONCE = 256 * 1024;

interface OpenContent {
  readonly number: number;
  readonly chunks: AsyncIterator<Uint8Array>;
  readonly stream: Readable;
}

class ArchiveReader {
  readonly #source: ImportSource;
  readonly #people = new Map<string, LocalName>();
  readonly #channels = new Map<string, LocalChannelName>();
  readonly #groups = new Map<string, string>();
  readonly #names: LocalNames = {
    person: (id) => this.#people.get(id),
    channel: (id) => this.#channels.get(id)?.name,
    channelId: (id) => this.#channels.get(id)?.id,
    group: (id) => this.#groups.get(id),
  };
  #records: AsyncIterator<object> | undefined;
  #renderer: AheadRenderer | undefined;
  /** How many more messages an earlier run has taken. */
  #toPass = 0;
  /** People whom only messages name. */
  #strangers = 0;
  /** Of answers that may still be in use. */
  readonly #files = new Map<number, FileRecord>();
  #lastFile = 0;
  #content: OpenContent | undefined;
  #lastContent = 0;

  constructor(source: ImportSource) {
    this.#source = source;
  }

  async answer(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    switch (question.ask) {
      case "next":
        return this.#next(question);
      case "open":
        return this.#open(this.#files.get(question.file));
      case "read": {
        // Its end would be taken for that of the file.
        if (this.#content?.number !== question.content) throw new Error("The file of the archive is not open.");
        const next = await this.#content.chunks.next();
        // A copy: of a part of a larger buffer, everything would be sent.
        return { chunk: next.done ? null : new Uint8Array(next.value) };
      }
      case "shut":
        if (this.#content?.number === question.content) this.#shut();
        return { done: true };
      case "close":
        this.#shut();
        await this.#source.close();
        return { done: true };
      default:
        throw new Error(question satisfies never);
    }
  }

  async #next(question: NextQuestion): Promise<ArchiveAnswer> {
    const { list, names, people, files } = question;
    for (const number of this.#files.keys()) {
      if (number >= files) break;
      this.#files.delete(number);
    }
    if (question.isFirst) await this.#begin(question);
    if (names) this.#learn(names);
    // Asked before the name of someone was known.
    if (list === "messages" && people < this.#strangers) return { records: "[]", isEnd: false };
    const records: string[] = [];
    for (let characters = 0; records.length < RECORDS_AT_ONCE && characters < CHARACTERS_AT_ONCE; ) {
      const next = await this.#records?.next();
      if (!next || next.done) {
        this.#records = undefined;
        return { records: `[${records.join()}]`, isEnd: true };
      }
      const record = JSON.stringify(this.#listed(next.value));
      records.push(record);
      // All of it: reactions, edits and subscribers may be as long as a text.
      characters += record.length;
      // Later messages may mention them, by the name that they get here.
      if (list === "messages" && (next.value as { type: string }).type === "person") {
        this.#strangers++;
        break;
      }
    }
    return { records: `[${records.join()}]`, isEnd: false };
  }

  async #begin({ list, facts }: NextQuestion): Promise<void> {
    const records: AsyncIterable<object> =
      list === "messages" ? this.#source.messages(this.#names) : (this.#source[list]?.() ?? nothing());
    this.#records = records[Symbol.asyncIterator]();
    this.#strangers = 0;
    this.#toPass = facts?.taken ?? 0;
    // Only where texts are rendered, it is loaded.
    this.#renderer = facts && new (await import("./ahead-renderer.ts")).AheadRenderer(facts);
  }

  #learn({ people, channels, groups }: NewNames): void {
    for (const [id, name] of groups) this.#groups.set(id, name);
    for (const [id, person] of people) {
      this.#people.set(id, person);
      this.#renderer?.learnPerson(person);
    }
    for (const [id, channel] of channels) {
      this.#channels.set(id, channel);
      this.#renderer?.learnChannel(channel);
    }
  }

  #listed(record: object): object {
    if ("image" in record) return { ...record, image: this.#file(record.image as FileRecord) };
    if ("images" in record)
      return { ...record, images: (record.images as readonly FileRecord[]).map((image) => this.#file(image)) };
    if (!("sentAt" in record)) {
      this.#toPass--;
      return record;
    }
    return this.#listedMessage(record as MessageRecord);
  }

  /** Without lists that are empty: most are, and each would be written and parsed. */
  #listedMessage(record: MessageRecord): ListedMessage | BriefMessage {
    const { text, sentAt, edits, reactions, entries, files = [], starredBy, leftOut, pins } = record;
    const isNeeded = this.#toPass-- <= 0 && files.length === 0 && !pins && text.length <= MAX_TEXT_LENGTH;
    const renderer = isNeeded ? this.#renderer : undefined;
    const author = renderer && this.#people.get(record.sender);
    const contents = author ? contentsOf(storable(text), { keepsId: record.id !== undefined }) : [];
    const rendered = author && contents.map((each) => renderer.render(each, author));
    const [first] = rendered ?? [];
    const hasMore = filled(edits) ?? filled(reactions) ?? filled(entries) ?? filled(starredBy) ?? filled(leftOut);
    if (first && contents.length === 1 && Number.isFinite(sentAt) && !hasMore) {
      const brief = briefly(record, contents[0] as string, first);
      if (brief) return brief;
    }
    return {
      ...record,
      // A text that is too long is left out: that it is says enough of it.
      text: text.slice(0, MAX_TEXT_LENGTH + 1),
      // JSON has no other numbers; this time is as impossible.
      sentAt: Number.isFinite(sentAt) ? sentAt : 0,
      edits: filled(edits)?.map((edit) => (Number.isFinite(edit.editedAt) ? edit : { ...edit, editedAt: 0 })),
      reactions: filled(reactions),
      entries: filled(entries),
      files: filled(files)?.map((file) => this.#file(file)),
      starredBy: filled(starredBy),
      leftOut: filled(leftOut),
      rendered,
    };
  }

  #file(file: FileRecord): ListedFile {
    const { id, name, contentType, owner, link, reference } = file;
    const number = this.#lastFile++;
    this.#files.set(number, file);
    return { id, name, contentType, owner, link, reference, number };
  }

  async #open(file: FileRecord | undefined): Promise<ArchiveAnswer> {
    this.#shut();
    const stream = (await file?.open()) ?? { missing: "the file cannot be read" };
    if ("missing" in stream) return stream;
    // Before anyone reads it, a failure must not end the thread.
    stream.on("error", () => {});
    const number = ++this.#lastContent;
    this.#content = { number, stream, chunks: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> };
    return { content: number };
  }

  #shut(): void {
    this.#content?.stream.destroy();
    this.#content = undefined;
  }
}

async function* nothing(): AsyncGenerator<never> {}

const filled = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list;

interface OpenedReader {
  readonly answer: ArchiveAnswer;
  readonly reader?: ArchiveReader | undefined;
}

async function opened({ file, workFolder, disk, program: said, folder }: ArchiveTask): Promise<OpenedReader> {
  const kind = said ?? (await recognise(file));
  if (kind === undefined) return { answer: { fault: "unknown" } };
  if (kind === "parley") return { answer: { fault: "parley" } };
  const program: SourceName = kind === "parley-in-zulip-format" ? "zulip" : kind;
  const source = await openSource(program, file, { workFolder, folder, disk });
  const { name, origin, hasMessageIds } = source;
  const fingerprint = await fingerprintOf(file);
  return { answer: { opened: { name, origin, hasMessageIds, fingerprint } }, reader: new ArchiveReader(source) };
}

function failure(error: unknown): ArchiveAnswer {
  const { message = String(error), code } = (error ?? {}) as NodeJS.ErrnoException;
  return { failed: { message, isDamaged: error instanceof DamagedFile, code } };
}

async function serve(port: MessagePort): Promise<void> {
  const { answer, reader } = await opened(workerData as ArchiveTask).catch((error: unknown) => ({
    answer: failure(error),
    reader: undefined,
  }));
  port.postMessage(answer);
  if (!reader) return;
  let turn = Promise.resolve();
  port.on("message", (question: ArchiveQuestion) => {
    turn = turn.then(async () => {
      port.postMessage(await reader.answer(question).catch(failure));
      if (question.ask === "close") port.close();
    });
  });
}

if (parentPort) await serve(parentPort);
