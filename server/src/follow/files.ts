/** Where the files that texts link to are here. */

import { withLocalFile } from "../imports/local-file.ts";
import { uploadAddress } from "../imports/prepare.ts";
import type { FileRecord } from "../imports/records.ts";
import { type Origin, sourceKey } from "../imports/store.ts";
import type { App } from "../kernel/context.ts";
import { isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";

/** Files of the server that a text links to, and the longest first: the name of one may begin with that of another. */
const UPLOAD = /\/user_uploads\/(?!temporary\/|thumbnail\/)\d{1,10}\/[^\s()<>"'[\]]{1,500}/g;
const MOST_FILES = 100;
const MIB = 1024 * 1024;

export const uploadsIn = (text: string): string[] =>
  [...new Set(text.match(UPLOAD))].slice(0, MOST_FILES).sort((a, b) => b.length - a.length);

/** A file that a text links to, by its path there. */
export const linkedFile = (path: string, open: FileRecord["open"]): FileRecord => ({
  id: path,
  name: decoded(path.split("/").at(-1) ?? "file"),
  contentType: "",
  reference: path,
  open,
});

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Why the other server's file cannot be had, without storing it; undefined if it can. */
export async function faultOfFile(app: App, record: FileRecord): Promise<string | undefined> {
  const found = await withLocalFile(app, record, app.config.maxUploadMib * MIB, async () => "given" as const);
  return found === "given" ? undefined : found.missing;
}

export class KnownFiles {
  readonly #paths: ReadonlyMap<string, string>;

  private constructor(paths: ReadonlyMap<string, string>) {
    this.#paths = paths;
  }

  static async among(db: Db, { realm_id, origin }: Origin, uploads: readonly string[]): Promise<KnownFiles> {
    if (uploads.length === 0) return new KnownFiles(new Map());
    const rows = await db
      .selectFrom("imported_item")
      .innerJoin("attachment", "attachment.id", "imported_item.local_id")
      .select(["imported_item.source_id", "attachment.path_id"])
      .where("imported_item.realm_id", "=", realm_id)
      .where("imported_item.origin", "=", origin)
      .where("imported_item.kind", "=", "file")
      .where(isAnyTextOf(db, "imported_item.source_id", uploads.map(sourceKey)))
      .execute();
    const bySource = new Map(rows.map((row) => [row.source_id, row.path_id]));
    const known = uploads.flatMap((path) => {
      const found = bySource.get(sourceKey(path));
      return found === undefined ? [] : [[path, uploadAddress({ path_id: found })] as const];
    });
    return new KnownFiles(new Map(known));
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Files of the text that are not here. */
  lackingIn(text: string): string[] {
    return uploadsIn(text).filter((path) => !this.#paths.has(path));
  }

  /** The text with the addresses that its files have here. */
  inText(text: string): string {
    let found = text;
    for (const path of uploadsIn(text)) found = found.replaceAll(path, this.#paths.get(path) ?? path);
    return found;
  }
}
