/** Finds the range of messages around an anchor. */
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import {
  ApiError,
  demand,
  type MessageId,
  type RecipientId,
  type ShapeOf,
  said,
  UnsupportedCombination,
} from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { analyseMessage } from "../../text/search/analyse.ts";
import { isMatch } from "../../text/search/query.ts";
import { indexedIds } from "../../text/search/store.ts";
import { type getMessages, MAX_MESSAGES_PER_FETCH, MissingAnchor, PageTooLong, TooManyMessages } from "../contract.ts";
import { Flag } from "../flags.ts";
import { type FetchedMessage, messagesWhere, NEWEST } from "../store.ts";
import type { Narrow } from "./narrow.ts";
import { isMuted } from "./operators/muting.ts";
import { readMarksOf } from "./operators/state.ts";
import { MAX_PAGE_CHARACTERS, type RowPage, readUpTo } from "./page.ts";

type GetMessagesRequest = ShapeOf<(typeof getMessages)["params"]>;

/** The parameters of a range. */
export type RangeRequest = Pick<
  GetMessagesRequest,
  "anchor" | "num_before" | "num_after" | "include_anchor" | "use_first_unread_anchor"
>;

export interface Stretch {
  rows: FetchedMessage[];
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
}

const EXCLUSIVE = "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";

export async function fetchByIds(ctx: Context, request: GetMessagesRequest, narrow: Narrow): Promise<Stretch> {
  const { message_ids = [] } = request;
  const others =
    request.anchor !== undefined || request.use_first_unread_anchor || request.num_before > 0 || request.num_after > 0;
  demand(!others, new UnsupportedCombination({ parameters: EXCLUSIVE }));
  demand(message_ids.length <= MAX_MESSAGES_PER_FETCH, new TooManyMessages());
  const rows = await readByIds(ctx, message_ids, narrow);
  return { rows, found_anchor: false, found_oldest: false, found_newest: false };
}

/**
 * Which of these messages match the narrow, oldest first. Clients treat omitted ones as inaccessible. A search checks
 * their text directly: asking the index about each took 5 ms.
 */
export async function readByIds(
  { db, realm }: Context,
  ids: readonly MessageId[],
  { condition, search }: Narrow,
): Promise<FetchedMessage[]> {
  const { rows, isCut } = await readUpTo(MAX_PAGE_CHARACTERS, ids.length, async (limit, last) => {
    const query = messagesWhere(db, search?.others ?? condition)
      .where(isAnyOf(db, "message.id", ids))
      .where("message.realm_id", "=", realm.id);
    return await (last ? query.where("message.id", ">", last.id) : query).orderBy("message.id").limit(limit).execute();
  });
  demand(!isCut, new PageTooLong());
  if (!search) return rows;
  const found = await mapInSteps(rows, (row) => isMatch(search.query, analyseMessage(row)));
  return rows.filter((_, index) => found[index]);
}

export async function fetchAround(ctx: Context, request: RangeRequest, narrow: Narrow): Promise<Stretch> {
  const { num_before, num_after, include_anchor } = request;
  demand(num_before + num_after <= MAX_MESSAGES_PER_FETCH, new TooManyMessages());
  const atAnEnd = include_anchor || num_before === 0 || num_after === 0;
  demand(atAnEnd, new ApiError(said`The anchor can only be excluded at an end of the range`));
  const anchor = await resolveAnchor(ctx, request, narrow);

  const before = { operator: "<", anchor, limit: num_before } as const;
  const earlier = num_before > 0 ? await nearest(ctx, narrow, before) : NOTHING;
  const isNewest = anchor >= NEWEST;
  // The anchor itself is read with what follows it.
  const after = { operator: include_anchor ? ">=" : ">", anchor, limit: num_after + 1 } as const;
  const fromAnchor = isNewest ? NOTHING : await nearest(ctx, narrow, after);
  const found_anchor = fromAnchor.rows[0]?.id === anchor;
  const later = fromAnchor.rows.slice(0, found_anchor ? num_after + 1 : num_after);
  return {
    rows: [...earlier.rows.toReversed(), ...later],
    anchor,
    found_anchor,
    found_oldest: anchor === 0 || (!earlier.isCut && earlier.rows.length < num_before),
    found_newest: isNewest || (!fromAnchor.isCut && later.length - (found_anchor ? 1 : 0) < num_after),
  };
}

const NOTHING: RowPage<FetchedMessage> = { rows: [], isCut: false };

/** One side of an anchor. */
export interface Side {
  readonly operator: "<" | ">" | ">=";
  readonly anchor: MessageId;
  readonly limit: number;
}

/** The messages on one side of an anchor, nearest first. */
async function nearest(ctx: Context, narrow: Narrow, side: Side): Promise<RowPage<FetchedMessage>> {
  if (!narrow.search && !narrow.among)
    return readUpTo(MAX_PAGE_CHARACTERS / 2, side.limit, async (limit, last) => {
      const from = last ? ({ operator: side.operator === "<" ? "<" : ">", anchor: last.id } as const) : side;
      return await onSide(ctx, messagesWhere(ctx.db, narrow.condition), { ...from, limit }).execute();
    });
  const ids = await nearestIds(ctx, narrow, side);
  return readUpTo(MAX_PAGE_CHARACTERS / 2, ids.length, async (limit, last) => {
    const start = last ? ids.indexOf(last.id) + 1 : 0;
    const rows = await messagesWhere(ctx.db, isAnyOf(ctx.db, "message.id", ids.slice(start, start + limit)))
      .orderBy("message.id")
      .execute();
    return side.operator === "<" ? rows.reverse() : rows;
  });
}

function onSide<Q extends SelectQueryBuilder<Schema, "message", unknown>>(
  { realm }: Context,
  query: Q,
  { operator, anchor, limit }: Side,
): Q {
  return query
    .where("message.realm_id", "=", realm.id)
    .where("message.id", operator, anchor)
    .orderBy("message.id", operator === "<" ? "desc" : "asc")
    .limit(limit) as Q;
}

/** The message ids nearest to the anchor on one side. */
export async function nearestIds(ctx: Context, narrow: Narrow, side: Side): Promise<MessageId[]> {
  const { condition, search, among } = narrow;
  if (search) return nearestFound(ctx, search, side);
  return among ? nearestAmong(ctx, condition, among, side) : idsWhere(ctx, condition, side);
}

/** The nearest of each channel, by its own index, and the nearest among those. */
async function nearestAmong(
  { db }: Context,
  condition: Expression<SqlBool>,
  recipients: readonly RecipientId[],
  side: Side,
): Promise<MessageId[]> {
  if (recipients.length === 0) return [];
  const rows = await amongQuery(condition, recipients, side).execute(db);
  return rows.rows.map((row) => row.id);
}

export function amongQuery(
  condition: Expression<SqlBool>,
  recipients: readonly RecipientId[],
  { operator, anchor, limit }: Side,
) {
  const order = sql.raw(operator === "<" ? "desc" : "asc");
  const ofEach = recipients.map(
    (recipient) => sql`select id from (select message.id from message
      where message.recipient_id = ${recipient} and message.id ${sql.raw(operator)} ${anchor} and ${condition}
      order by message.id ${order} limit ${limit}) as nearest`,
  );
  return sql<{ id: MessageId }>`select id from (${sql.join(ofEach, sql` union all `)}) as nearest
    order by id ${order} limit ${limit}`;
}

async function idsWhere(ctx: Context, condition: Expression<SqlBool>, side: Side): Promise<MessageId[]> {
  const query = ctx.db.selectFrom("message").select("message.id").where(condition);
  return (await onSide(ctx, query, side).execute()).map((row) => row.id);
}

/** Results from the index, merged with those among messages not indexed yet. */
async function nearestFound(
  ctx: Context,
  { query, fresh, others, place }: NonNullable<Narrow["search"]>,
  side: Side,
): Promise<MessageId[]> {
  if (query.length === 0) return [];
  const { db, realm } = ctx;
  const { operator, anchor, limit } = side;
  const range = [operator, anchor] as const;
  const indexed = await indexedIds(db, { realmId: realm.id, query, place, condition: others, range, limit });
  const isFresh = sql<SqlBool>`(${isAnyOf(db, "message.id", fresh)} and ${others})`;
  const unindexed = fresh.length > 0 ? await idsWhere(ctx, isFresh, side) : [];
  const direction = operator === "<" ? -1 : 1;
  return [...indexed, ...unindexed].sort((a, b) => direction * (a - b)).slice(0, limit);
}

export async function resolveAnchor(
  ctx: Context,
  request: Pick<RangeRequest, "anchor" | "use_first_unread_anchor">,
  narrow: Narrow,
): Promise<number> {
  const { anchor, use_first_unread_anchor } = request;
  if (use_first_unread_anchor || anchor === "first_unread") return firstUnread(ctx, narrow);
  if (anchor === undefined) throw new MissingAnchor();
  if (anchor === "newest") return NEWEST;
  if (anchor === "oldest") return 0;
  if (!/^-?\d+$/.test(anchor)) throw new ApiError(said`Invalid anchor`);
  return Math.min(Math.max(Number(anchor), 0), NEWEST);
}

/** Muted messages do not count as unread, unless the narrow is about them. */
function isNotMuted({ user }: Context, { condition, isDirect, channels }: Narrow): Expression<SqlBool> {
  if (isDirect) return condition;
  return sql<SqlBool>`(${condition} and not ${isMuted(user.id, { ofTopicsOnly: channels.length > 0 })})`;
}

/**
 * The oldest unread message that the reader received; otherwise the newest end. Each conversation is searched from its
 * read mark, and messages marked unread below a mark are listed, so that read messages are skipped.
 */
async function firstUnread(ctx: Context, narrow: Narrow): Promise<MessageId> {
  const userId = ctx.user.id;
  const condition = isNotMuted(ctx, narrow);
  const { rows } = await sql<{ id: MessageId | null }>`
    with mark (recipient_id, read_upto) as (${readMarksOf(userId)})
    select min(id) as id from (
      select (
        select message.id from message
        where message.recipient_id = mark.recipient_id and message.id > mark.read_upto and ${condition}
          and not exists (select 1 from user_message
            where user_message.user_id = ${userId} and user_message.message_id = message.id
              and (user_message.flags & ${sql.lit(Flag.read)}) <> 0)
        order by message.id limit 1) as id
      from mark
      union all
      select min(message.id) as id
        from user_message
          join message on message.id = user_message.message_id
          join mark on mark.recipient_id = message.recipient_id and message.id <= mark.read_upto
        where user_message.user_id = ${userId} and (user_message.flags & ${sql.lit(Flag.unread)}) <> 0 and ${condition}
    ) as unread`.execute(ctx.db);
  return rows[0]?.id ?? NEWEST;
}
