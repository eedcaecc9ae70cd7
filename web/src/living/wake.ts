/** When it is worth trying again at once: the network is back or gone, somebody looks, or the computer has slept. */

const LOOKED_EVERY_MS = 30_000;
/** A timer that comes so much too late was not asked for: everything stood still. */
const SLEPT_MS = 20_000;

export interface Waking {
  /** The server may be there again. */
  mayBeBack(): void;
  /** Whatever was open is likely dead. */
  hasSlept(): void;
}

export function listenForWaking({ mayBeBack, hasSlept }: Waking): void {
  addEventListener("online", hasSlept);
  // Without a network a connection that is open stays so, and is silent: that is found out at once.
  addEventListener("offline", hasSlept);
  addEventListener("focus", mayBeBack);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) mayBeBack();
  });
  // A page that comes back from the browser's memory has lost its connections.
  addEventListener("pageshow", ({ persisted }) => persisted && hasSlept());
  let last = Date.now();
  setInterval(() => {
    const late = Date.now() - last - LOOKED_EVERY_MS;
    last = Date.now();
    if (late > SLEPT_MS && !document.hidden) hasSlept();
  }, LOOKED_EVERY_MS);
}
