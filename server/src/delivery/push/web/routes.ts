import { demand } from "../../../kernel/api/index.ts";
import { route, steppedRoute } from "../../../kernel/http/route.ts";
import { testNotification } from "../notification.ts";
import { subscribe, unsubscribe } from "./actions.ts";
import * as contract from "./contract.ts";
import { sendToBrowsers } from "./deliver.ts";
import { subscriptionsOf } from "./store.ts";
import { serverKey } from "./vapid.ts";

export const webPushRoutes = [
  route(contract.getWebPushKey, async ({ app }) => ({ public_key: serverKey(app.secrets).publicKey })),

  route(contract.getWebPushSubscriptions, async ({ db, user }) => ({
    subscriptions: (await subscriptionsOf(db, [user.id])).map(({ id, endpoint, subscribed_at }) => ({
      id,
      endpoint,
      subscribed_at,
    })),
  })),

  route(contract.subscribeToWebPush, async (ctx, subscription) => ({ id: await subscribe(ctx, subscription) })),

  route(contract.unsubscribeFromWebPush, async (ctx, { endpoint }) => {
    await unsubscribe(ctx, endpoint);
    return {};
  }),

  steppedRoute(contract.testWebPush, async (ctx, { endpoint }) => {
    const all = await subscriptionsOf(ctx.db, [ctx.user.id]);
    const meant = all.filter((each) => endpoint === undefined || each.endpoint === endpoint);
    ctx.app.limits.admit(ctx.user.id, "test_push_by_user");
    const notification = testNotification(ctx, ctx.user.id);
    const outcomes = await sendToBrowsers(
      ctx,
      meant.map((each) => [each, notification] as const),
    );
    demand([...outcomes.values()].includes("sent"), new contract.NobodySubscribed());
    return {};
  }),
];
