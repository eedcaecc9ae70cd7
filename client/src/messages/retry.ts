import { Backoff, pause } from "../backoff.ts";
import { ConnectionError, RequestError } from "../connection.ts";

/** Whether the same request may succeed later: the server is unreachable, failing, or asks to wait. */
function isTemporary(error: unknown): boolean {
  if (error instanceof RequestError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError;
}

/** Whether to keep the user's change and send it later. An ended session does not reject it. */
export const canRetryLater = (error: unknown): boolean =>
  isTemporary(error) || (error instanceof RequestError && error.status === 401);

/** Retries with growing delays until the attempt succeeds or is rejected. */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble?(error: unknown): void },
): Promise<T> {
  const backoff = new Backoff();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      onTrouble?.(error);
      await pause(backoff.after(error), signal);
    }
  }
}
