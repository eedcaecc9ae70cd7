import type { KeyHolder } from "./messages.ts";
import type { KeyRecord } from "./record.ts";

/** Somebody whose key was given, and the queue of their events. The first is an administrator. */
export interface Follower extends KeyHolder {
  readonly sourceId: number;
  readonly role: number;
  readonly isFirst: boolean;
  readonly record: KeyRecord;
}
