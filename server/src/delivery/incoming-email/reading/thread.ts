/** Reads one email, and ends. */
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type ReadingOptions, readMail } from "./read-mail.ts";

const options = workerData as ReadingOptions;
parentPort?.postMessage(await readMail(await readFile(options.file), options));
