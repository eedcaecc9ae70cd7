/** The contract for reading the audit log. */
import {
  ACTOR_KINDS,
  AUDIT_ACTIONS,
  anything,
  badRequest,
  bool,
  channelId,
  groupId,
  int,
  list,
  messageId,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  record,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";

export const MAX_ENTRIES_AT_ONCE = 500;
const USUAL_ENTRIES = 100;

export const InvalidAuditEntry = badRequest("Invalid audit log entry ID");

export const ACTIONS = AUDIT_ACTIONS;

const action = oneOf(...AUDIT_ACTIONS);

export const auditEntry = strictObject({
  id: int(),
  timestamp: timestamp(),
  action,
  actor_kind: noted(oneOf(...ACTOR_KINDS), {
    note: "`visitor` without an account, `server` for what it does by itself, `operator` for commands.",
  }),
  actor_id: noted(nullable(userId), { note: "Null unless an account acted." }),
  user_id: nullable(userId),
  channel_id: nullable(channelId),
  group_id: nullable(groupId),
  message_id: nullable(messageId),
  details: noted(record(anything()), { note: "Ids, numbers, names of settings and their listed values; never texts." }),
  ip_address: noted(nullable(text()), {
    note: "Where the request came from; null if there was none, or if it was erased.",
  }),
  client: noted(nullable(text()), { note: "The name that the client gave." }),
});

const filters = {
  actions: optional(list(action, { max: AUDIT_ACTIONS.length }), { note: "Only these actions." }),
  actor_id: optional(userId, { note: "Only what this user did." }),
  user_id: optional(userId, { note: "Only what was done to this user." }),
  channel_id: optional(channelId),
  group_id: optional(groupId),
  since: optional(timestamp(), { note: "Only entries from this time on, in UNIX seconds." }),
  until: optional(timestamp(), { note: "Only entries before this time." }),
};

export const getAuditLog = operation({
  method: "GET",
  path: "/audit_log",
  summary: "Read the audit log, newest entries first. Owners only.",
  gate: "owner",
  params: {
    ...filters,
    before: optional(int(), {
      note: "Only entries that come after this one in the list: the last one of the previous page.",
    }),
    limit: withDefault(int({ min: 1, max: MAX_ENTRIES_AT_ONCE }), USUAL_ENTRIES),
  },
  response: {
    entries: list(auditEntry),
    found_oldest: noted(bool(), { note: "Whether there are no older entries that match." }),
  },
  errors: [MustBeOwner, InvalidAuditEntry],
});

export const exportAuditLog = operation({
  method: "GET",
  path: "/audit_log/export",
  summary:
    "Download the audit log as JSON lines, newest entries first: one entry of the list in each line. Owners only.",
  gate: "owner",
  params: filters,
  audit: ["audit_log_exported"],
  streams: "lines",
  response: {},
  errors: [MustBeOwner],
});
