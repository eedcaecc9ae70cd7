/** Reads one email, and ends. */
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type ReadingOptions, readMail } from "./read-mail.ts";

export interface ReadingTask extends ReadingOptions {
  readonly file: string;
}

const { file, ...options } = workerData as ReadingTask;
parentPort?.postMessage(await readMail(await readFile(file), options));
