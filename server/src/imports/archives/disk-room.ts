/**
 * Room on the disk for what an archive is unpacked and sorted into. A few bytes can become terabytes, and the database may be on the
 * same disk: so there is a maximum, and some of what is free always stays free.
 */
import { statfs } from "node:fs/promises";
import { ARCHIVE_LIMITS } from "../limits.ts";

const MIB = 1024 * 1024;
/** Bytes between two looks at the disk: others write to it as well. */
const LOOK_AFTER = 16 * MIB;

/** The code is that of a full disk, and stays with the error when a thread passes it on. */
export class DiskTooFull extends Error {
  readonly code = "ENOSPC";

  constructor(folder: string, reserve: number) {
    super(`Too little is free on the disk of ${folder}: an import leaves ${Math.ceil(reserve / MIB)} MiB for others.`);
  }
}

/** An archive that is sound, and more than this server spares for it. */
export const TOO_LARGE_HERE = "ERR_TOO_LARGE_HERE";

export class UnpacksToTooMuch extends Error {
  readonly code = TOO_LARGE_HERE;

  constructor(most: number) {
    super(`The archive needs more than ${Math.floor(most / MIB)} MiB on the disk when it is unpacked.`);
  }
}

export interface DiskLimits {
  /** Bytes that may be there at once. */
  readonly most?: number | undefined;
  /** Bytes that stay free. */
  readonly reserve?: number | undefined;
}

export class DiskRoom {
  readonly folder: string;
  readonly #most: number;
  readonly #reserve: number;
  #taken = 0;
  /** The first bytes are a reason to look. */
  #sinceLook = LOOK_AFTER;

  constructor(folder: string, limits: DiskLimits = {}) {
    const { most = ARCHIVE_LIMITS.workBytes, reserve = ARCHIVE_LIMITS.reservedBytes } = limits;
    this.folder = folder;
    this.#most = most;
    this.#reserve = reserve;
  }

  /** Fails if this much could not be written now. Counts nothing. */
  async expect(bytes: number): Promise<void> {
    if (this.#taken + bytes > this.#most) throw new UnpacksToTooMuch(this.#most);
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize - bytes < this.#reserve) throw new DiskTooFull(this.folder, this.#reserve);
  }

  /** Before these bytes are written. */
  async take(bytes: number): Promise<void> {
    if (this.#count(bytes)) await this.expect(0);
  }

  /** Whether it is time for another look at the disk. */
  #count(bytes: number): boolean {
    this.#taken += bytes;
    this.#sinceLook += bytes;
    if (this.#taken > this.#most) throw new UnpacksToTooMuch(this.#most);
    if (this.#sinceLook < LOOK_AFTER) return false;
    this.#sinceLook = 0;
    return true;
  }

  /** What was written has been deleted. */
  giveBack(bytes: number): void {
    this.#taken -= bytes;
  }

  /** Passes a stream on, as far as there is room for it. */
  async *of<T extends string | Uint8Array>(chunks: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
    for await (const chunk of chunks) {
      // There are very many: most of them wait for nothing.
      if (this.#count(typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length)) await this.expect(0);
      yield chunk;
    }
  }
}
