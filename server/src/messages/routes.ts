import { route } from "../http/route.ts";
import * as contract from "./contract.ts";
import { findMatches } from "./fetch/matches.ts";
import { readingNarrow } from "./fetch/narrow.ts";
import { readMessages } from "./fetch/read.ts";
import { sendMessage } from "./send/actions.ts";

export const messageRoutes = [
  route(contract.sendMessage, async (ctx, request) => ({ id: await sendMessage(ctx, request) })),
  route(contract.getMessages, (ctx, request) =>
    readingNarrow(ctx, request.narrow, (reading) => readMessages(reading, request)),
  ),
  route(contract.matchesNarrow, (ctx, request) =>
    readingNarrow(ctx, request.narrow, (reading) => findMatches(reading, request)),
  ),
];
