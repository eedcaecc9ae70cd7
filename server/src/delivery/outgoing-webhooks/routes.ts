import { snapshotRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { example } from "./example.ts";

export const outgoingWebhookRoutes = [
  snapshotRoute(contract.outgoingWebhook, async ({ realm, user }) => example(realm, user)),
];
