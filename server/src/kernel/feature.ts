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
  /** Data that many registrations share; read again after a change. */
  shared<T extends { readonly size: number }>(key: SharedKey, make: (former: T | undefined) => Promise<T>): Promise<T>;
}

/** What makes shared data another one, and what makes it out of date. */
export interface SharedKey {
  readonly key: string;
  /** Whatever else it depends on: data with another stamp is replaced. */
  readonly stamp: string;
  readonly changedBy: Changes;
}

type Read<F = object> = (ctx: Context, options: SnapshotOptions) => Promise<F>;

/** A feature's part of the registration response: the fields that a name in `fetch_event_types` turns on. */
export interface SnapshotPart {
  readonly name: string;
  readonly read: Read;
  /** The part for visitors; nothing, unless the feature defines it. */
  readonly readForVisitor?: Read | undefined;
  /** Who gets the same, and until when. Without it, the part is read for every registration. */
  readonly sharing?: Sharing | undefined;
}

/**
 * A part that is the same for many is read and serialized once. Everything that its text depends on must be in its key,
 * or be announced by an event of these types; `registration/shared` keeps the text until there is one.
 */
export interface Sharing {
  /** What the text depends on besides the organization; undefined if it is this user's alone. Visitors never share with users. */
  keyOf(ctx: Context, options: SnapshotOptions): string | undefined;
  /** What it depends on that no event announces, such as the day: only the newest is kept. */
  stampOf?(ctx: Context, options: SnapshotOptions): string;
  /** The events after which it may be different. */
  readonly changedBy: Changes;
  /** Short parts are kept as one text; they have the same stamp and the same events. */
  readonly isShort?: true;
  /** One item of a list in which every user is different to themselves. */
  readonly ownItem?: OwnItem | undefined;
}

/** Either these types of events (`subscription/add`: with this op), or all but these. */
export type Changes = { readonly events: readonly string[] } | { readonly anythingBut: readonly string[] };

export interface OwnItem {
  /** The list, which is sorted by this number. */
  readonly field: string;
  readonly by: string;
  numberOf(ctx: Context): number;
  /** The item as the user sees it, from what others with the same key see. */
  seenBy(ctx: Context, item: Readonly<Record<string, unknown>>): object;
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

/** A part that is the same for everybody with the same key. */
export function sharedSnapshotPart(part: SnapshotPart, sharing: Sharing): SnapshotPart {
  return { ...part, sharing };
}

/** Events that concern one person, or messages: nothing that everybody gets depends on them. */
const PERSONAL_EVENTS = [
  "alert_words",
  "attachment",
  "command_answers",
  "delete_message",
  "drafts",
  "message",
  "muted_topics",
  "muted_users",
  "navigation_view",
  "onboarding_steps",
  "presence",
  "push_device",
  "reaction",
  "reminders",
  "saved_snippets",
  "scheduled_messages",
  "submessage",
  "subscription",
  "typing",
  "update_message",
  "update_message_flags",
  "user_settings",
  "user_status",
  "user_topic",
];

/** A short part that everybody gets: read again after any event but those of messages and of one person. */
export function commonSnapshotPart(part: SnapshotPart, keyOf: Sharing["keyOf"] = () => ""): SnapshotPart {
  return sharedSnapshotPart(part, {
    keyOf,
    isShort: true,
    stampOf: ({ realm }) => String(realm.version),
    changedBy: { anythingBut: PERSONAL_EVENTS },
  });
}
