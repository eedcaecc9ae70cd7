/**
 * A Zulip export: a gzipped tar file with `realm.json` (everything but the messages), `messages-000001.json` and so on, and
 * folders with the files. It is unpacked into a folder that is removed at the end.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { DamagedFile } from "../../kernel/json-lines.ts";
import type { DiskRoom } from "../archives/disk-room.ts";
import { checkJsonSize } from "../archives/json-size.ts";
import { unpackTar } from "../archives/tar.ts";
import { isPlain } from "../archives/zip.ts";
import { type Fields, fieldsOf, numberOrNothing, objectsIn } from "../json.ts";
import type { SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";

const MESSAGES = /^messages-\d{1,9}\.json$/;

export class ZulipArchive {
  readonly #folder: string;
  readonly #root: string;
  readonly #paths: ReadonlySet<string>;
  readonly realm: Fields;
  /** Files that messages have. */
  readonly attachments: readonly Fields[];

  private constructor(
    folder: string,
    root: string,
    paths: ReadonlySet<string>,
    realm: Fields,
    attachments: readonly Fields[],
  ) {
    this.#folder = folder;
    this.#root = root;
    this.#paths = paths;
    this.realm = realm;
    this.attachments = attachments;
  }

  static async open(file: string, workFolder: string, room?: DiskRoom): Promise<ZulipArchive> {
    const folder = await mkdtemp(join(workFolder, "zulip-"));
    try {
      const unpacked = await unpackTar(file, folder, room);
      const [realmFile] = unpacked.filter((path) => /^(?:[^/]+\/)?realm\.json$/.test(path));
      if (realmFile === undefined) throw new DamagedFile(`${file} is not an export of Zulip.`);
      const prefix = realmFile.slice(0, -"realm.json".length);
      const paths = unpacked.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
      const root = join(folder, dirname(realmFile));
      const realm = fieldsOf(await jsonIn(join(root, "realm.json")));
      const known = new Set(paths);
      const attached = known.has("attachment.json") ? fieldsOf(await jsonIn(join(root, "attachment.json"))) : realm;
      return new ZulipArchive(folder, root, known, realm, objectsIn(attached.zerver_attachment));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  rows(table: string): Fields[] {
    return objectsIn(this.realm[table]);
  }

  /** Files with a thousand messages each, in order. */
  async *messageFiles(): AsyncGenerator<Fields | SkippedRecord> {
    const files = [...this.#paths].filter((path) => MESSAGES.test(path)).sort();
    for (const path of files) {
      try {
        const { zerver_message, zerver_usermessage, zerver_submessage } = fieldsOf(
          await jsonIn(join(this.#root, path)),
        );
        yield { zerver_message, zerver_usermessage, zerver_submessage };
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        yield skipped("files of messages", "the file is damaged or too large", path);
      }
    }
  }

  /** The first of these files that there is. */
  async read(...candidates: readonly string[]): Promise<Readable | { missing: string }> {
    const found = candidates.find((path) => isPlain(path) && this.#paths.has(path));
    return found === undefined
      ? { missing: "the archive does not have the file" }
      : createReadStream(join(this.#root, found));
  }

  /** What the archive says of the files in one of its folders. */
  async records(folder: string): Promise<Fields[]> {
    const file = this.localPath(`${folder}/records.json`);
    return file === undefined ? [] : objectsIn(await jsonIn(file));
  }

  /** Where the file was unpacked; undefined if there is none. */
  localPath(path: string): string | undefined {
    return isPlain(path) && this.#paths.has(path) ? join(this.#root, path) : undefined;
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

async function jsonIn(file: string): Promise<unknown> {
  const { size } = await stat(file);
  const name = file.split("/").at(-1) as string;
  checkJsonSize(size, name);
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    throw new DamagedFile(`${name} in the archive is not JSON.`);
  }
}

/** Ids are numbers; records have texts. */
export const idIn = (value: unknown): string => {
  const id = numberOrNothing(value);
  return id === undefined ? "" : String(id);
};
