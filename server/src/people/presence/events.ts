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

interface Came {
  readonly user_id: number;
  readonly email: string;
  readonly server_timestamp: number;
  readonly times: ValueOf<typeof presenceTimes>;
  readonly website: ValueOf<typeof clientPresence>;
}

/**
 * Sent to everyone in small organizations when somebody comes, and in all of them when somebody begins or ceases to let
 * others know of it. Not stored: whoever is not listening asks within the minute.
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
  { shape: (came: Came, client): EventBody[] => [shaped(came, client)] },
);

function shaped({ user_id, email, server_timestamp, times, website }: Came, client: ClientProfile): EventBody {
  if (client.capabilities.simplified_presence_events) return { presences: { [user_id]: times } };
  const presence = { website };
  return client.slim_presence
    ? { user_id, server_timestamp, presence }
    : { user_id, email, server_timestamp, presence };
}
