import { Backoff, pause } from "../backoff.ts";
import { ConnectionError, RequestError } from "../connection.ts";

/** Whether the same request may succeed later: the server was not reached, is not up, or asks to wait. */
function isPassing(error: unknown): boolean {
  if (error instanceof RequestError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError;
}

/** Whether what was done here is to be kept and sent later. To be asked to sign in is no refusal of it. */
export const mayWait = (error: unknown): boolean =>
  isPassing(error) || (error instanceof RequestError && error.status === 401);

/** Tries until it has worked or is refused, longer apart each time. */
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
      if (signal.aborted || !isPassing(error)) throw error;
      onTrouble?.(error);
      await pause(backoff.after(error), signal);
    }
  }
}
