import { route, steppedRoute } from "../../kernel/http/route.ts";
import { messageToChange } from "../access.ts";
import { deleteMessage } from "./actions.ts";
import * as contract from "./contract.ts";
import { deleteTopic } from "./topic.ts";

export const deleteRoutes = [
  route(contract.deleteMessage, async (ctx, { message_id }) => {
    await deleteMessage(ctx, await messageToChange(ctx, message_id));
    return {};
  }),

  steppedRoute(contract.deleteTopic, async (ctx, { stream_id, topic_name }) => ({
    complete: await deleteTopic(ctx, stream_id, topic_name),
  })),
];
