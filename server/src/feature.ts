/** What a feature brings to the server beside its contract. `features.ts` lists them all. */
import type { ClientProfile, Shape } from "./api/index.ts";
import type { Context } from "./context.ts";
import type { Route } from "./http/route.ts";
import type { JobRunner } from "./jobs/job-kind.ts";

export interface Feature {
  readonly routes?: readonly Route[];
  readonly snapshot?: readonly SnapshotPart[];
  readonly jobs?: readonly JobRunner[];
}

/** What a client asked the registration answer to look like. */
export interface SnapshotOptions {
  readonly profile: ClientProfile;
  readonly include_subscribers: "true" | "false" | "partial";
  /** Whether the client chose what it wants; otherwise it gets everything. */
  readonly isFiltered: boolean;
  /** Whether a group of state is wanted. */
  wants(name: string): boolean;
}

/** A feature's part of the registration answer: the fields a name in `fetch_event_types` turns on. */
export interface SnapshotPart {
  readonly name: string;
  read(ctx: Context, options: SnapshotOptions): Promise<object>;
}

export function snapshotPart<const S extends Shape>(
  name: string,
  _fields: S,
  read: (
    ctx: Context,
    options: SnapshotOptions,
  ) => Promise<Record<keyof S & string, unknown> | Partial<Record<keyof S & string, unknown>>>,
): SnapshotPart {
  return { name, read };
}
