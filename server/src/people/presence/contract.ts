/** The presence contract. */
import {
  badRequest,
  bool,
  either,
  int,
  notAudited,
  noted,
  number,
  oneOf,
  operation,
  optional,
  record,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  withDefault,
} from "../../kernel/api/index.ts";
import { NotForBots } from "../../kernel/http/gate.ts";
import { NoSuchUser } from "../users/contract.ts";

/** How often clients report presence. */
export const PING_INTERVAL_SECONDS = 60;
/** Users without a report for longer are offline. */
export const OFFLINE_AFTER_SECONDS = 200;
/** How far back presence is returned by default. */
export const HISTORY_DAYS = 14;

export const presenceTimes = strictObject({
  active_timestamp: noted(timestamp(), { note: "When the user was last active." }),
  idle_timestamp: noted(timestamp(), { note: "When one of the user's clients was last connected." }),
});

const status = oneOf("active", "idle");
export const clientPresence = strictObject({ client: text(), status, timestamp: timestamp(), pushable: bool() });
/** The format of older clients, by type of client: there is only one, and the aggregate of all. */
const legacyPresence = strictObject({
  aggregated: strictObject({ client: text(), status, timestamp: timestamp() }),
  website: clientPresence,
});

const presences = noted(record(either(presenceTimes, legacyPresence)), {
  note: "By user id; by API email for clients that only support the older format.",
});
const serverTimestamp = noted(number(), { note: "UNIX seconds, with fractions." });

export const invalidStatus = badRequest<{ status: string }>(({ status: sent }) => said`Invalid status: ${sent}`);
export const PresenceOfBots = badRequest("Presence is not supported for bot users.");
export const noPresence = badRequest<{ who: string }>(({ who }) => said`No presence data for ${who}`);

export const updatePresence = operation({
  method: "POST",
  path: "/users/me/presence",
  summary: "Report your presence, and get that of others. Clients call this once a minute.",
  gate: "human",
  params: {
    status: noted(shortText(), { note: "active or idle.", example: "active" }),
    last_update_id: optional(int(), {
      note: "The presence_last_update_id of the previous response: only later changes are returned.",
    }),
    history_limit_days: withDefault(int({ min: 0 }), HISTORY_DAYS, {
      note: "Without last_update_id: return users who were connected in this many days.",
    }),
    ping_only: withDefault(bool(), false, { note: "Leave out the presence of others." }),
    new_user_input: withDefault(bool(), false, { note: "Whether the user has been active since the last report." }),
    slim_presence: withDefault(bool(), false, {
      note: "Behaves as if last_update_id had been sent.",
      deprecated: true,
    }),
  },
  audit: notAudited("passes in seconds"),
  response: {
    presences: optional(presences),
    presence_last_update_id: optional(int()),
    server_timestamp: optional(serverTimestamp),
  },
  errors: [NotForBots],
});

const seen = strictObject({ status: oneOf("active", "idle", "offline"), timestamp: timestamp() });

export const getUserPresence = operation({
  method: "GET",
  path: "/users/{user_id_or_email}/presence",
  summary: "Get a user's presence.",
  params: { user_id_or_email: shortText() },
  response: { presence: strictObject({ aggregated: seen, website: seen }) },
  errors: [NoSuchUser, PresenceOfBots],
});

export const getRealmPresence = operation({
  method: "GET",
  path: "/realm/presence",
  summary: "Get the presence of everyone who was connected in the last two weeks.",
  response: { presences, server_timestamp: serverTimestamp },
});

export const presenceState = { presences, presence_last_update_id: int(), server_timestamp: serverTimestamp };
