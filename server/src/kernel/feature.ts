/** What a feature contributes to the server besides its contract. `features.ts` lists them all. */

import type { FastifyInstance } from "fastify";
import type { ClientProfile, Shape } from "./api/index.ts";
import type { Context } from "./context.ts";
import type { FileAddress } from "./http/files.ts";
import type { Route } from "./http/route.ts";
import type { JobRunner } from "./jobs/job-kind.ts";
import type { When } from "./moments.ts";
import type { FirstPage, Page } from "./pages/page.ts";

export interface Feature {
  readonly routes?: readonly Route[];
  /** Files it serves besides the API. */
  readonly files?: readonly FileAddress[];
  /** Pages for browsers. */
  readonly pages?: readonly Page[];
  /** Pages while there is no organization. */
  readonly firstPages?: readonly FirstPage[];
  readonly snapshot?: readonly SnapshotPart[];
  readonly jobs?: readonly JobRunner[];
  /** What it does when something happens in a feature below it. */
  readonly when?: readonly When[];
  /** What it serves to anybody, beside the API and files. */
  readonly open?: readonly ((server: FastifyInstance) => void)[];
}

/** What a client requested in its registration. */
export interface SnapshotOptions {
  readonly profile: ClientProfile;
  readonly include_subscribers: "true" | "false" | "partial";
  /** How many days of presence to include. */
  readonly presence_history_limit_days: number;
  /** Whether the client selected parts; otherwise it gets everything. */
  readonly isFiltered: boolean;
  /** Whether a part of the state is wanted. */
  wants(name: string): boolean;
  /** Data that several snapshot parts share; read once per registration. */
  once<T>(ctx: Context, read: (ctx: Context, options: SnapshotOptions) => Promise<T>): Promise<T>;
}

type Read<F = object> = (ctx: Context, options: SnapshotOptions) => Promise<F>;

/** A feature's part of the registration response: the fields that a name in `fetch_event_types` turns on. */
export interface SnapshotPart {
  readonly name: string;
  readonly read: Read;
  /** The part for visitors; nothing, unless the feature defines it. */
  readonly readForVisitor?: Read | undefined;
}

type SnapshotFields<S> = Record<keyof S & string, unknown> | Partial<Record<keyof S & string, unknown>>;

export function snapshotPart<const S extends Shape>(
  name: string,
  _fields: S,
  read: Read<SnapshotFields<S>>,
  readForVisitor?: Read<SnapshotFields<S>>,
): SnapshotPart {
  return { name, read, readForVisitor };
}

/** A part without personal data, or in which visitors have none. */
export function openSnapshotPart<const S extends Shape>(
  name: string,
  fields: S,
  read: Read<SnapshotFields<S>>,
): SnapshotPart {
  return snapshotPart(name, fields, read, read);
}
