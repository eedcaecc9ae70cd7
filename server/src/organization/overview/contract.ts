/** The overview of an organization: numbers, and whether its deliveries arrive. */
import {
  bool,
  int,
  list,
  noted,
  nullable,
  oneOf,
  operation,
  strictObject,
  text,
  timestamp,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { DELIVERY_WAYS } from "../../kernel/jobs/ways.ts";

/** Days are kept for somewhat longer than a year. */
export const KEPT_DAYS = 400;
const USUAL_DAYS = 90;

export const UPLOAD_KINDS = ["image", "video", "audio", "text", "other"] as const;

const count = int();

export const getOverview = operation({
  method: "GET",
  path: "/realm/overview",
  summary:
    "Read how many people, channels, messages and files there are, and whether deliveries arrive. Administrators only.",
  gate: "administrator",
  params: {
    days: withDefault(int({ min: 1, max: KEPT_DAYS }), USUAL_DAYS, { note: "How many days to list, with today." }),
  },
  response: {
    people: strictObject({
      owners: count,
      administrators: count,
      moderators: count,
      members: count,
      guests: count,
      bots: noted(count, { note: "Without the built-in ones." }),
      deactivated: noted(count, { note: "Deactivated people; bots are not counted." }),
    }),
    active_people: noted(strictObject({ today: count, week: count, month: count }), {
      note: "People, not bots, who used a client today, in the last 7 and in the last 30 days (UTC). Deactivated ones are not counted.",
    }),
    channels: strictObject({ web_public: count, public: count, private: count, archived: count }),
    messages: noted(count, { note: "Messages ever sent. Deleted ones stay counted." }),
    days: noted(list(strictObject({ date: text(), messages: count, active_people: count }), { max: KEPT_DAYS }), {
      note: "Oldest first, in UTC; days without any activity are included. Days before the server counted have no people.",
    }),
    storage: strictObject({
      upload_bytes: noted(count, { note: "All uploaded files." }),
      uploads: noted(
        list(strictObject({ kind: oneOf(...UPLOAD_KINDS), files: count, bytes: count }), { max: UPLOAD_KINDS.length }),
        { note: "By the kind of file; of the newest 20,000 files if there are more." },
      ),
      export_bytes: noted(count, { note: "Files of data exports that can be downloaded." }),
      database_bytes: noted(nullable(count), {
        note: "The database of the server; null if it has other organizations too.",
      }),
    }),
    deliveries: noted(
      list(
        strictObject({
          way: oneOf(...DELIVERY_WAYS, "other"),
          waiting: noted(count, { note: "Jobs that are due." }),
          retrying: noted(count, { note: "Jobs that run now, or again after a failure." }),
          failed: noted(count, { note: "Jobs that were given up." }),
          waiting_since: noted(nullable(timestamp()), { note: "When the oldest waiting job was due." }),
          last_success: noted(nullable(timestamp()), {
            note: "To the minute; null if there was none, and for other jobs.",
          }),
          last_failure: nullable(timestamp()),
        }),
        { max: DELIVERY_WAYS.length + 1 },
      ),
      { note: "Of this organization. At most 10,000 jobs are counted." },
    ),
    sends_email: noted(bool(), { note: "Whether the server is set up to send email." }),
    problems: noted(list(text(), { max: 100 }), { note: "What is wrong with the server, as `/health` has it." }),
  },
  errors: [MustBeAdministrator],
});
