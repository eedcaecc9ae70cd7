import type { Operation, Shape, ShapeOf } from "../../../kernel/api/index.ts";
import { change, type WriteContext } from "../../../kernel/context.ts";
import { type Route, route, steppedRoute } from "../../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { dismissCommandAnswer } from "./end.ts";
import { commandsOf } from "./store.ts";

type Work<P, R> = (ctx: WriteContext, request: ShapeOf<P>) => Promise<ShapeOf<R>>;

/** What changes something is loaded with the first request for it, before its transaction opens (decision 100). */
function loadedRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R>,
  load: () => Promise<Work<P, R>>,
): Route {
  return steppedRoute(operation, async (ctx, request) => {
    const work = await load();
    return change(ctx, (writing) => work(writing, request));
  });
}

export const commandRoutes = [
  route(contract.getBotCommands, async ({ db, realm }) => ({ bot_commands: await commandsOf(db, realm.id) })),

  loadedRoute(contract.createBotCommand, async () => {
    const { createBotCommand } = await import("./actions.ts");
    return async (ctx, request) => ({ command_id: await createBotCommand(ctx, request) });
  }),

  loadedRoute(contract.updateBotCommand, async () => {
    const { updateBotCommand } = await import("./actions.ts");
    return async (ctx, request) => {
      await updateBotCommand(ctx, request);
      return {};
    };
  }),

  loadedRoute(contract.deleteBotCommand, async () => {
    const { deleteBotCommand } = await import("./actions.ts");
    return async (ctx, { bot_id, command_id }) => {
      await deleteBotCommand(ctx, bot_id, command_id);
      return {};
    };
  }),

  // Counted once: a transaction may run again.
  steppedRoute(contract.callBotCommand, async (ctx, request) => {
    ctx.app.limits.admit(ctx.user.id, "command_calls_by_user");
    const { callBotCommand } = await import("./call.ts");
    return { call_id: await change(ctx, (writing) => callBotCommand(writing, request)) };
  }),

  loadedRoute(contract.answerCommandCall, async () => {
    const { answerCommandCall } = await import("./later.ts");
    return async (ctx, request) => {
      await answerCommandCall(ctx, request);
      return {};
    };
  }),

  route(contract.dismissCommandAnswer, async (ctx, { call_id }) => {
    await dismissCommandAnswer(ctx, call_id);
    return {};
  }),
];
