import { emojiMeant, emojiToRemove } from "../emoji/reference.ts";
import { route } from "../http/route.ts";
import { messageToChange } from "../messages/access.ts";
import { addReaction, removeReaction } from "./actions.ts";
import * as contract from "./contract.ts";

export const reactionRoutes = [
  route(contract.addReaction, async (ctx, { message_id, ...sent }) => {
    await addReaction(ctx, await messageToChange(ctx, message_id), emojiMeant(ctx.realm, sent));
    return {};
  }),

  route(contract.removeReaction, async (ctx, { message_id, ...sent }) => {
    await removeReaction(ctx, await messageToChange(ctx, message_id), emojiToRemove(ctx.realm, sent));
    return {};
  }),
];
