import { route, webhookRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { integrationNamed, receive } from "./receive.ts";

export const integrationRoutes = [
  webhookRoute(contract.receiveWebhook, receive),
  route(contract.checkWebhook, async (_ctx, { integration }) => {
    await integrationNamed(integration);
    return {};
  }),
];
