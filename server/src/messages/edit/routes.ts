import { route } from "../../http/route.ts";
import { editMessage } from "./actions.ts";
import * as contract from "./contract.ts";

export const editRoutes = [
  route(contract.editMessage, async (ctx, request) => {
    await editMessage(ctx, request);
    return { detached_uploads: [] };
  }),
];
