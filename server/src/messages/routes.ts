import { snapshotRoute, steppedRoute } from "../http/route.ts";
import { renderFor } from "./content.ts";
import * as contract from "./contract.ts";
import { readMessages } from "./fetch/read.ts";
import { sendAsAsked } from "./send/unheard.ts";

export const messageRoutes = [
  steppedRoute(contract.sendMessage, async (ctx, request) => ({ id: await sendAsAsked(ctx, request) })),
  snapshotRoute(contract.renderMessage, async (ctx, { content }) => ({
    rendered: (await renderFor(ctx, content, ctx.user)).html,
  })),
  snapshotRoute(contract.getMessages, (ctx, request) => readMessages(ctx, request)),
];
