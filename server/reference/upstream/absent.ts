/** Operations of upstream's document that the product does not have, and why. */
export const ABSENT: Readonly<Record<string, string>> = {
  "GET /calls/bigbluebutton/create":
    "needs the operator's own BigBlueButton server and its secret. Calls are links to a Jitsi server; `realm_available_video_chat_providers` offers nothing else, so clients don't ask for it.",
  "POST /dev_fetch_api_key":
    "lets anyone in without a password. Upstream has it only on development servers; every Parley server is a production server, where people sign in with `POST /fetch_api_key`.",
  "POST /real-time":
    "is not an operation, but the page that explains how upstream's Python library receives events: `POST /register`, then `GET /events`. Both exist.",
  "POST /rest-error-handling":
    "is not an operation, but the page that lists the errors common to all operations. They exist, with the same codes.",
  "POST /zulip-outgoing-webhook":
    "has the neutral name `POST /chat-outgoing-webhook`. It describes the requests that bots receive; clients don't call it.",
};

/** The table in docs/compatibility.md. */
export const absentTable = (): string =>
  ["| upstream operation | why it is absent |", "| --- | --- |"]
    .concat(Object.entries(ABSENT).map(([operation, reason]) => `| \`${operation}\` | ${reason} |`))
    .join("\n");
