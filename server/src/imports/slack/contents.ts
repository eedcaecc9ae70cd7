/**
 * Where the contents of files and pictures are, by the ids that they have in Slack: in the archive, where other programs that make
 * such exports put them, or in a folder beside it.
 */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isPlain, type ZipArchive } from "../archives/zip.ts";
import type { FileRecord } from "../records.ts";

export interface ContentPlaces {
  /** Paths in the archive; the first group is the id. */
  readonly inArchive: RegExp;
  /** Paths below the folder, and the names of its folders that may have some. */
  readonly inFolder: RegExp;
  /** Undefined if there is none. */
  readonly folder: string | undefined;
  /** The folder may lack. */
  readonly isOptional?: boolean;
}

interface FoundContent {
  readonly path: string;
  readonly open: FileRecord["open"];
}

export class SlackContents {
  readonly #zip: ZipArchive;
  readonly #places: ContentPlaces;
  readonly #inArchive: ReadonlyMap<string, string>;
  #inFolder: ReadonlyMap<string, string> | undefined;

  constructor(zip: ZipArchive, places: ContentPlaces) {
    this.#zip = zip;
    this.#places = places;
    this.#inArchive = byId(zip.paths, places.inArchive);
  }

  /** What there is with this id, the archive's first. */
  async of(id: string): Promise<FoundContent[]> {
    this.#inFolder ??= await this.#listed();
    const [inArchive, inFolder] = [this.#inArchive.get(id), this.#inFolder.get(id)];
    return [
      ...(inArchive === undefined ? [] : [{ path: inArchive, open: () => this.#zip.read(inArchive) }]),
      ...(inFolder === undefined ? [] : [{ path: inFolder, open: async () => createReadStream(inFolder) }]),
    ];
  }

  async #listed(): Promise<ReadonlyMap<string, string>> {
    const { folder, inFolder, isOptional = false } = this.#places;
    if (folder === undefined) return new Map();
    const found = byId(await pathsIn(folder, inFolder, isOptional), inFolder);
    return new Map([...found].map(([id, path]) => [id, join(folder, path)]));
  }
}

function byId(paths: Iterable<string>, pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const id = pattern
      .exec(path)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (id !== undefined) found.set(id, path);
  }
  return found;
}

/** Links are not followed: a folder that was unpacked from an archive may have any. */
async function pathsIn(folder: string, pattern: RegExp, isOptional: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isOptional) return [];
    throw error;
  });
  const found: string[] = [];
  for (const entry of entries) {
    if (!pattern.test(entry.name) || !isPlain(entry.name)) continue;
    if (entry.isFile()) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    for (const inner of await readdir(join(folder, entry.name), { withFileTypes: true }))
      if (inner.isFile()) found.push(`${entry.name}/${inner.name}`);
  }
  return found;
}

/** An image without any other name. */
export const imageAt = ({ path, open }: FoundContent): FileRecord => ({
  id: path,
  name: path.split("/").at(-1) as string,
  contentType: "",
  open,
});
