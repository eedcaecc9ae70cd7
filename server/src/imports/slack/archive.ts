/** The files of a Slack export: lists of people and conversations, and a folder for each conversation with a file for each day. */
import { jsonElements } from "../archives/elements.ts";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, isFields, listOf, textIn, textsIn } from "../json.ts";
import type { SkippedRecord } from "../records.ts";
import { skippedAll } from "../skipped.ts";
import { isFilePath } from "./files.ts";
import { isPicturePath } from "./pictures.ts";

export type ConversationKind = "channel" | "private" | "direct" | "group";

export interface SlackConversation {
  readonly id: string;
  readonly kind: ConversationKind;
  /** The name of its folder. */
  readonly folder: string;
  readonly members: readonly string[];
  readonly fields: Fields;
}

const LISTS: Readonly<Record<string, ConversationKind>> = {
  "channels.json": "channel",
  "groups.json": "private",
  "dms.json": "direct",
  "mpims.json": "group",
};

export const USER_LISTS = ["users.json", "org_users.json"];

/** Other files of an export, which nothing here corresponds to. */
export const OTHER_FILES: Readonly<Record<string, string>> = {
  "integration_logs.json": "logs of apps",
  "canvases.json": "canvases",
  "lists.json": "lists",
  "file_conversations.json": "conversations about files",
  "content_flags.json": "content flags",
  "huddle_transcripts.json": "transcripts of huddles",
};

const DAY_FILE = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;

export interface DayFile {
  readonly path: string;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly conversation: SlackConversation;
}

export class SlackArchive {
  readonly zip: ZipArchive;
  readonly conversations: readonly SlackConversation[];
  /** Files by the day, in order; those of a day together. */
  readonly days: readonly (readonly DayFile[])[];
  /** What of the archive is left out as a whole. */
  readonly leftOut: readonly SkippedRecord[];

  private constructor(zip: ZipArchive, listed: readonly SlackConversation[], leftOut: readonly SkippedRecord[]) {
    this.zip = zip;
    const byId = new Map([...Map.groupBy(listed, ({ id }) => id)].map(([id, entries]) => [id, mostPrivate(entries)]));
    this.conversations = [...byId.values()];
    const byFolder = Map.groupBy(listed, ({ folder }) => folder);
    const days = new Map<string, DayFile[]>();
    const [stray, shared, unknown] = [new Set<string>(), new Set<string>(), [] as string[]];
    for (const path of zip.paths) {
      const [, folder = "", day = ""] = DAY_FILE.exec(path) ?? [];
      if (day === "") {
        if (!isKnown(path)) unknown.push(path);
        continue;
      }
      const [id, ...others] = new Set(byFolder.get(folder)?.map((entry) => entry.id));
      const conversation = byId.get(id ?? "");
      if (!conversation) stray.add(folder);
      // Nothing says whose its messages are, and one of the conversations may be private.
      else if (others.length > 0) shared.add(folder);
      else {
        const file = { path, size: zip.entry(path)?.size ?? 0, conversation };
        const files = days.get(day);
        if (files) files.push(file);
        else days.set(day, [file]);
      }
    }
    this.days = [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, files]) => files);
    this.leftOut = [
      ...leftOut,
      ...skippedAll("folders of messages", "no list names the conversation", [...stray].map(nameOfFolder)),
      ...skippedAll("folders of messages", "several conversations have this name", [...shared].map(nameOfFolder)),
      ...skippedAll("files of the archive", "nothing is known about them", unknown.map(withoutFileName)),
    ];
  }

  static isOne(zip: ZipArchive): boolean {
    const has = (names: readonly string[]) => names.some((name) => zip.has(name));
    return has(USER_LISTS) && has(Object.keys(LISTS));
  }

  static async open(zip: ZipArchive): Promise<SlackArchive> {
    const conversations: SlackConversation[] = [];
    const leftOut: SkippedRecord[] = [];
    for (const [list, kind] of Object.entries(LISTS)) {
      if (!zip.has(list)) continue;
      const entries = listOf(await zip.json(list));
      const isUsable = (entry: unknown): entry is Fields => isFields(entry) && textIn(entry.id) !== "";
      const unusable = [...entries.entries()]
        .filter(([, entry]) => !isUsable(entry))
        .map(([n]) => `${list}, number ${n + 1}`);
      leftOut.push(...skippedAll("conversations", "there is no id", unusable));
      for (const fields of entries.filter(isUsable)) {
        const id = textIn(fields.id);
        const folder = kind === "direct" ? id : textIn(fields.name) || id;
        conversations.push({ id, kind, folder, members: textsIn(fields.members), fields });
      }
    }
    return new SlackArchive(zip, conversations, leftOut);
  }

  /** Entries that are no objects have no id either. */
  async users(): Promise<Fields[]> {
    const lists: Fields[][] = [];
    for (const list of USER_LISTS)
      if (this.zip.has(list)) lists.push(listOf(await this.zip.json(list)).map((entry) => fieldsOf(entry)));
    return lists.flat();
  }

  /** What the file has, in lists: a large one is not read as a whole. */
  async *messagesIn({ path, size }: DayFile): AsyncGenerator<readonly unknown[]> {
    if (size <= WHOLE_FILE) yield listOf(await this.zip.json(path));
    else for await (const element of jsonElements(await this.zip.read(path))) yield [element];
  }
}

/** A conversation that is listed several times was public at one time, perhaps, and private at another. */
const mostPrivate = ([first, ...others]: readonly SlackConversation[]): SlackConversation =>
  [first as SlackConversation, ...others].find(({ kind }) => kind !== "channel") ?? (first as SlackConversation);

const WHOLE_FILE = 8 * 1024 * 1024;

/** Folders are named after channels, or after the people in a conversation. */
const nameOfFolder = (folder: string): string => (folder.startsWith("mpdm-") ? "" : folder);
/** People name what is in folders. */
const withoutFileName = (path: string): string => (path.includes("/") ? "" : path);

const isKnown = (path: string): boolean =>
  Object.hasOwn(LISTS, path) ||
  Object.hasOwn(OTHER_FILES, path) ||
  USER_LISTS.includes(path) ||
  isFilePath(path) ||
  isPicturePath(path);
