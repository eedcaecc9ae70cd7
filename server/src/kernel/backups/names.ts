/** Names after a time in UTC, so that a listing is in order. Two of the same second have different names. */
import { randomBytes } from "node:crypto";

/** In the place where backups are kept: whole backups, the shipped log, and the uploaded files that belong to it. */
export const BACKUPS_FOLDER = "backups";
export const LOG_FOLDER = "log";
export const UPLOADS_FOLDER = "uploads";

/** Like `2026-11-17T12-00-00Z-0a1b2c`. */
export function timedName(nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "-");
  return `${time}Z-${randomBytes(3).toString("hex")}`;
}

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-[0-9a-f]{6}$/;

/** In milliseconds since 1970; undefined if it is not such a name. */
export function timeIn(name: string): number | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}
