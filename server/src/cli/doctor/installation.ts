/** Checks what the server needs from the machine before it reads any data. */
import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import { databaseFile } from "../../kernel/db/open.ts";
import { envFile } from "../../kernel/env-file.ts";
import { readSecretKey, secretKeyFile } from "../../kernel/secrets.ts";
import type { Check } from "./check.ts";

const OLDEST_NODE = 26;
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const LEAST_FREE_FILES = 10_000;
const OTHERS = 0o077;
/** A group may read what an administrator wrote for it. */
const OTHERS_OF_SETTINGS = 0o037;

export const installationChecks: readonly Check<Config>[] = [
  {
    name: "Node.js is new enough",
    problems() {
      const [major] = process.versions.node.split(".");
      return Number(major) >= OLDEST_NODE ? [] : [`This is Node.js ${process.version}; Parley needs ${OLDEST_NODE}.`];
    },
  },
  {
    name: "only its owner can access the data directory",
    problems: ({ dataDirectory }) => forOwnerOnly(dataDirectory, (stats) => stats.isDirectory(), "a directory"),
  },
  {
    name: "only its owner can access the secret key",
    problems({ dataDirectory }) {
      const found = forOwnerOnly(secretKeyFile(dataDirectory), (stats) => stats.isFile(), "a file");
      if (found.length === 0) readSecretKey(dataDirectory);
      return found;
    },
  },
  {
    name: "only its owner can access the database file",
    problems: (config) =>
      config.databaseUrl ? [] : forOwnerOnly(databaseFile(config), (stats) => stats.isFile(), "a file"),
  },
  {
    name: "nobody else can read or change the files with settings",
    problems: ({ dataDirectory, signInFile }) =>
      [envFile(dataDirectory), ...(signInFile ? [signInFile] : [])].flatMap((path) =>
        existsSync(path) && statSync(path).mode & OTHERS_OF_SETTINGS
          ? [`Others can read or change ${path}. Run: chmod g-wx,o= '${path}'`]
          : [],
      ),
  },
  {
    name: "the data directory can be written",
    problems: ({ dataDirectory }) =>
      [dataDirectory, join(dataDirectory, "uploads")].filter(existsSync).flatMap((path) => {
        try {
          accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
          return [];
        } catch (error) {
          return [`${path} cannot be written by this user (${(error as NodeJS.ErrnoException).code}).`];
        }
      }),
  },
  {
    name: "there is enough free disk space",
    // Uploaded files may be on a disk of their own.
    problems: ({ dataDirectory }) =>
      [...new Set([dataDirectory, join(dataDirectory, "uploads")].map(existingAncestor))].flatMap(tooFull),
  },
];

function tooFull(path: string): string[] {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  const free = bavail * bsize;
  return [
    ...(free < LEAST_FREE_BYTES ? [`Only ${Math.floor(free / 1024 / 1024)} MB are free for ${path}.`] : []),
    // Some file systems do not count them.
    ...(files > 0 && ffree < LEAST_FREE_FILES ? [`Only ${ffree} more files (inodes) fit on the disk of ${path}.`] : []),
  ];
}

function forOwnerOnly(path: string, isKind: (stats: Stats) => boolean, kind: string): string[] {
  if (!existsSync(path)) return [`${path} does not exist.`];
  const stats = statSync(path);
  if (!isKind(stats)) return [`${path} is not ${kind}.`];
  const problems: string[] = [];
  if (stats.mode & OTHERS) problems.push(`Others can access ${path}. Run: chmod go= '${path}'`);
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && stats.uid !== self) problems.push(`${path} belongs to another user.`);
  return problems;
}

function existingAncestor(path: string): string {
  return existsSync(path) ? path : existingAncestor(dirname(path));
}
