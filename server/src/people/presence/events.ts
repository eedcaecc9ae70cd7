import {
  type ClientProfile,
  type EventBody,
  event,
  number,
  optional,
  record,
  strictObject,
  text,
  userId,
  type ValueOf,
} from "../../kernel/api/index.ts";
import { clientPresence, presenceTimes } from "./contract.ts";

interface PresenceReport {
  readonly user_id: number;
  readonly email: string;
  readonly server_timestamp: number;
  readonly times: ValueOf<typeof presenceTimes>;
  readonly website: ValueOf<typeof clientPresence>;
}

/**
 * Sent to everyone: in all organizations when a user turns presence on or off, and in small ones when a user becomes
 * active. That one is not stored: clients that are not connected poll within a minute.
 */
export const presenceEvent = event(
  "presence",
  {
    presences: optional(record(presenceTimes)),
    user_id: optional(userId),
    email: optional(text()),
    server_timestamp: optional(number()),
    presence: optional(strictObject({ website: clientPresence })),
  },
  { shape: (report: PresenceReport, client): EventBody[] => [shapeFor(report, client)] },
);

function shapeFor(
  { user_id, email, server_timestamp, times, website }: PresenceReport,
  client: ClientProfile,
): EventBody {
  if (client.capabilities.simplified_presence_events) return { presences: { [user_id]: times } };
  const presence = { website };
  return client.slim_presence
    ? { user_id, server_timestamp, presence }
    : { user_id, email, server_timestamp, presence };
}
