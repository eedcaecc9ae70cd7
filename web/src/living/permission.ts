/** Whether this browser allows notifications: yes, not asked yet, or denied. Only a button asks. */
import { useEffect, useSyncExternalStore } from "react";
import { keep, recall } from "../state/keeping.ts";
import { isOfferedOn, offeredAlsoOn } from "./offered.ts";

export type Permission = NotificationPermission | "impossible";

const LATER = "notifications.later";
const OFFERED = "notifications.offered";
const listeners = new Set<() => void>();
const today = new Date().toDateString();
const offered = recall<readonly string[]>(OFFERED) ?? [];
let isPutOff = recall<boolean>(LATER) ?? !isOfferedOn(today, offered);

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

export const usePermission = (): Permission => useSyncExternalStore(subscribe, permissionNow);

/** Whether to offer notifications without being asked. */
export function useIsToAsk(): boolean {
  const isToAsk = useSyncExternalStore(subscribe, () => permissionNow() === "default" && !isPutOff);
  useEffect(() => {
    if (isToAsk) keep(OFFERED, offeredAlsoOn(today, offered));
  }, [isToAsk]);
  return isToAsk;
}
