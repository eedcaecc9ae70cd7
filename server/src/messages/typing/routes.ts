import { steppedRoute } from "../../kernel/http/route.ts";
import { messageToChange } from "../access.ts";
import { tellEditing, tellTyping } from "./actions.ts";
import * as contract from "./contract.ts";

/** Nothing is stored, so no transaction is opened. */
export const typingRoutes = [
  steppedRoute(contract.setTyping, async (ctx, request) => {
    await tellTyping(ctx, request);
    return {};
  }),

  steppedRoute(contract.setTypingEdit, async (ctx, { message_id, op }) => {
    await tellEditing(ctx, await messageToChange(ctx, message_id), op);
    return {};
  }),
];
