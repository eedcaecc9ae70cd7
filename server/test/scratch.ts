/**
 * Where the tests of a run keep databases: in memory, on machines that have a file system there. Hundreds of databases of
 * a thousand files are created and deleted, which is much of the work if they are on a disk.
 */
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** Several times what a run needs. Containers often have 64 MiB there. */
const NEEDED_BYTES = 4 * 2 ** 30;
const NAMED = /^parley-run-(?<pid>\d+)-/;

/** The directory of the run, or the usual one for a test that runs by itself. */
export const scratch: string = process.env.PARLEY_TEST_SCRATCH ?? tmpdir();

/** Returns the directory for `PARLEY_TEST_SCRATCH`. */
export function makeScratch(): { directory: string; remove(): void } {
  const place = hasRoom() ? IN_MEMORY : tmpdir();
  removeAbandoned(place);
  const directory = mkdtempSync(join(place, `parley-run-${process.pid}-`));
  // PostgreSQL may run as another user, whose own directory is in it.
  chmodSync(directory, 0o711);
  return { directory, remove: () => remove(directory) };
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** A run that is killed cannot remove what it has in memory. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = NAMED.exec(name)?.groups?.pid;
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(place, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const remove = (directory: string) => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
