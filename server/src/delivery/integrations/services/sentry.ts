import { integration, type Post } from "../integration.ts";
import { code, codeBlock, fields, link, type Markup, md, NOTHING, plain } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";

const LEVELS: Readonly<Record<string, string>> = {
  fatal: ":red_circle:",
  error: ":red_circle:",
  warning: ":orange_circle:",
};

const emojiOf = (level: string | undefined): Markup => plain((level && LEVELS[level]) || ":blue_circle:");

/** The last frames of the exception, where the mistake is. */
function trace(event: Payload): Markup {
  const exception = event.parts("exception.values").at(-1);
  const frames = exception?.parts("stacktrace.frames").slice(-5) ?? [];
  const shown = frames.map(
    (frame) =>
      `${frame.firstText("filename", "module") ?? "?"}:${frame.optionalText("lineno") ?? "?"} in ${frame.optionalText("function") ?? "?"}`,
  );
  return shown.length === 0 ? NOTHING : codeBlock(shown.join("\n"), "text");
}

/** An event that fulfils the conditions of an alert. */
function event({ payload }: ServiceRequest): Post {
  const item = payload.optionalPart("data.event") ?? payload.optionalPart("data.error") ?? payload.part("event");
  const title = item.firstText("title", "message", "metadata.title", "metadata.type") ?? "New event";
  return {
    topic: payload.firstText("project_name", "project", "data.event.project_slug") ?? title,
    content: [
      md`${emojiOf(item.optionalText("level"))} ${link(title, item.firstText("web_url", "url") ?? payload.optionalText("url"))}`,
      fields(
        ["Culprit", item.has("culprit") ? code(item.optionalText("culprit") ?? "") : undefined],
        ["Environment", item.optionalText("environment")],
        ["Release", item.optionalText("release")],
        ["Rule", payload.firstText("data.triggered_rule", "triggered_rule")],
      ),
      trace(item),
    ],
  };
}

const ISSUE_ACTIONS: Readonly<Record<string, string>> = {
  created: "New issue",
  resolved: "Resolved",
  unresolved: "Unresolved again",
  assigned: "Assigned",
  ignored: "Ignored",
  archived: "Archived",
};

function issue({ payload }: ServiceRequest): Post | undefined {
  const action = payload.text("action");
  if (!Object.hasOwn(ISSUE_ACTIONS, action)) return undefined;
  const item = payload.part("data.issue");
  return {
    topic: item.firstText("project.name", "project.slug") ?? "Sentry",
    content: [
      md`${action === "resolved" ? plain(":check:") : emojiOf(item.optionalText("level"))} ${ISSUE_ACTIONS[action]}: ${link(item.optionalText("title") ?? item.text("shortId"), item.firstText("web_url", "permalink"))}`,
      fields(
        ["By", action === "created" ? undefined : payload.optionalText("actor.name")],
        ["Assignee", item.firstText("assignedTo.name", "assignedTo.email")],
        ["Culprit", item.has("culprit") ? code(item.optionalText("culprit") ?? "") : undefined],
      ),
    ],
  };
}

function metric({ payload }: ServiceRequest): Post {
  const [title, state] = [payload.optionalText("data.description_title") ?? "Metric alert", payload.text("action")];
  return {
    topic: title,
    content: [
      md`${emojiOf({ critical: "error", warning: "warning" }[state])} ${link(title, payload.optionalText("data.web_url"))}: ${state}`,
      md`${payload.optionalText("data.description_text")}`,
    ],
  };
}

export const sentry = integration({
  name: "sentry",
  title: "Sentry",
  category: "monitoring",
  picture: { initials: "SE", color: "#362d59" },
  about: "Posts errors, issues and metric alerts of Sentry.",
  setup: [
    "In Sentry, open **Settings**, **Integrations**, and create an **Internal Integration**. Set **Webhook URL** to `URL`, turn on **Alert Rule Action**, and choose the webhooks **issue** and **error**.",
    "Copy its **Client Secret** and set it as the bot's secret.",
    "In **Alerts**, add the action **Send a notification via** your integration to the rules that you want.",
  ],
  signature: hmacOfBody({
    header: "sentry-hook-signature",
    about: "Sentry makes the **Client Secret** of the integration and signs each request (`Sentry-Hook-Signature`).",
  }),
  /** The old plugin sends no header. */
  eventOf: ({ header, payload }) =>
    header("sentry-hook-resource") ?? (payload.has("event") ? "event_alert" : "unknown"),
  events: {
    event_alert: { about: "An alert rule is triggered", say: event },
    error: { about: "An error happens", say: event },
    issue: { about: "An issue is created, resolved, assigned or archived", say: issue },
    metric_alert: { about: "A metric alert changes its state", say: metric },
    installation: {
      about: "The integration is set up",
      say: () => ({ topic: "Sentry", content: md`Sentry is connected.` }),
    },
  },
  deliveryId: { header: "request-id" },
});
