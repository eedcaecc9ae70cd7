/** Reports the reader's presence and receives that of others, as often as the server asks, from one window. */
import { presence } from "@parley/server/contract";
import { useEffect } from "react";
import { useSession } from "../state/session.tsx";
import { useRealm, useSetting } from "../state/settings.ts";
import { lastActiveOnSystem } from "./desktop-app.ts";

/** Idle after this long without a key or movement. */
const IDLE_AFTER_MS = 5 * 60_000;
const FEWEST_SECONDS = 30;
const INPUTS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;

export function useBeingHere(): void {
  const { connection, store } = useSession();
  const seconds = Math.max(useRealm("server_presence_ping_interval_seconds"), FEWEST_SECONDS);
  const isShown = useSetting("presence_enabled");
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let lastInput = document.hasFocus() ? Date.now() : 0;
    let lastSaid = 0;
    let lastUpdateId: number | undefined;
    const say = async () => {
      lastInput = Math.max(lastInput, lastActiveOnSystem());
      const isActive = Date.now() - lastInput < IDLE_AFTER_MS;
      const isNew = lastInput > lastSaid;
      lastSaid = Date.now();
      const answer = await connection.call(
        presence.updatePresence,
        {
          status: isShown && isActive ? "active" : "idle",
          new_user_input: isShown && isNew,
          slim_presence: true,
          ...(lastUpdateId === undefined ? {} : { last_update_id: lastUpdateId }),
        },
        { signal },
      );
      lastUpdateId = answer.presence_last_update_id ?? lastUpdateId;
      const { presences } = answer;
      const told = { id: -1, type: "presence", presences };
      if (presences && Object.keys(presences).length > 0) store.apply(told);
    };
    // A failed report is repeated in a minute.
    const tell = () => void say().catch(() => {});
    const note = () => {
      const wasIdle = Date.now() - lastInput >= IDLE_AFTER_MS;
      lastInput = Date.now();
      if (wasIdle && lastInput - lastSaid > FEWEST_SECONDS * 1000) tell();
    };
    for (const input of INPUTS) addEventListener(input, note, { signal, passive: true, capture: true });
    const timer = setInterval(tell, seconds * 1000);
    tell();
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [connection, store, seconds, isShown]);
}
