/** What a server needs from its machine, besides the database, to send and read messages and files. */
import { closeSync, openSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { readSecretKey, Secrets } from "../secrets.ts";
import { fingerprintOf } from "../secrets-check.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import type { HealthCheck } from "./health.ts";
import { fileTrouble } from "./machine.ts";

/** The size of a small upload: a single byte fits on many full disks. */
const BLOCK = Buffer.alloc(64 * 1024);

export interface CheckedMachine {
  readonly dataDirectory: string;
  /** Undefined if the key does not come from the data directory. */
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
        throw new Error("secret.key does not match the key that the server was started with");
    },
    sentence: () => "The server's secret key cannot be read, or was replaced.",
  },
];
