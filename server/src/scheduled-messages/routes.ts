import { route } from "../http/route.ts";
import { createScheduledMessage, deleteScheduledMessage, updateScheduledMessage } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentScheduled } from "./present.ts";
import { waitingMessagesOf } from "./store.ts";

export const scheduledMessageRoutes = [
  route(contract.getScheduledMessages, async ({ db, user }) => ({
    scheduled_messages: (await waitingMessagesOf(db, user.id)).map(presentScheduled),
  })),

  route(contract.createScheduledMessage, async (ctx, request) => ({
    scheduled_message_id: await createScheduledMessage(ctx, request),
  })),

  route(contract.updateScheduledMessage, async (ctx, { scheduled_message_id, ...changes }) => {
    await updateScheduledMessage(ctx, scheduled_message_id, changes);
    return {};
  }),

  route(contract.deleteScheduledMessage, async (ctx, { scheduled_message_id }) => {
    await deleteScheduledMessage(ctx, scheduled_message_id);
    return {};
  }),
];
