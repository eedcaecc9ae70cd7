import { route, webhookRoute } from "../../kernel/http/route.ts";
import { webhookSecret } from "../../people/bots/config.ts";
import { incomingBotFor } from "./access.ts";
import * as contract from "./contract.ts";

/** Loaded when the first service calls: most servers start without one (decision 100). */
const receiving = () => import("./receive.ts");

export const integrationRoutes = [
  webhookRoute(
    contract.receiveWebhook,
    async (ctx, params, received) => (await receiving()).receive(ctx, params, received),
    async (ctx, integration, error) => (await receiving()).noteRefusal(ctx, integration ?? "", error),
  ),
  route(contract.checkWebhook, async (_ctx, { integration }) => {
    (await receiving()).integrationNamed(integration);
    return {};
  }),
  route(contract.getIntegrations, async (_ctx, { name }) => {
    const { catalogue } = await import("./catalogue.ts");
    return { integrations: catalogue.filter((each) => name === undefined || each.name === name) };
  }),
  route(contract.getWebhookDeliveries, async (ctx, { bot_id }) => {
    const { deliveriesOf } = await import("./deliveries.ts");
    const { id } = await incomingBotFor(ctx, bot_id);
    return { deliveries: await deliveriesOf(ctx, id), has_secret: (await webhookSecret(ctx, id)) !== undefined };
  }),
  route(contract.getWebhookExample, async (ctx, params) => (await import("./example.ts")).example(ctx, params)),
];
