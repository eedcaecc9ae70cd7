/** The ids of a stretch of messages around an anchor, chosen as reading chooses it, without the messages themselves. */
import type { Expression, SqlBool } from "kysely";
import { ApiError, demand, type MessageId, type ShapeOf } from "../../api/index.ts";
import type { Context } from "../../context.ts";
import { resolveAnchor } from "../fetch/range.ts";
import { NEWEST } from "../store.ts";
import { MAX_MESSAGES_PER_FLAG_CHANGE, type updateMessageFlagsForNarrow } from "./contract.ts";

type Request = ShapeOf<(typeof updateMessageFlagsForNarrow)["params"]>;

export interface Range {
  ids: MessageId[];
  found_oldest: boolean;
  found_newest: boolean;
}

/** Lowers what is too much, and leaves each side at least half where the other asks for more. */
function lowered({ num_before, num_after }: Pick<Request, "num_before" | "num_after">) {
  const most = MAX_MESSAGES_PER_FLAG_CHANGE;
  const before = Math.min(num_before, Math.max(most - num_after, most / 2));
  return { before, after: Math.min(num_after, most - before) };
}

export async function idsAround(ctx: Context, request: Request, condition: Expression<SqlBool>): Promise<Range> {
  const { include_anchor } = request;
  const { before, after } = lowered(request);
  const atAnEnd = include_anchor || request.num_before === 0 || request.num_after === 0;
  demand(atAnEnd, new ApiError("The anchor can only be excluded at an end of the range"));
  const anchor = await resolveAnchor(ctx, { ...request, use_first_unread_anchor: false }, condition);
  const matching = ctx.db
    .selectFrom("message")
    .select("message.id")
    .where(condition)
    .where("message.realm_id", "=", ctx.realm.id);
  const idsOf = async (query: typeof matching) => (await query.execute()).map((row) => row.id);

  const older = matching.where("message.id", "<", anchor).orderBy("message.id", "desc").limit(before);
  const earlier = before > 0 ? (await idsOf(older)).reverse() : [];
  const newer = matching
    .where("message.id", include_anchor ? ">=" : ">", anchor)
    .orderBy("message.id")
    .limit(after + 1);
  const isNewest = anchor >= NEWEST;
  const fromAnchor = isNewest ? [] : await idsOf(newer);
  const atAnchor = fromAnchor[0] === anchor ? 1 : 0;
  const later = fromAnchor.slice(0, after + atAnchor);
  return {
    ids: [...earlier, ...later],
    found_oldest: anchor === 0 || earlier.length < before,
    found_newest: isNewest || later.length - atAnchor < after,
  };
}
