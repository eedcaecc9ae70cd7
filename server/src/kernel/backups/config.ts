/** Where backups are kept, how often they are made, and how many of them are kept. */
import { resolve } from "node:path";
import { ConfigError } from "../config-values.ts";
import type { S3Config } from "../storage/s3.ts";
import type { Variables } from "../variables.ts";

/** A directory, or a part of an S3 bucket. */
export type BackupPlace =
  | { readonly directory: string }
  /** The prefix is empty, or ends with a slash. */
  | { readonly s3: S3Config; readonly prefix: string };

export interface BackupConfig {
  readonly to: BackupPlace;
  /** Undefined if the server makes none by itself. */
  readonly everySeconds: number | undefined;
  readonly keep: number;
  /** Whether the write-ahead log of SQLite is shipped there continuously. */
  readonly shipsLog: boolean;
}

export const DEFAULT_KEEP = 28;
export const MOST_KEPT = 10_000;
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
const LONGEST_SECONDS = 366 * 86_400;

export function readBackupConfig(env: Variables, uploads: S3Config | undefined): BackupConfig | undefined {
  const { PARLEY_BACKUP_TO: to, PARLEY_BACKUP_EVERY: every, PARLEY_BACKUP_KEEP: keep } = env;
  const shipsLog = logSetting(env);
  if (!to) {
    if (shipsLog)
      throw new ConfigError("PARLEY_BACKUP_LOG needs PARLEY_BACKUP_TO: a directory, or s3://bucket/prefix.");
    if (every) throw new ConfigError("PARLEY_BACKUP_EVERY needs PARLEY_BACKUP_TO: a directory, or s3://bucket/prefix.");
    return undefined;
  }
  const everySeconds = every ? secondsIn(every) : undefined;
  if (every && everySeconds === undefined)
    throw new ConfigError(`PARLEY_BACKUP_EVERY must be a time like 30m, 6h or 1d: ${every}`);
  const count = keep ? Number(keep) : DEFAULT_KEEP;
  if (keep && !(/^\d+$/.test(keep) && count >= 1 && count <= MOST_KEPT))
    throw new ConfigError(`PARLEY_BACKUP_KEEP must be a whole number from 1 to ${MOST_KEPT}: ${keep}`);
  return { to: placeOf(to, env, uploads), everySeconds, keep: count, shipsLog };
}

function logSetting({ PARLEY_BACKUP_LOG: text, PARLEY_DATABASE_URL: postgres }: Variables): boolean {
  if (!text || text === "false") return false;
  if (text !== "true") throw new ConfigError(`PARLEY_BACKUP_LOG must be true or false: ${text}`);
  if (postgres) throw new ConfigError("PARLEY_BACKUP_LOG is for SQLite. PostgreSQL archives its log itself.");
  return true;
}

/** The seconds in `30m`, `6h` or `1d`; undefined if it is no such time, or longer than a year. */
export function secondsIn(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  return seconds >= 60 && seconds <= LONGEST_SECONDS ? seconds : undefined;
}

const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/i;

export const isS3Place = (text: string): boolean => text.startsWith("s3://");

/** A directory, or `s3://bucket/prefix`. */
export function placeOf(text: string, env: Variables, uploads: S3Config | undefined): BackupPlace {
  if (!isS3Place(text)) return { directory: resolve(text) };
  const [, bucket, path = ""] = S3_PLACE.exec(text) ?? [];
  if (bucket === undefined || /\/\/|[?#\s]/.test(path))
    throw new ConfigError(`A place for backups in an S3 store is written like s3://bucket/prefix: ${text}`);
  const s3 = s3For(env, bucket, uploads);
  // Objects there that no row refers to are removed.
  if (uploads && uploads.bucket === bucket && uploads.endpoint === s3.endpoint)
    throw new ConfigError("Backups cannot be in the bucket of the uploaded files. Use another bucket.");
  const prefix = path.replace(/\/+$/, "");
  return { s3, prefix: prefix === "" ? "" : `${prefix}/` };
}

/** The store of the uploaded files, unless another one is named. */
function s3For(env: Variables, bucket: string, uploads: S3Config | undefined): S3Config {
  const endpoint = env.PARLEY_BACKUP_S3_ENDPOINT || uploads?.endpoint;
  const accessKeyId = env.PARLEY_BACKUP_S3_ACCESS_KEY_ID || uploads?.accessKeyId;
  const secretAccessKey = env.PARLEY_BACKUP_S3_SECRET_ACCESS_KEY || uploads?.secretAccessKey;
  const region = env.PARLEY_BACKUP_S3_REGION || uploads?.region || "us-east-1";
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new ConfigError(
      "To keep backups in an S3 store, also set PARLEY_BACKUP_S3_ENDPOINT, PARLEY_BACKUP_S3_ACCESS_KEY_ID and PARLEY_BACKUP_S3_SECRET_ACCESS_KEY.",
    );
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new ConfigError(`PARLEY_BACKUP_S3_ENDPOINT must be an address like https://s3.example.com: ${endpoint}`);
  return { endpoint: endpoint.replace(/\/+$/, ""), bucket, region, accessKeyId, secretAccessKey };
}
