import { demand } from "../../kernel/api/index.ts";
import { route, snapshotRoute, steppedRoute } from "../../kernel/http/route.ts";
import { messageFor } from "../access.ts";
import { narrowed } from "../fetch/narrow.ts";
import {
  changeFlags,
  changeFlagsOfFound,
  checkFlagChange,
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
} from "./actions.ts";
import * as contract from "./contract.ts";
import { idsAround } from "./range.ts";
import { readersOfMessage } from "./receipts.ts";

export const readStateRoutes = [
  steppedRoute(contract.updateMessageFlags, async (ctx, { messages, ...change }) => {
    const { ignoredChannels } = await changeFlags(ctx, messages, checkFlagChange(change));
    return { messages, ignored_because_not_subscribed_channels: ignoredChannels };
  }),

  // Nobody waits for the search: transactions open when it is known which messages are meant.
  steppedRoute(contract.updateMessageFlagsForNarrow, async (ctx, request) => {
    const change = checkFlagChange(request);
    const { ids, ...found } = await idsAround(ctx, request, await narrowed(ctx, request.narrow ?? []));
    const { changed, ignoredChannels } = await changeFlagsOfFound(ctx, ids, change);
    return {
      processed_count: ids.length,
      updated_count: changed.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      ...found,
      ignored_because_not_subscribed_channels: ignoredChannels,
    };
  }),

  // Marks are moved instead of messages, so it is always complete.
  route(contract.markAllAsRead, async (ctx) => {
    await markAllAsRead(ctx);
    return { complete: true };
  }),

  route(contract.markChannelAsRead, async (ctx, { stream_id }) => {
    await markChannelAsRead(ctx, stream_id);
    return {};
  }),

  route(contract.markTopicAsRead, async (ctx, { stream_id, topic_name }) => {
    await markTopicAsRead(ctx, stream_id, topic_name);
    return {};
  }),

  snapshotRoute(contract.getReadReceipts, async (ctx, { message_id }) => {
    const message = await messageFor(ctx, message_id);
    demand(ctx.realm.settings.enable_read_receipts, new contract.ReadReceiptsDisabled());
    return { user_ids: await readersOfMessage(ctx, message) };
  }),
];
