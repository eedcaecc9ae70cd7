/** Some files of an archive are read as a whole: how large they may be. */
import { workerData } from "node:worker_threads";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";
import type { ArchiveTask } from "../reading/protocol.ts";
import { TOO_LARGE_HERE } from "./disk-room.ts";

const MIB = 1024 * 1024;
/** What is made of a file, with its bytes and its text, as a multiple of its size. */
const PARSED = 6;

/** The file would do elsewhere: on a larger machine, or without a server beside it. */
export class NeedsMoreMemory extends Error {
  readonly code = TOO_LARGE_HERE;

  constructor(name: string) {
    super(`${name} in the archive needs more memory than an import may have here.`);
  }
}

export function checkJsonSize(size: number, name: string, memoryMib?: number): void {
  if (size > ARCHIVE_LIMITS.jsonBytes) throw new DamagedFile(`${name} in the archive is too large.`);
  checkMemory(size, name, memoryMib);
}

/** Undefined where the archive is an operator's: whether there is enough memory is for the machine to say. */
const sparedMib = (): number | undefined => (workerData as Partial<ArchiveTask> | null)?.memoryMib;

/** Before it is read: bytes are not counted in a thread's memory, and a thread that exceeds it takes more first. */
export function checkMemory(size: number, name: string, memoryMib = sparedMib()): void {
  if (memoryMib !== undefined && size > (memoryMib * MIB) / PARSED) throw new NeedsMoreMemory(name);
}
