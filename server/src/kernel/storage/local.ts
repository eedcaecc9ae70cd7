/** Files in a directory. Each appears under its name only when it is complete and on disk. */
import { constants, createReadStream } from "node:fs";
import { copyFile, mkdir, open, opendir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import type { ByteRange, Storage } from "./storage.ts";

export class LocalStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  async adopt(file: string, key: string): Promise<void> {
    const target = this.#pathOf(key);
    await this.#makeDirectory(dirname(target));
    await syncToDisk(file);
    await rename(file, target).catch(async (error: unknown) => {
      if (!hasCode(error, "EXDEV")) throw error;
      await this.#copyAcross(file, target);
    });
    await syncToDisk(dirname(target));
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.#pathOf(key);
    // Opened before responding, so that a missing file is noticed in time.
    const handle = await open(path, constants.O_RDONLY).catch(ignoring("ENOENT"));
    return handle && createReadStream(path, { fd: handle, ...range });
  }

  async size(key: string): Promise<number | undefined> {
    const found = await stat(this.#pathOf(key)).catch(ignoring("ENOENT"));
    return found?.size;
  }

  async withFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T | undefined> {
    const path = this.#pathOf(key);
    return (await stat(path).catch(ignoring("ENOENT"))) ? work(path) : undefined;
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const path = this.#pathOf(key);
      await rm(path, { force: true });
      await this.#removeEmpty(dirname(path));
    }
  }

  /** What is unfinished here is not in the store yet (`unfinished.ts`). */
  async removeUnfinished(): Promise<void> {}

  async *list(prefix: string): AsyncGenerator<{ key: string; storedAtMs: number }> {
    const directory = await opendir(this.#pathOf(prefix), { recursive: true }).catch(ignoring("ENOENT"));
    if (!directory) return;
    for await (const entry of directory) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(ignoring("ENOENT"));
      if (found) yield { key: relative(this.#root, path).split(sep).join("/"), storedAtMs: found.mtimeMs };
    }
  }

  /** Keys come from the database and never from a request; this is a second check. */
  #pathOf(key: string): string {
    const path = resolve(this.#root, key);
    if (!path.startsWith(this.#root + sep)) throw new Error(`Not a key: ${key}`);
    return path;
  }

  async #makeDirectory(directory: string): Promise<void> {
    const first = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // The entries of new directories must be durable too, from the top down.
    for (let at = dirname(directory); at.startsWith(dirname(first)); at = dirname(at)) {
      await syncToDisk(at);
      if (at === dirname(first)) break;
    }
  }

  async #copyAcross(file: string, target: string): Promise<void> {
    const draft = `${target}.unfinished`;
    await copyFile(file, draft);
    await syncToDisk(draft);
    await rename(draft, target);
    await rm(file, { force: true });
  }

  async #removeEmpty(directory: string): Promise<void> {
    for (let at = directory; at.startsWith(this.#root + sep); at = dirname(at))
      try {
        await rmdir(at);
      } catch {
        // Not empty, or already gone.
        return;
      }
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

function ignoring(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error;
    return undefined;
  };
}
