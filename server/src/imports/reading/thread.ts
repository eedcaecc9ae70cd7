/**
 * Reads an archive in a thread: unpacking and parsing files of many mebibytes would hold up everyone else. Answers one question at a
 * time, and ends with the last.
 */
import type { Readable } from "node:stream";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { openSource } from "../open.ts";
import { fingerprintOf, recognise } from "../recognise.ts";
import type { FileRecord, ImportSource, LocalNames, SourceName } from "../records.ts";
import type {
  ArchiveAnswer,
  ArchiveList,
  ArchiveQuestion,
  ArchiveTask,
  ListedFile,
  ListedRecords,
  LocalName,
  NewNames,
} from "./protocol.ts";

/** Records in one answer, and their characters. */
const RECORDS_AT_ONCE = 100;
const CHARACTERS_AT_ONCE = 256 * 1024;

class ArchiveReader {
  readonly #source: ImportSource;
  readonly #people = new Map<string, LocalName>();
  readonly #channels = new Map<string, { readonly id: number; readonly name: string }>();
  readonly #names: LocalNames = {
    person: (id) => this.#people.get(id),
    channel: (id) => this.#channels.get(id)?.name,
    channelId: (id) => this.#channels.get(id)?.id,
  };
  #list: ArchiveList | undefined;
  #records: AsyncIterator<object> | undefined;
  /** Of the last answer: they are asked for before the next one. */
  #files: FileRecord[] = [];
  #content: { readonly chunks: AsyncIterator<Uint8Array>; readonly stream: Readable } | undefined;

  constructor(source: ImportSource) {
    this.#source = source;
  }

  async answer(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    switch (question.ask) {
      case "next":
        return this.#next(question.list, question.names);
      case "open":
        return this.#open(this.#files[question.file]);
      case "read": {
        const next = await this.#content?.chunks.next();
        // A copy: of a part of a larger buffer, everything would be sent.
        return { chunk: next && !next.done ? new Uint8Array(next.value) : null };
      }
      case "shut":
        this.#shut();
        return { done: true };
      case "close":
        this.#shut();
        await this.#source.close();
        return { done: true };
      default:
        throw new Error(question satisfies never);
    }
  }

  async #next(list: ArchiveList, names: NewNames | undefined): Promise<ArchiveAnswer> {
    for (const [id, person] of names?.people ?? []) this.#people.set(id, person);
    for (const [id, channel] of names?.channels ?? []) this.#channels.set(id, channel);
    if (this.#list !== list || !this.#records) {
      this.#list = list;
      this.#records = (list === "messages" ? this.#source.messages(this.#names) : this.#source[list]())[
        Symbol.asyncIterator
      ]() as AsyncIterator<object>;
    }
    this.#files = [];
    const records: ListedRecords[ArchiveList][] = [];
    for (let characters = 0; records.length < RECORDS_AT_ONCE && characters < CHARACTERS_AT_ONCE; ) {
      const next = await this.#records.next();
      if (next.done) {
        this.#records = undefined;
        return { records, isEnd: true };
      }
      const record = this.#listed(next.value);
      records.push(record);
      // All of it: reactions, edits and subscribers may be as long as a text.
      characters += JSON.stringify(record).length;
      // Later messages may mention them, by the name that they get here.
      if (list === "messages" && record.type === "person") break;
    }
    return { records, isEnd: false };
  }

  #listed(record: object): ListedRecords[ArchiveList] {
    if ("image" in record)
      return { ...record, image: this.#file(record.image as FileRecord) } as unknown as ListedRecords["emoji"];
    if (!("files" in record)) return record as ListedRecords["people"];
    const files = record.files as readonly FileRecord[] | undefined;
    return { ...record, files: files?.map((file) => this.#file(file)) } as unknown as ListedRecords["messages"];
  }

  #file(file: FileRecord): ListedFile {
    const { id, name, contentType, owner, link, reference } = file;
    return { id, name, contentType, owner, link, reference, number: this.#files.push(file) - 1 };
  }

  async #open(file: FileRecord | undefined): Promise<ArchiveAnswer> {
    this.#shut();
    const stream = (await file?.open()) ?? { missing: "the file cannot be read" };
    if ("missing" in stream) return stream;
    // Before anyone reads it, a failure must not end the thread.
    stream.on("error", () => {});
    this.#content = { stream, chunks: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> };
    return { done: true };
  }

  #shut(): void {
    this.#content?.stream.destroy();
    this.#content = undefined;
  }
}

interface OpenedReader {
  readonly answer: ArchiveAnswer;
  readonly reader?: ArchiveReader | undefined;
}

async function opened({ file, workFolder, disk }: ArchiveTask): Promise<OpenedReader> {
  const kind = await recognise(file);
  if (kind === undefined) return { answer: { fault: "unknown" } };
  if (kind === "parley") return { answer: { fault: "parley" } };
  const program: SourceName = kind === "parley-in-zulip-format" ? "zulip" : kind;
  const source = await openSource(program, file, { workFolder, disk });
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
  port.on("message", async (question: ArchiveQuestion) => {
    port.postMessage(await reader.answer(question).catch(failure));
    if (question.ask === "close") port.close();
  });
}

if (parentPort) await serve(parentPort);
