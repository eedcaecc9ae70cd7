import { route } from "../../kernel/http/route.ts";
import { messageToChange } from "../access.ts";
import { addSubmessage } from "./actions.ts";
import * as contract from "./contract.ts";

export const submessageRoutes = [
  route(contract.addSubmessage, async (ctx, { message_id, ...attached }) => {
    await addSubmessage(ctx, await messageToChange(ctx, message_id), attached);
    return {};
  }),
];
