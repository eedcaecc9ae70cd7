import { route, webhookRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";

/** Loaded when the first service calls: most servers start without one (decision 100). */
const receiving = () => import("./receive.ts");

export const integrationRoutes = [
  webhookRoute(contract.receiveWebhook, async (ctx, params, received) =>
    (await receiving()).receive(ctx, params, received),
  ),
  route(contract.checkWebhook, async (_ctx, { integration }) => {
    (await receiving()).integrationNamed(integration);
    return {};
  }),
];
