/** The state that a client starts from, read together with the log's position. */
import { isVisitor } from "../kernel/access/roles.ts";
import type { ClientProfile } from "../kernel/api/index.ts";
import { type Context, readSnapshotOf } from "../kernel/context.ts";
import { currentPosition } from "../kernel/events/log.ts";
import type { SnapshotOptions, SnapshotPart } from "../kernel/feature.ts";
import { HISTORY_DAYS } from "../people/presence/contract.ts";
import { viewerAsOf } from "./viewer.ts";

export interface Snapshot {
  state: object;
  /** The state includes all changes up to this position, and none after it. */
  position: number;
}

interface SnapshotRequest {
  profile: ClientProfile;
  include_subscribers: SnapshotOptions["include_subscribers"];
  presence_history_limit_days?: number | undefined;
  /** Undefined for all. */
  types: readonly string[] | undefined;
}

export function readSnapshot(
  ctx: Context,
  parts: readonly SnapshotPart[],
  { profile, include_subscribers, presence_history_limit_days = HISTORY_DAYS, types }: SnapshotRequest,
): Promise<Snapshot> {
  const wants = (name: string) => types === undefined || types.includes(name);
  const shared = new Map<unknown, Promise<unknown>>();
  const options: SnapshotOptions = {
    profile,
    include_subscribers,
    presence_history_limit_days,
    isFiltered: types !== undefined,
    wants,
    once<T>(asking: Context, read: (ctx: Context, options: SnapshotOptions) => Promise<T>): Promise<T> {
      const reading = (shared.get(read) as Promise<T> | undefined) ?? read(asking, options);
      shared.set(read, reading);
      return reading;
    },
  };
  return readSnapshotOf(ctx, async (reading) => {
    const { db } = reading;
    const position = await currentPosition(db, ctx.realm.id);
    // The caller's role and groups must be as of the same time as the rest.
    const viewer = await viewerAsOf(ctx, db);
    const state = {};
    for (const { name, read, readForVisitor } of parts) {
      const readPart = isVisitor(viewer.user) ? readForVisitor : read;
      if (readPart && wants(name)) Object.assign(state, await readPart({ ...reading, ...viewer }, options));
    }
    return { state, position };
  });
}
