/** The contract for exports of one's own data (decision 094). */
import {
  badRequest,
  bool,
  int,
  list,
  noted,
  nullable,
  operation,
  strictObject,
  text,
  timestamp,
} from "../../kernel/api/index.ts";
import { NotForBots } from "../../kernel/http/gate.ts";

const DAY = 24 * 3600;
/** One request in this time. */
export const OWN_LIMIT_SECONDS = DAY;
/** In the same time, if they fail. */
export const MOST_TRIES = 5;
/** How long the file can be downloaded. */
export const KEPT_SECONDS = 7 * DAY;
/** Of uploaded files; larger ones and the rest are listed without their contents. */
export const MOST_FILE_BYTES = 5 * 1024 ** 3;
/** The newest ones. */
export const MOST_OWN_MESSAGES = 250_000;

export const TooManyOwnExports = badRequest("You can export your data once a day. Download the export you have.");

const ownExport = strictObject({
  id: int(),
  requested_at: timestamp(),
  pending: bool(),
  failed: bool(),
  size: noted(nullable(int()), { note: "In bytes." }),
  expires_at: noted(nullable(timestamp()), { note: "When the file is deleted." }),
  export_url: noted(nullable(text()), { note: "Where you can download it: a gzipped tar archive." }),
});

export const exportOwnData = operation({
  method: "POST",
  path: "/users/me/export",
  summary:
    "Start an export of your own data: your profile, settings, sessions, messages, reactions, files and personal notes. You get a message when it is finished.",
  gate: "human",
  audit: ["own_data_export_started"],
  response: { id: int() },
  errors: [NotForBots, TooManyOwnExports],
});

export const getOwnExports = operation({
  method: "GET",
  path: "/users/me/exports",
  summary: "List the exports of your own data, oldest first.",
  gate: "human",
  response: { exports: list(ownExport) },
  errors: [NotForBots],
});
