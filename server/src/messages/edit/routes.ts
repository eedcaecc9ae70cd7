import { demand } from "../../kernel/api/index.ts";
import { changeOutOfTurn } from "../../kernel/context.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { withRendered } from "../content.ts";
import { editMessage } from "./actions.ts";
import { finishMove } from "./continue.ts";
import * as contract from "./contract.ts";
import { editedText } from "./plan.ts";

/** No client waits longer for a response; the rest of a move is done anyway. */
const ENOUGH_MS = 50_000;

export const editRoutes = [
  steppedRoute(contract.editMessage, async (ctx, request) => {
    const { app, connection } = ctx;
    const end = app.clock.now() + ENOUGH_MS;
    const nobodyWaits = () => connection.isClosed || app.clock.now() >= end;
    const finish = (key: string) => {
      // Others write between the batches, and so may the caller.
      connection.waits?.();
      return finishMove(ctx, key, nobodyWaits);
    };
    let ready = await withRendered(ctx, request.content, editedText);
    const attempt = () => changeOutOfTurn(ready, (writing) => editMessage(writing, request));
    let edited = await attempt();
    while ("blockedBy" in edited) {
      await finish(edited.blockedBy);
      demand(!nobodyWaits(), new contract.TopicIsBeingMoved());
      // What was allowed before may no longer be.
      ready = { ...ready, ...(await ctx.identifiedAnew?.()) };
      edited = await attempt();
    }
    if (edited.rest !== undefined) await finish(edited.rest);
    return { detached_uploads: [...edited.detached] };
  }),
];
