/** What a server needs of its machine, beside the database, for messages and files to be sent and read. */
import { closeSync, openSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { readSecretKey, Secrets } from "../secrets.ts";
import { fingerprintOf } from "../secrets-check.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import type { HealthCheck } from "./health.ts";
import { fileTrouble } from "./machine.ts";

/** As much as a small upload: a single byte finds room on many a full disk. */
const BLOCK = Buffer.alloc(64 * 1024);

export interface CheckedMachine {
  readonly dataDirectory: string;
  /** What the server works with; undefined where its key does not come from the data directory. */
  readonly secrets: Secrets | undefined;
}

export const machineChecks = ({ dataDirectory, secrets }: CheckedMachine): readonly HealthCheck[] => [
  {
    kind: "files",
    async examine() {
      const file = await unfinishedFile(dataDirectory);
      try {
        await writeFile(file, BLOCK, { mode: 0o600 });
      } finally {
        await rm(file, { force: true });
      }
    },
    sentence: (error) => fileTrouble(error).sentence,
  },
  {
    kind: "descriptors",
    examine: async () => closeSync(openSync(devNull, "r")),
    sentence: (error) => fileTrouble(error).sentence,
  },
  {
    kind: "secret key",
    async examine() {
      if (!secrets) return;
      const stored = new Secrets(readSecretKey(dataDirectory));
      if (fingerprintOf(stored) !== fingerprintOf(secrets))
        throw new Error("secret.key does not hold the key that the server was started with");
    },
    sentence: () => "The secret key of the server cannot be read, or was replaced.",
  },
];
