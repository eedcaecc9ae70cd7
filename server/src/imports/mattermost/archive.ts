/**
 * A bulk export of Mattermost: lines with a JSON object in each, in a file of its own or in a zip file together with the
 * attachments. Teams, channels and people come before the posts, which are in no order.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { jsonLines } from "../archives/lines.ts";
import { isPlain, type ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, textIn } from "../json.ts";

const LINES = /^[^/]+\.jsonl$/;

/** The line file of a zip archive. */
export const linesIn = (zip: ZipArchive): string | undefined => [...zip.paths].find((path) => LINES.test(path));

export interface MattermostLists {
  readonly teams: readonly Fields[];
  readonly channels: readonly Fields[];
  readonly users: readonly Fields[];
  readonly bots: readonly Fields[];
  readonly emoji: readonly Fields[];
}

export class MattermostArchive {
  readonly #zip: ZipArchive | undefined;
  readonly #file: string;
  readonly lists: MattermostLists;

  private constructor(file: string, zip: ZipArchive | undefined, lists: MattermostLists) {
    this.#file = file;
    this.#zip = zip;
    this.lists = lists;
  }

  static async open(file: string, zip: ZipArchive | undefined): Promise<MattermostArchive> {
    return new MattermostArchive(file, zip, await listsIn(await linesFrom(file, zip)));
  }

  /** Every post, with its type. */
  async *posts(): AsyncGenerator<{ readonly isDirect: boolean; readonly post: Fields }> {
    for await (const { type, post, direct_post } of jsonLines(await linesFrom(this.#file, this.#zip))) {
      if (type === "post") yield { isDirect: false, post: fieldsOf(post) };
      if (type === "direct_post") yield { isDirect: true, post: fieldsOf(direct_post) };
    }
  }

  /** A file that a line names: in the zip file, or beside the lines. */
  async read(path: string): Promise<Readable | { missing: string }> {
    const candidates = [path, `data/${path}`].filter(isPlain);
    if (this.#zip) {
      const found = candidates.find((candidate) => this.#zip?.has(candidate));
      return found === undefined ? { missing: "the archive does not have the file" } : this.#zip.read(found);
    }
    for (const candidate of candidates) {
      const local = join(dirname(this.#file), candidate);
      if ((await stat(local).catch(() => undefined))?.isFile()) return createReadStream(local);
    }
    return { missing: "the archive does not have the file" };
  }

  async close(): Promise<void> {
    await this.#zip?.close();
  }
}

async function linesFrom(file: string, zip: ZipArchive | undefined): Promise<Readable> {
  if (!zip) return createReadStream(file);
  const lines = linesIn(zip);
  if (lines === undefined) throw new DamagedFile(`${file} is not a bulk export of Mattermost.`);
  return zip.read(lines);
}

async function listsIn(lines: Readable): Promise<MattermostLists> {
  const lists = {
    teams: [] as Fields[],
    channels: [] as Fields[],
    users: [] as Fields[],
    bots: [] as Fields[],
    emoji: [] as Fields[],
  };
  let isFirst = true;
  try {
    for await (const line of jsonLines(lines)) {
      const type = textIn(line.type);
      if (isFirst && type !== "version") throw new DamagedFile("The archive is not a bulk export of Mattermost.");
      if (isFirst && line.version !== 1) throw new DamagedFile("The bulk export has a version that is not known.");
      isFirst = false;
      if (type === "team") lists.teams.push(fieldsOf(line.team));
      else if (type === "channel") lists.channels.push(fieldsOf(line.channel));
      else if (type === "user") lists.users.push(fieldsOf(line.user));
      else if (type === "bot") lists.bots.push(fieldsOf(line.bot));
      else if (type === "emoji") lists.emoji.push(fieldsOf(line.emoji));
      // Everything that names something comes before the posts.
      else if (type === "post" || type === "direct_post") break;
    }
  } finally {
    lines.destroy();
  }
  if (isFirst) throw new DamagedFile("The archive is empty.");
  return lists;
}
