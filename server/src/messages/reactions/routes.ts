import { route } from "../../kernel/http/route.ts";
import { emojiMeant, emojiToRemove } from "../../text/emoji/reference.ts";
import { messageToChange } from "../access.ts";
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
