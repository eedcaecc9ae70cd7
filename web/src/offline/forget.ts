/** Deletes all data of the account in this browser. */
import { forgetAll } from "../state/keeping.ts";
import { deleteDatabases } from "./database.ts";
import { emptyTabDrawers } from "./tab-drawer.ts";

export async function forgetAccount(): Promise<void> {
  forgetAll();
  emptyTabDrawers();
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  // The server deletes its side with the session.
  await subscription?.unsubscribe();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await deleteDatabases();
}
