/** Being told of messages while no window is open: this browser's subscription at its push service, made known to the server. */
import type { Connection } from "@parley/client";
import { webPush } from "@parley/server/contract";
import { worker } from "./worker.ts";

/** False where the browser, or its push service, cannot be reached in this way. */
export async function subscribeToPush(connection: Connection): Promise<boolean> {
  const registration = await worker.registration;
  if (!registration?.pushManager) return false;
  try {
    // Subscribing needs a worker that is at work already.
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

/** A subscription ends with the session at the server; in the browser it lives on, and is told anew. */
export async function renewPush(connection: Connection): Promise<void> {
  const registration = await worker.registration;
  const known = await registration?.pushManager?.getSubscription();
  if (known) await announceSubscription(connection, known);
}

/** Answers with whether it went to this browser's push service; otherwise nothing is subscribed here. */
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
