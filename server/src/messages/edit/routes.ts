import { change } from "../../context.ts";
import { steppedRoute } from "../../http/route.ts";
import { withRendered } from "../content.ts";
import { editMessage } from "./actions.ts";
import * as contract from "./contract.ts";
import { editedText } from "./plan.ts";

export const editRoutes = [
  steppedRoute(contract.editMessage, async (ctx, request) => {
    const ready = await withRendered(ctx, request.content, editedText);
    return { detached_uploads: [...(await change(ready, (writing) => editMessage(writing, request)))] };
  }),
];
