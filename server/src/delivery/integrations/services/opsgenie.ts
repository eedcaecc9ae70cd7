import { integration } from "../integration.ts";
import { fields, md, NOTHING, plain, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";

const ACTIONS: Readonly<Record<string, readonly [emoji: string, about: string]>> = {
  Create: [":red_circle:", "An alert is created"],
  Close: [":check:", "An alert is closed"],
  Delete: [":check:", "An alert is deleted"],
  Acknowledge: [":eyes:", "An alert is acknowledged"],
  UnAcknowledge: [":red_circle:", "An acknowledgement is withdrawn"],
  AddNote: [":memo:", "A note is added to an alert"],
  AssignOwnership: [":silhouette:", "An alert gets an owner"],
  TakeOwnership: [":silhouette:", "Somebody takes an alert"],
  Escalate: [":orange_circle:", "An alert is escalated"],
  UpdatePriority: [":orange_circle:", "The priority of an alert changes"],
  AddTeam: [":silhouettes:", "A team is added to an alert"],
  Snooze: [":zzz:", "An alert is snoozed"],
};

const VERBS: Readonly<Record<string, string>> = {
  Create: "New alert",
  Close: "Closed",
  Delete: "Deleted",
  Acknowledge: "Acknowledged",
  UnAcknowledge: "No longer acknowledged",
  AddNote: "Note",
  AssignOwnership: "Assigned",
  TakeOwnership: "Taken",
  Escalate: "Escalated",
  UpdatePriority: "New priority",
  AddTeam: "Team added",
  Snooze: "Snoozed",
};

function alert({ payload }: ServiceRequest) {
  const action = payload.text("action");
  const item = payload.part("alert");
  const message = item.optionalText("message") ?? "";
  const by = action === "Create" ? undefined : item.firstText("updatedByUsername", "username");
  return {
    topic: message || "Opsgenie",
    content: [
      md`${plain(ACTIONS[action]?.[0] ?? "")} ${VERBS[action]}: **${`#${item.optionalText("tinyId") ?? ""} ${message}`}**${by === undefined ? NOTHING : md` (${by})`}`,
      fields(
        ["Priority", item.optionalText("priority")],
        ["Owner", item.optionalText("owner")],
        ["Team", item.optionalText("team")],
        ["Source", action === "Create" ? item.optionalText("source") : undefined],
        ["Tags", item.texts("tags").join(", ")],
      ),
      quoted(
        action === "AddNote"
          ? item.optionalText("note")
          : action === "Create"
            ? item.optionalText("description")
            : undefined,
      ),
    ],
  };
}

export const opsgenie = integration({
  name: "opsgenie",
  title: "Opsgenie",
  category: "monitoring",
  picture: { initials: "OG", color: "#2684ff" },
  about: "Posts alerts of Opsgenie and what becomes of them.",
  setup: [
    "In Opsgenie, open **Settings**, **Integrations**, add the integration **Webhook**, and set **Webhook URL** to `URL`.",
    "Turn on **Add alert description** and **Add alert details**. If the bot has a secret, add the header `Authorization: Bearer SECRET`.",
  ],
  eventOf: ({ payload }) => payload.text("action"),
  events: Object.fromEntries(Object.entries(ACTIONS).map(([name, [, about]]) => [name, { about, say: alert }])),
});
