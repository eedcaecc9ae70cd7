/**
 * A bulk export of Mattermost: lines with a JSON object in each, in a file of its own or in a zip file together with the
 * attachments. Posts are in no order, and custom emoji come behind them.
 */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { fieldsInLine, textLines } from "../archives/lines.ts";
import { isPlain, type ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, isTooDeep, textIn } from "../json.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";
import type { SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";

const LINES = /^[^/]+\.jsonl$/;
const FILES = "data/";
const NO_FILE = { missing: "the archive does not have the file" };

/** The line file of a zip archive. */
export function linesIn(zip: ZipArchive): string | undefined {
  for (const path of zip.paths) if (LINES.test(path)) return path;
  return undefined;
}

export interface MattermostLists {
  readonly teams: readonly Fields[];
  readonly channels: readonly Fields[];
  readonly users: readonly Fields[];
  readonly bots: readonly Fields[];
  readonly emoji: readonly Fields[];
  /** How many lines of other types there are. */
  readonly others: ReadonlyMap<string, number>;
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

  /** Unpacked, in bytes. */
  async sizeOfLines(): Promise<number> {
    const zip = this.#zip;
    return zip ? (zip.entry(linesIn(zip) ?? "")?.size ?? 0) : (await stat(this.#file)).size;
  }

  /** Every post, with its type. */
  async *posts(): AsyncGenerator<{ readonly isDirect: boolean; readonly post: Fields } | SkippedRecord> {
    let number = 0;
    for await (const line of textLines(await linesFrom(this.#file, this.#zip))) {
      number++;
      if (!MAY_BE_POST.test(line)) continue;
      const { type, post, direct_post } = fieldsInLine(line) ?? { type: "damaged" };
      if (type === "damaged") yield skipped("messages", "the line is damaged", `line ${number}`);
      else if (isTooDeep(post ?? direct_post)) yield skipped("messages", "it nests too deeply", `line ${number}`);
      else if (type === "post") yield { isDirect: false, post: fieldsOf(post) };
      else if (type === "direct_post") yield { isDirect: true, post: fieldsOf(direct_post) };
    }
  }

  /** A file that a line names: in the zip file, or in the folder beside the lines. */
  async read(path: string): Promise<Readable | { missing: string }> {
    if (!isPlain(path)) return NO_FILE;
    const zip = this.#zip;
    if (!zip) return this.#beside(path);
    const found = [path, `${FILES}${path}`].find((candidate) => zip.has(candidate));
    return found === undefined ? NO_FILE : zip.read(found);
  }

  /** Links could lead anywhere, and everything else beside the lines is none of the archive's business. */
  async #beside(path: string): Promise<Readable | { missing: string }> {
    const folder = await realpath(join(dirname(this.#file), FILES)).catch(() => undefined);
    if (folder === undefined) return NO_FILE;
    const inside = path.startsWith(FILES) ? path.slice(FILES.length) : path;
    const local = await realpath(join(folder, inside)).catch(() => undefined);
    if (local === undefined || !local.startsWith(`${folder}${sep}`)) return NO_FILE;
    return (await stat(local).catch(() => undefined))?.isFile() ? createReadStream(local) : NO_FILE;
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

/** Most lines are posts, and the type comes first: only lines that may be something else are parsed for the lists. */
const IS_POST = /^\{\s*"type"\s*:\s*"(?:direct_)?post"/;
const MAY_BE_POST = /"(?:direct_)?post"/;

const LISTS = { team: "teams", channel: "channels", user: "users", bot: "bots", emoji: "emoji" } as const;
const POSTS = new Set(["version", "post", "direct_post"]);
/** Types are short words. */
const MOST_TYPES = 100;

async function listsIn(lines: Readable): Promise<MattermostLists> {
  const others = new Map<string, number>();
  const lists: Record<(typeof LISTS)[keyof typeof LISTS], Fields[]> = {
    ...{ teams: [], channels: [], users: [], bots: [], emoji: [] },
  };
  let isFirst = true;
  let size = 0;
  try {
    for await (const text of textLines(lines)) {
      if (text.trim() === "" || (!isFirst && IS_POST.test(text))) continue;
      const line = fieldsInLine(text);
      if (!line) throw new DamagedFile("The archive is damaged: a line is not JSON.");
      const type = textIn(line.type);
      if (isFirst) checkVersion(type, line);
      isFirst = false;
      const list = Object.hasOwn(LISTS, type) ? LISTS[type as keyof typeof LISTS] : undefined;
      if (list !== undefined) {
        size += text.length;
        if (size > ARCHIVE_LIMITS.jsonBytes) throw new DamagedFile("The archive has too many people and channels.");
        lists[list].push(fieldsOf(line[type]));
      } else if (!POSTS.has(type)) {
        const name = others.size < MOST_TYPES ? type.slice(0, 100) : "";
        others.set(name, (others.get(name) ?? 0) + 1);
      }
    }
  } finally {
    lines.destroy();
  }
  if (isFirst) throw new DamagedFile("The archive is empty.");
  return { ...lists, others };
}

function checkVersion(type: string, { version }: Fields): void {
  if (type !== "version") throw new DamagedFile("The archive is not a bulk export of Mattermost.");
  if (version !== 1) throw new DamagedFile("The bulk export has a version that is not known.");
}
