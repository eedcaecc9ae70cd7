import { integration } from "../integration.ts";
import { fields, link, md, NOTHING, plain, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfTimeAndBody } from "../signatures.ts";

/** Events of tickets that Zendesk sends by itself. */
const EVENTS: Readonly<Record<string, readonly [word: string, about: string]>> = {
  "ticket.created": ["was created", "A ticket is created"],
  "ticket.comment_added": ["has a new comment", "Somebody comments on a ticket"],
  "ticket.status_changed": ["has a new status", "The status of a ticket changes"],
  "ticket.priority_changed": ["has a new priority", "The priority of a ticket changes"],
  "ticket.agent_assignment_changed": ["has a new assignee", "A ticket gets another assignee"],
  "ticket.group_assignment_changed": ["has a new group", "A ticket gets another group"],
  "ticket.merged": ["was merged", "A ticket is merged into another"],
};

function ticketEvent({ payload }: ServiceRequest) {
  const ticket = payload.part("detail");
  const event = payload.text("type").replace("zen:event-type:", "");
  const subject = ticket.firstText("subject", "description") ?? "";
  const [before, after] = [payload.optionalText("event.previous"), payload.optionalText("event.current")];
  return {
    topic: `#${ticket.text("id")} ${subject}`,
    content: [
      md`:ticket: Ticket **${`#${ticket.text("id")} ${subject}`}** ${EVENTS[event]?.[0]}${after === undefined ? NOTHING : md` (${before ?? "none"} to ${after})`}`,
      fields(["Status", ticket.optionalText("status")], ["Priority", ticket.optionalText("priority")]),
      quoted(
        payload.optionalText("event.comment.body") ??
          (event === "ticket.created" ? ticket.optionalText("description") : undefined),
      ),
    ],
  };
}

/** A trigger sends the document that its author wrote, by the template of the documentation. */
function trigger({ payload }: ServiceRequest) {
  const title = `#${payload.text("ticket_id")} ${payload.optionalText("ticket_title") ?? ""}`;
  return {
    topic: title,
    content: [
      md`${plain(":ticket:")} ${link(`Ticket ${title}`, addressOf(payload.optionalText("link")))}`,
      fields(
        ["Status", payload.optionalText("status")],
        ["Priority", payload.optionalText("priority")],
        ["Requester", payload.optionalText("requester")],
        ["Assignee", payload.optionalText("assignee")],
      ),
      quoted(payload.optionalText("message")),
    ],
  };
}

/** Zendesk's placeholder has no scheme. */
const addressOf = (url: string | undefined): string | undefined =>
  url === undefined || /^https?:/i.test(url) ? url : `https://${url}`;

export const zendesk = integration({
  name: "zendesk",
  title: "Zendesk",
  category: "support and business",
  picture: { initials: "ZD", color: "#03363d" },
  about: "Posts tickets of Zendesk and what becomes of them.",
  setup: [
    "In Zendesk's **Admin Center**, open **Apps and integrations**, **Webhooks**, and choose **Create webhook**. Choose **Zendesk events** and the events of tickets that you want, or **Trigger or automation**.",
    "Set **Endpoint URL** to `URL`, **Request method** to `POST` and **Request format** to `JSON`.",
    'For a trigger, add the action **Notify active webhook** with the body `{"ticket_id": "{{ticket.id}}", "ticket_title": "{{ticket.title}}", "link": "{{ticket.link}}", "status": "{{ticket.status}}", "priority": "{{ticket.priority}}", "requester": "{{ticket.requester.name}}", "assignee": "{{ticket.assignee.name}}", "message": "{{ticket.latest_comment}}"}`.',
    "Choose **Reveal secret** of the webhook, and set it as the bot's secret.",
  ],
  signature: hmacOfTimeAndBody({
    read: ({ header }) => ({
      time: header("x-zendesk-webhook-signature-timestamp"),
      signatures: [header("x-zendesk-webhook-signature") ?? ""],
    }),
    write: (time, signature) => ({
      "x-zendesk-webhook-signature": signature,
      "x-zendesk-webhook-signature-timestamp": time,
    }),
    separator: "",
    encoding: "base64",
    secondsOf: (time) => Date.parse(time) / 1000,
    timeOf: (seconds) => new Date(seconds * 1000).toISOString(),
    about:
      "Zendesk makes the secret of a webhook and signs each request with the time (`X-Zendesk-Webhook-Signature`).",
  }),
  eventOf: ({ payload }) =>
    payload.has("ticket_id") ? "trigger" : payload.text("type").replace("zen:event-type:", ""),
  events: {
    trigger: { about: "A trigger or automation runs", say: trigger },
    ...Object.fromEntries(Object.entries(EVENTS).map(([name, [, about]]) => [name, { about, say: ticketEvent }])),
  },
  deliveryId: { header: "x-zendesk-webhook-invocation-id" },
});
