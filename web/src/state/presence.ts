/** Whether a person is present: computed at most once a minute. */
import type { PresenceTimes } from "@parley/client";
import { useSyncExternalStore } from "react";
import { useRealm } from "./settings.ts";
import { useStore } from "./store.ts";

export type Presence = "active" | "idle" | "away";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let minute = Math.floor(Date.now() / MINUTE_MS);
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Math.floor(Date.now() / MINUTE_MS);
    for (const each of listeners) each();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current minute. Components that show relative times render again when it changes. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => minute);

export function usePresence(userId: number): Presence {
  const times = useStore((state) => state.presence.get(userId));
  const offlineAfter = useRealm("server_presence_offline_threshold_seconds");
  const now = useMinute() * 60;
  return presenceAt(times, now, offlineAfter);
}

export function presenceAt(times: PresenceTimes | undefined, now: number, offlineAfter: number): Presence {
  if (!times) return "away";
  if ((times.active_timestamp ?? 0) >= now - offlineAfter) return "active";
  return (times.idle_timestamp ?? 0) >= now - offlineAfter ? "idle" : "away";
}
