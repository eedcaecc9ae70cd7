/** The state that a client starts from, read together with the log's position. */
import { isVisitor } from "../kernel/access/roles.ts";
import type { ClientProfile } from "../kernel/api/index.ts";
import { type Context, readSnapshotOf } from "../kernel/context.ts";
import { readEach } from "../kernel/db/one-by-one.ts";
import type { SnapshotOptions, SnapshotPart } from "../kernel/feature.ts";
import { isLong, jsonInSteps } from "../kernel/http/json-in-steps.ts";
import type { Segment } from "../kernel/http/shared-text.ts";
import { HISTORY_DAYS } from "../people/presence/contract.ts";
import { type Moment, sharedCacheOf } from "./shared/cache.ts";
import { readShared, withOwnItem } from "./shared/read.ts";
import { viewerAsOf } from "./viewer.ts";

export interface Snapshot {
  /** The members of a JSON object, after those that are given; without its braces. */
  membersAfter(first: string): readonly Segment[];
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
  request: SnapshotRequest,
): Promise<Snapshot> {
  const cache = sharedCacheOf(ctx.app);
  return readSnapshotOf(ctx, async (reading) => {
    const [moment, viewer] = await Promise.all([
      cache.at(reading.db, ctx.realm.id),
      // The caller's role and groups must be as of the same time as the rest.
      viewerAsOf(ctx, reading.db),
    ]);
    const options = optionsOf(request, moment, cache);
    const wanted = parts.filter(({ name }) => options.wants(name));
    const viewing = { ...reading, ...viewer };
    const { shared, left } = await readShared(viewing, options, wanted);
    const text = await textOfFields(await readOwn(viewing, options, left));
    // One's own comes first, so that it is one piece.
    const membersAfter = (first: string) => [text === "" ? first : `${first},${text}`, ...shared];
    return { membersAfter, position: moment.position };
  });
}

async function readOwn(ctx: Context, options: SnapshotOptions, parts: readonly SnapshotPart[]): Promise<object> {
  const fields = await readEach(ctx.db, parts, async (part) => {
    const readPart = isVisitor(ctx.user) ? part.readForVisitor : part.read;
    return readPart ? withOwnItem(ctx, part, await readPart(ctx, options)) : {};
  });
  return Object.assign({}, ...fields);
}

function optionsOf(
  { profile, include_subscribers, presence_history_limit_days = HISTORY_DAYS, types }: SnapshotRequest,
  moment: Moment,
  cache: ReturnType<typeof sharedCacheOf>,
): SnapshotOptions {
  const known = new Map<unknown, Promise<unknown>>();
  const options: SnapshotOptions = {
    profile,
    include_subscribers,
    presence_history_limit_days,
    isFiltered: types !== undefined,
    wants: (name) => types === undefined || types.includes(name),
    once<T>(asking: Context, read: (ctx: Context, options: SnapshotOptions) => Promise<T>): Promise<T> {
      const reading = (known.get(read) as Promise<T> | undefined) ?? read(asking, options);
      known.set(read, reading);
      return reading;
    },
    shared: (key, make) => cache.get(moment, key, make),
  };
  return options;
}

/** What stands between the braces. */
async function textOfFields(fields: object): Promise<string> {
  const text = isLong(fields) ? await jsonInSteps(fields) : JSON.stringify(fields);
  return text.slice(1, -1);
}
