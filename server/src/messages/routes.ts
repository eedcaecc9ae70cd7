import { inThread, route, steppedRoute } from "../kernel/http/route.ts";
import { renderFor } from "./content.ts";
import * as contract from "./contract.ts";
import { findMatches } from "./fetch/matches.ts";
import { readingNarrow } from "./fetch/narrow.ts";
import { readMessages } from "./fetch/read.ts";
import { asksForManyMessages } from "./fetch/request-size.ts";
import { sendByKey } from "./send/request.ts";

export const messageRoutes = [
  steppedRoute(contract.sendMessage, sendByKey),
  steppedRoute(contract.renderMessage, async (ctx, { content }) => ({
    rendered: (await renderFor(ctx, content, ctx.user)).html,
  })),
  inThread(
    route(contract.getMessages, (ctx, request) =>
      readingNarrow(ctx, request.narrow, (reading) => readMessages(reading, request)),
    ),
    { asksForMuch: asksForManyMessages },
  ),
  inThread(
    route(contract.matchesNarrow, (ctx, request) =>
      readingNarrow(ctx, request.narrow, (reading) => findMatches(reading, request)),
    ),
  ),
];
