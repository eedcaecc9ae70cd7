/** The files of an archive in Zulip's format, by the rows that they belong to here. */
import { textIn } from "../../imports/json.ts";
import type { ZulipArchive } from "../../imports/zulip/archive.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import type { Table } from "../archive/tables.ts";
import type { ZulipRow } from "./format.ts";

export interface FoundFile {
  readonly table: Table;
  readonly row: number;
  /** Among the files of the row, as `archive/tables.ts` lists them. */
  readonly index: number;
  readonly path: string;
}

const AVATAR = /^\d+\/[0-9a-f]{40}$/;

export class FilesHere {
  readonly #archive: ZulipArchive;
  readonly #realm: number;
  readonly #found: FoundFile[] = [];
  /** Paths without their endings, by people. */
  readonly #avatars: ReadonlyMap<unknown, string>;

  private constructor(archive: ZulipArchive, realm: number, avatars: ReadonlyMap<unknown, string>) {
    this.#archive = archive;
    this.#realm = realm;
    this.#avatars = avatars;
  }

  static async of(archive: ZulipArchive, realm: number): Promise<FilesHere> {
    const avatars = (await archive.records("avatars")).flatMap(({ user_profile_id, path }) => {
      const base = textIn(path).replace(/\.(?:png|original)$/, "");
      return AVATAR.test(base) ? [[user_profile_id, base] as const] : [];
    });
    return new FilesHere(archive, realm, new Map(avatars));
  }

  /** Null for somebody without an own picture. */
  avatarOf(userId: unknown): string | null {
    return this.#avatars.get(userId) ?? null;
  }

  /** A row was read: its files are to follow, those that the archive has. */
  expect(table: Table, row: TableRow): void {
    for (const [index, path] of pathsOf(table, row, this.#realm).entries()) {
      const local = this.#archive.localPath(path);
      if (local !== undefined) this.#found.push({ table, row: row.id as number, index, path: local });
    }
  }

  found(): readonly FoundFile[] {
    return this.#found;
  }
}

/** In the order in which a row of Parley lists its files. */
function pathsOf(table: Table, row: TableRow, realm: number): string[] {
  if (table === "attachment") return [`uploads/${row.path_id}`];
  if (table === "user" && row.avatar_path !== null)
    return [`avatars/${row.avatar_path}.png`, `avatars/${row.avatar_path}.original`];
  if (table === "custom_emoji") {
    const folder = `emoji/${realm}/emoji/images`;
    return [`${folder}/${row.file_name}.webp`, `${folder}/still/${row.file_name}.webp`];
  }
  if (table !== "realm") return [];
  const pictures = ((row.settings as ZulipRow).pictures ?? {}) as ZulipRow;
  // Of each the second size does not exist.
  return Object.keys(pictures).flatMap((name) => [`realm_icons/${realm}/${name}.png`, ""]);
}
