/** Puts files back where this installation keeps them. Thumbnails are made anew when somebody asks for one. */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { openStorage } from "../../storage/open.ts";
import { unfinishedFile } from "../../storage/unfinished.ts";
import { fileKey } from "../../uploads/thumbnails.ts";
import { Refusal } from "../errors.ts";

/** Files that belong to rows as a whole, and are not uploads of somebody's: all that is stored under these. */
export const OTHER_FILES = ["emoji/"] as const;

/** Older backups hold only uploads, each by its path_id, which begins with a number. */
const keyOf = (name: string): string => (/^[0-9]/.test(name) ? fileKey(name) : name);

export class RestoredFiles {
  readonly #config: Config;
  #current: { readonly name: string; readonly path: string; readonly handle: FileHandle } | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /** The portions of a file come one after the other. */
  async add([name, portion]: readonly [string, string]): Promise<void> {
    if (typeof name !== "string" || typeof portion !== "string")
      throw new Refusal("The backup is damaged: a file of it is not whole.");
    if (this.#current?.name !== name) {
      await this.finish();
      const path = await unfinishedFile(this.#config.dataDirectory);
      this.#current = { name, path, handle: await open(path, "wx", 0o600) };
    }
    await this.#current?.handle.appendFile(Buffer.from(portion, "base64"));
  }

  async finish(): Promise<void> {
    if (!this.#current) return;
    const { name, path, handle } = this.#current;
    this.#current = undefined;
    await handle.close();
    try {
      await openStorage(this.#config).adopt(path, keyOf(name), "application/octet-stream");
    } finally {
      await rm(path, { force: true });
    }
  }
}
