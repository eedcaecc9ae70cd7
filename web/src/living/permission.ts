/** Whether this browser allows notifications: yes, not asked yet, or denied. Only a button asks. */
import { useSyncExternalStore } from "react";
import { keep, recall } from "../state/keeping.ts";

export type Permission = NotificationPermission | "impossible";

const LATER = "notifications.later";
const listeners = new Set<() => void>();
let isPutOff = recall<boolean>(LATER) ?? false;

export const permissionNow = (): Permission =>
  typeof Notification === "undefined" ? "impossible" : Notification.permission;

export async function askForPermission(): Promise<Permission> {
  const answer = await Notification.requestPermission();
  changed();
  return answer;
}

/** Do not ask again in this browser. */
export function putOff(): void {
  isPutOff = true;
  keep(LATER, true);
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to offer notifications. */
export const useIsToAsk = (): boolean =>
  useSyncExternalStore(subscribe, () => permissionNow() === "default" && !isPutOff);
