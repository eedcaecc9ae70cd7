/**
 * The test files of a run. A process takes the next one when it has finished one, so that all processes end at about the
 * same time, however long the files take.
 */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** After that another process goes on, so that one whose tests have slowed it down does not run to the end. */
const TAKES_FOR_MS = 8 * 60_000;
/** What tests leave behind adds up; a new process begins without it. */
const TAKES_UP_TO_BYTES = 1200 * 1024 * 1024;

const listIn = (directory: string) => join(directory, "files.json");
const takenIn = (directory: string, n: number) => join(directory, `${n}.taken`);
const finishedIn = (directory: string, n: number) => join(directory, `${n}.finished`);

const filesIn = (directory: string) => JSON.parse(readFileSync(listIn(directory), "utf8")) as string[];

/** Files are started in this order. */
export function writeQueue(directory: string, files: readonly string[]): void {
  writeFileSync(listIn(directory), JSON.stringify(files));
}

/**
 * Each file is given to one process. Whoever asks for the next one has finished the one before. After the last processes
 * nobody goes on, so they take all that is left.
 */
export function* takeFiles(directory: string, { isLast }: { readonly isLast: boolean }): Generator<string> {
  for (const [n, file] of filesIn(directory).entries()) {
    if (!isLast && hasHadEnough()) return;
    if (!take(takenIn(directory, n))) continue;
    yield file;
    writeFileSync(finishedIn(directory, n), "");
  }
}

const hasHadEnough = () => performance.now() > TAKES_FOR_MS || process.memoryUsage.rss() > TAKES_UP_TO_BYTES;

function take(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Files that no process has run to their end. */
export const unfinishedFiles = (directory: string): string[] =>
  filesIn(directory).filter((_, n) => !existsSync(finishedIn(directory, n)));
