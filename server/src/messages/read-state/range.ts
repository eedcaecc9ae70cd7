/** The ids of messages around an anchor, selected as for reading. */
import { ApiError, demand, type MessageId, type ShapeOf, said } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Narrow } from "../fetch/narrow.ts";
import { nearestIds, resolveAnchor } from "../fetch/range.ts";
import { NEWEST } from "../store.ts";
import { MAX_MESSAGES_PER_FLAG_CHANGE, type updateMessageFlagsForNarrow } from "./contract.ts";

type NarrowFlagRequest = ShapeOf<(typeof updateMessageFlagsForNarrow)["params"]>;

export interface FlaggedRange {
  ids: MessageId[];
  found_oldest: boolean;
  found_newest: boolean;
}

/** Reduces the numbers to the limit, leaving each side at least half if the other asks for more. */
function lowered({ num_before, num_after }: Pick<NarrowFlagRequest, "num_before" | "num_after">) {
  const most = MAX_MESSAGES_PER_FLAG_CHANGE;
  const before = Math.min(num_before, Math.max(most - num_after, most / 2));
  return { before, after: Math.min(num_after, most - before) };
}

export async function idsAround(ctx: Context, request: NarrowFlagRequest, narrow: Narrow): Promise<FlaggedRange> {
  const { include_anchor } = request;
  const { before, after } = lowered(request);
  const atAnEnd = include_anchor || request.num_before === 0 || request.num_after === 0;
  demand(atAnEnd, new ApiError(said`The anchor can only be excluded at an end of the range`));
  const anchor = await resolveAnchor(ctx, { ...request, use_first_unread_anchor: false }, narrow);
  const older = { operator: "<", anchor, limit: before } as const;
  const earlier = before > 0 ? (await nearestIds(ctx, narrow, older)).reverse() : [];
  const newer = { operator: include_anchor ? ">=" : ">", anchor, limit: after + 1 } as const;
  const isNewest = anchor >= NEWEST;
  const fromAnchor = isNewest ? [] : await nearestIds(ctx, narrow, newer);
  const atAnchor = fromAnchor[0] === anchor ? 1 : 0;
  const later = fromAnchor.slice(0, after + atAnchor);
  return {
    ids: [...earlier, ...later],
    found_oldest: anchor === 0 || earlier.length < before,
    found_newest: isNewest || later.length - atAnchor < after,
  };
}
