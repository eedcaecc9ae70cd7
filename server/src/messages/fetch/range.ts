/** The stretch of messages around an anchor. */
import { type Expression, type SqlBool, sql } from "kysely";
import { ApiError, demand, type MessageId, type ShapeOf, UnsupportedCombination } from "../../api/index.ts";
import type { Context } from "../../context.ts";
import { isAnyOf } from "../../db/dialect.ts";
import { type getMessages, MAX_MESSAGES_PER_FETCH, MissingAnchor, TooManyMessages } from "../contract.ts";
import { Flag } from "../flags.ts";
import { type FetchedMessage, messagesWhere, NEWEST } from "../store.ts";

type Request = ShapeOf<(typeof getMessages)["params"]>;

export interface Stretch {
  rows: FetchedMessage[];
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
}

const EXCLUSIVE = "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";

export async function fetchByIds(ctx: Context, request: Request, condition: Expression<SqlBool>): Promise<Stretch> {
  const { message_ids = [] } = request;
  const others =
    request.anchor !== undefined || request.use_first_unread_anchor || request.num_before > 0 || request.num_after > 0;
  demand(!others, new UnsupportedCombination({ parameters: EXCLUSIVE }));
  demand(message_ids.length <= MAX_MESSAGES_PER_FETCH, new TooManyMessages());
  const rows = await messagesWhere(ctx.db, condition)
    .where(isAnyOf(ctx.db, "message.id", message_ids))
    .where("message.realm_id", "=", ctx.realm.id)
    .orderBy("message.id")
    .execute();
  return { rows, found_anchor: false, found_oldest: false, found_newest: false };
}

export async function fetchAround(ctx: Context, request: Request, condition: Expression<SqlBool>): Promise<Stretch> {
  const { num_before, num_after, include_anchor } = request;
  demand(num_before + num_after <= MAX_MESSAGES_PER_FETCH, new TooManyMessages());
  const atAnEnd = include_anchor || num_before === 0 || num_after === 0;
  demand(atAnEnd, new ApiError("The anchor can only be excluded at an end of the range"));
  const anchor = await resolveAnchor(ctx, request, condition);
  const matching = messagesWhere(ctx.db, condition).where("message.realm_id", "=", ctx.realm.id);

  // The anchor itself is read with whichever side is asked for.
  const before = matching.where("message.id", "<", anchor).orderBy("message.id", "desc").limit(num_before);
  const earlier = num_before > 0 ? (await before.execute()).reverse() : [];
  const isNewest = anchor >= NEWEST;
  const after = matching
    .where("message.id", include_anchor ? ">=" : ">", anchor)
    .orderBy("message.id")
    .limit(num_after + 1);
  const fromAnchor = isNewest ? [] : await after.execute();
  const found_anchor = fromAnchor[0]?.id === anchor;
  const later = fromAnchor.slice(0, found_anchor ? num_after + 1 : num_after);
  return {
    rows: [...earlier, ...later],
    anchor,
    found_anchor,
    found_oldest: anchor === 0 || earlier.length < num_before,
    found_newest: isNewest || later.length - (found_anchor ? 1 : 0) < num_after,
  };
}

export async function resolveAnchor(
  ctx: Context,
  request: Pick<Request, "anchor" | "use_first_unread_anchor">,
  condition: Expression<SqlBool>,
): Promise<number> {
  const { anchor, use_first_unread_anchor } = request;
  if (use_first_unread_anchor || anchor === "first_unread") return firstUnread(ctx, condition);
  if (anchor === undefined) throw new MissingAnchor();
  if (anchor === "newest") return NEWEST;
  if (anchor === "oldest") return 0;
  if (!/^-?\d+$/.test(anchor)) throw new ApiError("Invalid anchor");
  return Math.min(Math.max(Number(anchor), 0), NEWEST);
}

/**
 * The oldest message that the reader received and has not read; the newest end when there is none. Each conversation is
 * looked into from its mark on, and what was marked unread below a mark is listed: nothing that was read is passed over.
 */
async function firstUnread(ctx: Context, condition: Expression<SqlBool>): Promise<MessageId> {
  const userId = ctx.user.id;
  const { rows } = await sql<{ id: MessageId | null }>`
    with mark (recipient_id, read_upto) as (
      select channel.recipient_id, subscription.read_upto
        from subscription join channel on channel.id = subscription.channel_id
        where subscription.user_id = ${userId} and subscription.is_subscribed
      union all
      select recipient_id, read_upto from direct_participant where user_id = ${userId}
    )
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
