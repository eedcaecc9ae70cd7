/** Push notifications while no window is open: registers this browser's push subscription with the server. */
import type { Connection } from "@parley/client";
import { webPush } from "@parley/server/contract";
import { worker } from "./worker.ts";

/** Resolves to false if the browser or its push service does not support this. */
export async function subscribeToPush(connection: Connection): Promise<boolean> {
  const registration = await worker.registration;
  if (!registration?.pushManager) return false;
  try {
    // Subscribing needs an active service worker.
    const { pushManager } = await navigator.serviceWorker.ready;
    const { public_key } = await connection.call(webPush.getWebPushKey, {});
    const known = await pushManager.getSubscription();
    const subscription =
      known ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
    await announceSubscription(connection, subscription);
    return true;
  } catch {
    return false;
  }
}

/** The server's subscription ends with the session; the browser's remains and is registered again. */
export async function renewPush(connection: Connection): Promise<void> {
  const registration = await worker.registration;
  const known = await registration?.pushManager?.getSubscription();
  if (known) await announceSubscription(connection, known);
}

/** Resolves to whether it was sent to this browser; otherwise it is not subscribed. */
export async function sendTestPush(connection: Connection): Promise<boolean> {
  const registration = await worker.registration;
  const known = await registration?.pushManager?.getSubscription();
  if (!known) return false;
  await connection.call(webPush.testWebPush, { endpoint: known.endpoint });
  return true;
}

async function announceSubscription(connection: Connection, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await connection.call(webPush.subscribeToWebPush, { endpoint: endpoint ?? subscription.endpoint, p256dh, auth });
}
