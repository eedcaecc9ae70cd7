const NO_OTHER_CALLS =
  "Calls are links to a Jitsi server; `realm_available_video_chat_providers` offers nothing else, so clients don't ask for it.";

/** Operations of upstream's document that the product does not have, and why. */
export const ABSENT: Readonly<Record<string, string>> = {
  "GET /calls/bigbluebutton/create": `needs the operator's own BigBlueButton server and its secret. ${NO_OTHER_CALLS}`,
  "POST /dev_fetch_api_key":
    "lets anyone in without a password. Upstream has it only on development servers; every Parley server is a production server, where people sign in with `POST /fetch_api_key`.",
  "POST /real-time":
    "is not an operation, but the page that explains how upstream's Python library receives events: `POST /register`, then `GET /events`. Both exist.",
  "POST /rest-error-handling":
    "is not an operation, but the page that lists the errors common to all operations. They exist, with the same codes.",
  "POST /zulip-outgoing-webhook":
    "has the neutral name `POST /chat-outgoing-webhook`. It describes the requests that bots receive; clients don't call it.",
};

/** Operations that clients know although upstream's document does not describe them. */
export const ABSENT_UNDESCRIBED: Readonly<Record<string, string>> = {
  "GET /calls/bigbluebutton/join": "belongs to `GET /calls/bigbluebutton/create`.",
  "POST /calls/zoom/create": `needs an agreement with Zoom, and an account there for everyone who calls. ${NO_OTHER_CALLS}`,
  "GET /calls/zoom/register": "links an account at Zoom, for `POST /calls/zoom/create`.",
};

/** The table in docs/compatibility.md. */
export const absentTable = (): string =>
  ["| upstream operation | why it is absent |", "| --- | --- |"]
    .concat(
      Object.entries({ ...ABSENT, ...ABSENT_UNDESCRIBED }).map(
        ([operation, reason]) => `| \`${operation}\` | ${reason} |`,
      ),
    )
    .join("\n");
