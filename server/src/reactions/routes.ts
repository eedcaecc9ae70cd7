import { route } from "../http/route.ts";
import { messageToChange } from "../messages/access.ts";
import { addReaction, removeReaction } from "./actions.ts";
import * as contract from "./contract.ts";
import { emojiMeant, emojiToRemove } from "./emoji.ts";

export const reactionRoutes = [
  route(contract.addReaction, async (ctx, { message_id, ...sent }) => {
    await addReaction(ctx, await messageToChange(ctx, message_id), emojiMeant(sent));
    return {};
  }),

  route(contract.removeReaction, async (ctx, { message_id, ...sent }) => {
    await removeReaction(ctx, await messageToChange(ctx, message_id), emojiToRemove(sent));
    return {};
  }),
];
