/** The files of a Slack export: lists of people and conversations, and a folder for each conversation with a file for each day. */
import { DamagedFile } from "../../kernel/json-lines.ts";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, objectsIn, textIn, textsIn } from "../json.ts";

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

export class SlackArchive {
  readonly zip: ZipArchive;
  readonly conversations: readonly SlackConversation[];
  /** Files by the day, in order; those of a day together. */
  readonly days: readonly (readonly [
    day: string,
    files: readonly { path: string; conversation: SlackConversation }[],
  ])[];
  /** Day files of folders that no list names. */
  readonly strayFolders: readonly string[];

  private constructor(zip: ZipArchive, conversations: readonly SlackConversation[]) {
    this.zip = zip;
    this.conversations = conversations;
    const byFolder = new Map(conversations.map((each) => [each.folder, each]));
    const days = new Map<string, { path: string; conversation: SlackConversation }[]>();
    const stray = new Set<string>();
    for (const path of zip.paths) {
      const [, folder = "", day = ""] = DAY_FILE.exec(path) ?? [];
      if (day === "") continue;
      const conversation = byFolder.get(folder);
      if (!conversation) stray.add(folder);
      else days.set(day, [...(days.get(day) ?? []), { path, conversation }]);
    }
    this.days = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
    this.strayFolders = [...stray].sort();
  }

  static isOne(zip: ZipArchive): boolean {
    const has = (names: readonly string[]) => names.some((name) => zip.has(name));
    return has(USER_LISTS) && has(Object.keys(LISTS));
  }

  static async open(zip: ZipArchive): Promise<SlackArchive> {
    const conversations: SlackConversation[] = [];
    for (const [list, kind] of Object.entries(LISTS)) {
      if (!zip.has(list)) continue;
      for (const fields of objectsIn(await zip.json(list))) {
        const id = textIn(fields.id);
        if (id === "") throw new DamagedFile(`The archive is damaged: a conversation in ${list} has no id.`);
        const folder = kind === "direct" ? id : textIn(fields.name) || id;
        conversations.push({ id, kind, folder, members: textsIn(fields.members), fields });
      }
    }
    return new SlackArchive(zip, conversations);
  }

  async users(): Promise<Fields[]> {
    const lists: Fields[][] = [];
    for (const list of USER_LISTS) if (this.zip.has(list)) lists.push(objectsIn(await this.zip.json(list)));
    return lists.flat();
  }
}
