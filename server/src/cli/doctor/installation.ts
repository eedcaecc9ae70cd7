/** The installation: what the server needs of the machine before it looks at any data. */
import { existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { databaseFile } from "../../app.ts";
import type { Config } from "../../kernel/config.ts";
import { readSecretKey, secretKeyFile } from "../../kernel/secrets.ts";
import type { Check } from "./check.ts";

const OLDEST_NODE = 26;
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const OTHERS = 0o077;

export const installationChecks: readonly Check<Config>[] = [
  {
    name: "Node.js is new enough",
    problems() {
      const [major] = process.versions.node.split(".");
      return Number(major) >= OLDEST_NODE ? [] : [`This is Node.js ${process.version}; Parley needs ${OLDEST_NODE}.`];
    },
  },
  {
    name: "the data directory is its owner's alone",
    problems: ({ dataDirectory }) => forOwnerOnly(dataDirectory, (stats) => stats.isDirectory(), "a directory"),
  },
  {
    name: "the secret key is its owner's alone",
    problems({ dataDirectory }) {
      const found = forOwnerOnly(secretKeyFile(dataDirectory), (stats) => stats.isFile(), "a file");
      if (found.length === 0) readSecretKey(dataDirectory);
      return found;
    },
  },
  {
    name: "the database file is its owner's alone",
    problems: (config) =>
      config.databaseUrl ? [] : forOwnerOnly(databaseFile(config), (stats) => stats.isFile(), "a file"),
  },
  {
    name: "there is room on the disk",
    problems({ dataDirectory }) {
      const { bavail, bsize } = statfsSync(existingAncestor(dataDirectory));
      const free = bavail * bsize;
      return free >= LEAST_FREE_BYTES ? [] : [`Only ${Math.floor(free / 1024 / 1024)} MB are free on it.`];
    },
  },
];

function forOwnerOnly(path: string, isKind: (stats: Stats) => boolean, kind: string): string[] {
  if (!existsSync(path)) return [`${path} does not exist.`];
  const stats = statSync(path);
  if (!isKind(stats)) return [`${path} is not ${kind}.`];
  const problems: string[] = [];
  if (stats.mode & OTHERS) problems.push(`Others may use ${path}. Run: chmod go= '${path}'`);
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && stats.uid !== self) problems.push(`${path} belongs to another user.`);
  return problems;
}

function existingAncestor(path: string): string {
  return existsSync(path) ? path : existingAncestor(dirname(path));
}
