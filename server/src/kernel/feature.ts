/** What a feature brings to the server beside its contract. `features.ts` lists them all. */

import type { NotificationChannel } from "../delivery/notifications/channel.ts";
import type { ClientProfile, Shape } from "./api/index.ts";
import type { Context } from "./context.ts";
import type { FileAddress } from "./http/files.ts";
import type { Route } from "./http/route.ts";
import type { JobRunner } from "./jobs/job-kind.ts";
import type { FirstPage, Page } from "./pages/page.ts";

export interface Feature {
  readonly routes?: readonly Route[];
  /** Files that it serves beside the API. */
  readonly files?: readonly FileAddress[];
  /** Pages that it shows to browsers. */
  readonly pages?: readonly Page[];
  /** Pages that it shows while there is no organization. */
  readonly firstPages?: readonly FirstPage[];
  readonly snapshot?: readonly SnapshotPart[];
  readonly jobs?: readonly JobRunner[];
  /** Ways in which people are told of messages while they are away. */
  readonly notifications?: readonly NotificationChannel[];
}

/** What a client asked the registration answer to look like. */
export interface SnapshotOptions {
  readonly profile: ClientProfile;
  readonly include_subscribers: "true" | "false" | "partial";
  /** How far back presence is told. */
  readonly presence_history_limit_days: number;
  /** Whether the client chose what it wants; otherwise it gets everything. */
  readonly isFiltered: boolean;
  /** Whether a group of state is wanted. */
  wants(name: string): boolean;
  /** What several parts tell of, read once for the answer. */
  once<T>(ctx: Context, read: (ctx: Context, options: SnapshotOptions) => Promise<T>): Promise<T>;
}

type Read<F = object> = (ctx: Context, options: SnapshotOptions) => Promise<F>;

/** A feature's part of the registration answer: the fields a name in `fetch_event_types` turns on. */
export interface SnapshotPart {
  readonly name: string;
  readonly read: Read;
  /** What somebody without an account is told of it; nothing, unless the feature says what. */
  readonly readForVisitor?: Read | undefined;
}

type Fields<S> = Record<keyof S & string, unknown> | Partial<Record<keyof S & string, unknown>>;

export function snapshotPart<const S extends Shape>(
  name: string,
  _fields: S,
  read: Read<Fields<S>>,
  readForVisitor?: Read<Fields<S>>,
): SnapshotPart {
  return { name, read, readForVisitor };
}

/** The same for a part in which nothing is anybody's own, or in which a visitor is found to have nothing. */
export function openSnapshotPart<const S extends Shape>(name: string, fields: S, read: Read<Fields<S>>): SnapshotPart {
  return snapshotPart(name, fields, read, read);
}
