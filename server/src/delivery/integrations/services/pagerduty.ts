import { integration } from "../integration.ts";
import { fields, link, md, NOTHING, plain, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { anyHmacOfBody } from "../signatures.ts";

const VERBS: Readonly<Record<string, readonly [emoji: string, verb: string]>> = {
  "incident.triggered": [":red_circle:", "was triggered"],
  "incident.acknowledged": [":eyes:", "was acknowledged"],
  "incident.unacknowledged": [":red_circle:", "is no longer acknowledged"],
  "incident.resolved": [":check:", "was resolved"],
  "incident.reopened": [":red_circle:", "was reopened"],
  "incident.escalated": [":orange_circle:", "was escalated"],
  "incident.reassigned": [":silhouette:", "was reassigned"],
  "incident.delegated": [":silhouette:", "was delegated"],
  "incident.priority_updated": [":orange_circle:", "has a new priority"],
};

function incident({ payload }: ServiceRequest) {
  const item = payload.part("event.data");
  const [emoji, verb] = VERBS[payload.text("event.event_type")] ?? ["", "was changed"];
  const title = `#${item.optionalText("number") ?? ""} ${item.optionalText("title") ?? ""}`;
  const by = payload.optionalText("event.agent.summary");
  return {
    topic: item.firstText("service.summary", "title") ?? "PagerDuty",
    content: [
      md`${plain(emoji)} ${link(`Incident ${title}`, item.optionalText("html_url"))} ${verb}${by === undefined ? NOTHING : md` by ${by}`}`,
      fields(
        ["Urgency", item.optionalText("urgency")],
        ["Priority", item.optionalText("priority.summary")],
        [
          "Assigned to",
          item
            .parts("assignees")
            .map((each) => each.optionalText("summary") ?? "")
            .join(", "),
        ],
      ),
    ],
  };
}

/** A note or an update belongs to an incident that it names. */
const about =
  (verb: string, text: string) =>
  ({ payload }: ServiceRequest) => ({
    topic: payload.firstText("event.data.service.summary", "event.data.incident.summary") ?? "PagerDuty",
    content: [
      md`${payload.optionalText("event.agent.summary") ?? "Somebody"} ${verb} ${link(payload.optionalText("event.data.incident.summary") ?? "an incident", payload.optionalText("event.data.incident.html_url"))}`,
      payload.has(text) ? quoted(payload.optionalText(text)) : NOTHING,
    ],
  });

export const pagerduty = integration({
  name: "pagerduty",
  title: "PagerDuty",
  category: "monitoring",
  picture: { initials: "PD", color: "#048a24" },
  about: "Posts incidents of PagerDuty and what becomes of them.",
  setup: [
    "In PagerDuty, open **Integrations**, **Generic Webhooks (v3)**, and choose **New Webhook**.",
    "Set **Webhook URL** to `URL`, and choose the scope and the events that you want.",
    "Copy the signing secret that PagerDuty shows once, and set it as the bot's secret.",
  ],
  signature: anyHmacOfBody({
    header: "x-pagerduty-signature",
    name: "v1",
    about: "PagerDuty makes the secret of a webhook subscription and signs each request (`X-PagerDuty-Signature`).",
  }),
  eventOf: ({ payload }) => payload.text("event.event_type"),
  events: {
    "incident.triggered": { about: "An incident is triggered", say: incident },
    "incident.acknowledged": { about: "An incident is acknowledged", say: incident },
    "incident.unacknowledged": { about: "An acknowledgement times out", say: incident },
    "incident.resolved": { about: "An incident is resolved", say: incident },
    "incident.reopened": { about: "An incident is reopened", say: incident },
    "incident.escalated": { about: "An incident is escalated", say: incident },
    "incident.reassigned": { about: "An incident is reassigned", say: incident },
    "incident.delegated": { about: "An incident is delegated", say: incident },
    "incident.priority_updated": { about: "The priority of an incident changes", say: incident },
    "incident.annotated": {
      about: "A note is added to an incident",
      say: about("wrote a note about", "event.data.content"),
    },
    "incident.status_update_published": {
      about: "A status update is published",
      say: about("published an update about", "event.data.message"),
    },
    "pagey.ping": {
      about: "The webhook is tested",
      say: () => ({ topic: "PagerDuty", content: md`PagerDuty is connected.` }),
    },
  },
  deliveryId: { path: "event.id" },
});
