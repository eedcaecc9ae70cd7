import { change } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import { withRendered } from "../../messages/content.ts";
import { createScheduledMessage, deleteScheduledMessage, updateScheduledMessage } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentScheduled } from "./present.ts";
import { waitingMessagesOf } from "./store.ts";

export const scheduledMessageRoutes = [
  route(contract.getScheduledMessages, async ({ db, user }) => ({
    scheduled_messages: (await waitingMessagesOf(db, user.id)).map(presentScheduled),
  })),

  steppedRoute(contract.createScheduledMessage, async (ctx, request) => {
    const ready = await withRendered(ctx, request.content);
    return { scheduled_message_id: await change(ready, (writing) => createScheduledMessage(writing, request)) };
  }),

  steppedRoute(contract.updateScheduledMessage, async (ctx, { scheduled_message_id, ...changes }) => {
    const ready = await withRendered(ctx, changes.content);
    await change(ready, (writing) => updateScheduledMessage(writing, scheduled_message_id, changes));
    return {};
  }),

  route(contract.deleteScheduledMessage, async (ctx, { scheduled_message_id }) => {
    await deleteScheduledMessage(ctx, scheduled_message_id);
    return {};
  }),
];
