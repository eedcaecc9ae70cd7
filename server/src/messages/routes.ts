import { route, snapshotRoute } from "../http/route.ts";
import { renderFor } from "./content.ts";
import * as contract from "./contract.ts";
import { readMessages } from "./fetch/read.ts";
import { sendMessage } from "./send/actions.ts";

export const messageRoutes = [
  route(contract.sendMessage, async (ctx, request) => ({ id: await sendMessage(ctx, request) })),
  snapshotRoute(contract.renderMessage, async (ctx, { content }) => ({
    rendered: (await renderFor(ctx, content, ctx.user)).html,
  })),
  snapshotRoute(contract.getMessages, (ctx, request) => readMessages(ctx, request)),
];
