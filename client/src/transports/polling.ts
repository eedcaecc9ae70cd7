import { registration } from "@parley/server/contract";
import type { ServerEvent } from "../types.ts";
import type { TransportOptions } from "./transport.ts";

/** Long polling: the server responds when there are events. Works wherever HTTP does. */
export async function* byPolling(reading: TransportOptions): AsyncGenerator<readonly ServerEvent[]> {
  for (;;) yield await poll(reading);
}

export async function poll({
  connection,
  place,
  signal,
  silenceMs,
  onReached,
}: TransportOptions): Promise<readonly ServerEvent[]> {
  const { events } = await connection.call(
    registration.getEvents,
    { queue_id: place.queueId, last_event_id: place.lastEventId },
    { signal: AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]) },
  );
  onReached();
  return events;
}
