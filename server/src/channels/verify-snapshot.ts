/** Under test: the channels of a registration, put together from shared text, are those that a single request would read. */
import assert from "node:assert/strict";
import type { Context } from "../kernel/context.ts";
import type { SnapshotOptions } from "../kernel/feature.ts";
import type { JsonText } from "../kernel/http/json-text.ts";
import { FRESH_SUBSCRIPTION, presentPersonal } from "./present.ts";
import { knownChannels, listsOf } from "./subscription-lists.ts";

/** Depends on the client, or on the minute. */
const NOT_COMPARED = new Set([
  ...Object.keys(presentPersonal(FRESH_SUBSCRIPTION)),
  "email_address",
  "partial_subscribers",
]);

const comparable = (items: string): object[] =>
  (JSON.parse(items) as object[]).map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !NOT_COMPARED.has(name))),
  );

/** Texts are nearly always equal, and to compare them takes less time than to parse them. */
function assertSame(shared: JsonText, read: readonly object[], message: string): void {
  const [kept, anew] = [shared.text, JSON.stringify(read)];
  if (kept !== anew) assert.deepEqual(comparable(kept), comparable(anew), message);
}

type Lists = Awaited<ReturnType<typeof listsOf>>;

export async function verifyLists(
  ctx: Context,
  options: SnapshotOptions,
  lists: Readonly<Record<keyof Lists, JsonText>>,
): Promise<void> {
  const expected = await listsOf(ctx, await options.once(ctx, readAnew), options);
  for (const name of Object.keys(lists) as (keyof Lists)[])
    assertSame(lists[name], expected[name], `${name} is shared and out of date`);
}

export async function verifyStreams(ctx: Context, options: SnapshotOptions, streams: JsonText): Promise<void> {
  assertSame(streams, await options.once(ctx, readAnew), "streams is out of date");
}

const readAnew = (ctx: Context, { profile }: SnapshotOptions) =>
  knownChannels(ctx, { includeArchived: profile.capabilities.archived_channels });
