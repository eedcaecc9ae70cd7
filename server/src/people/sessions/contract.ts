/** The contract for one's own browser sessions. */

import type { SessionId } from "../../kernel/api/ids.ts";
import { badRequest, bool, int, list, noted, operation, strictObject, text } from "../../kernel/api/index.ts";

const sessionId = int<SessionId>();

export const NoSuchSession = badRequest("Invalid session ID");

const sessionObject = strictObject({
  id: sessionId,
  device: noted(text(), { note: "Browser and system, such as `Firefox, Linux`; empty if unknown." }),
  begun_at: int(),
  last_seen_at: noted(int(), { note: "When the web client was last opened; exact to a day." }),
  expires_at: int(),
  is_current: noted(bool(), { note: "Whether it is the session that sent the request." }),
});

export const getSessions = operation({
  method: "GET",
  path: "/users/me/sessions",
  summary: "List the browsers in which you are signed in, newest first. Programs that use your API key are not listed.",
  gate: "human",
  response: { sessions: list(sessionObject) },
});

export const endSession = operation({
  method: "DELETE",
  path: "/users/me/sessions/{session_id}",
  summary: "Sign out one of your browsers.",
  gate: "human",
  params: { session_id: sessionId },
  audit: ["session_ended"],
  response: {},
  errors: [NoSuchSession],
});

export const endOtherSessions = operation({
  method: "DELETE",
  path: "/users/me/sessions",
  summary: "Sign out all of your browsers, except the one that sends this request.",
  gate: "human",
  audit: ["sessions_ended"],
  response: {},
});
