/** Operations of the upstream document that the product does not have, each with its reason. */
export const ABSENT: Readonly<Record<string, string>> = {
  "GET /calls/bigbluebutton/create":
    "needs a BigBlueButton server of the operator's, with its secret. Calls are links to a Jitsi server; `realm_available_video_chat_providers` offers no other kind, so clients do not ask.",
  "POST /dev_fetch_api_key":
    "lets anybody in without a password. Upstream has it on development servers only, and it is absent elsewhere; here every server is a real one, and signs people in with `POST /fetch_api_key`.",
  "POST /real-time":
    "is no operation, but the page that shows how upstream's Python library listens: `POST /register`, then `GET /events`. Both are there.",
  "POST /rest-error-handling":
    "is no operation, but the page that lists errors which every operation may answer. They are answered, with the same codes.",
  "POST /zulip-outgoing-webhook":
    "has the neutral name `POST /chat-outgoing-webhook`. It describes what bots are sent, and is not called by clients.",
};

/** As it stands in docs/compatibility.md. */
export const absentTable = (): string =>
  ["| upstream operation | why it is not there |", "| --- | --- |"]
    .concat(Object.entries(ABSENT).map(([operation, reason]) => `| \`${operation}\` | ${reason} |`))
    .join("\n");
