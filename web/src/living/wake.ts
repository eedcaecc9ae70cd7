/** When to reconnect immediately: the network changes, the window gains focus, or the computer wakes up. */

const LOOKED_EVERY_MS = 30_000;
/** A timer that fires this late means that the computer slept. */
const SLEPT_MS = 20_000;

export interface Waking {
  /** The server may be reachable again. */
  mayBeBack(): void;
  /** Open connections are probably dead. */
  hasSlept(): void;
}

export function listenForWaking({ mayBeBack, hasSlept }: Waking): void {
  addEventListener("online", hasSlept);
  // Without a network an open connection just stays silent; check it now.
  addEventListener("offline", hasSlept);
  addEventListener("focus", mayBeBack);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) mayBeBack();
  });
  // A page restored from the back/forward cache has lost its connections.
  addEventListener("pageshow", ({ persisted }) => persisted && hasSlept());
  let last = Date.now();
  setInterval(() => {
    const late = Date.now() - last - LOOKED_EVERY_MS;
    last = Date.now();
    if (late > SLEPT_MS && !document.hidden) hasSlept();
  }, LOOKED_EVERY_MS);
}
