import { randomUUID } from "node:crypto";
import { demand } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { addToken, registerDevice, removeToken } from "./devices.ts";
import { notifyThroughGateway } from "./gateway.ts";
import { testNotification } from "./notification.ts";
import { forgetDevices, parcelsFor, type Targets } from "./parcels.ts";
import { activeDevicesOf, tokensOf } from "./store.ts";

export const pushRoutes = [
  route(contract.addApnsToken, async (ctx, { token, appid }) => {
    await addToken(ctx, { kind: "apns", token }, appid);
    return {};
  }),

  route(contract.removeApnsToken, async (ctx, { token }) => {
    await removeToken(ctx, { kind: "apns", token });
    return {};
  }),

  route(contract.addFcmToken, async (ctx, { token }) => {
    await addToken(ctx, { kind: "fcm", token });
    return {};
  }),

  route(contract.removeFcmToken, async (ctx, { token }) => {
    await removeToken(ctx, { kind: "fcm", token });
    return {};
  }),

  steppedRoute(contract.testPush, async (ctx, { token }) => {
    gatewayOf(ctx);
    const all = await tokensOf(ctx.db, [ctx.user.id]);
    const isMeant = (each: { kind: string; token: string }) =>
      each.token === token || (each.kind === "apns" && each.token === token?.toLowerCase());
    const tokens = token === undefined ? all : all.filter(isMeant);
    demand(token === undefined || tokens.length > 0, new contract.InvalidPushDeviceToken());
    demand(tokens.length > 0, new contract.NoActivePushDevice());
    const gone = await test(ctx, { tokens, devices: [] });
    demand(gone < tokens.length, new contract.InvalidRemotePushDeviceToken());
    return {};
  }),

  route(contract.registerPushDevice, async (ctx, registration) => {
    await registerDevice(ctx, registration);
    return {};
  }),

  steppedRoute(contract.testEncryptedPush, async (ctx, { push_account_id: sent }) => {
    gatewayOf(ctx);
    const id = sent === undefined ? undefined : String(BigInt(sent));
    const all = await activeDevicesOf(ctx.db, [ctx.user.id]);
    const devices = all.filter((device) => id === undefined || device.push_account_id === id);
    demand(devices.length > 0, new contract.NoActivePushDevice());
    const gone = await test(ctx, { tokens: [], devices });
    demand(gone < devices.length, new contract.NoActivePushDevice());
    return {};
  }),
];

function gatewayOf({ app }: Context) {
  const gateway = app.config.pushGateway;
  if (!gateway) throw new contract.PushServiceNotConfigured();
  return gateway;
}

/** Sends at once, so that the caller learns about errors. Returns how many devices are gone. */
async function test(ctx: Context, targets: Targets): Promise<number> {
  ctx.app.limits.admit(ctx.user.id, "test_push_by_user");
  const notifications = new Map([[ctx.user.id, testNotification(ctx, ctx.user.id)]]);
  const parcels = parcelsFor(targets, { readable: notifications, sealed: notifications });
  const gone = await notifyThroughGateway(ctx, gatewayOf(ctx), { id: randomUUID(), parcels });
  await forgetDevices(ctx, gone);
  return gone.length;
}
