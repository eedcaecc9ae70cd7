import { integration, type Post } from "../integration.ts";
import { fields, link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";

const VERBS: Readonly<Record<string, string>> = { create: "created", update: "updated", remove: "removed" };

const actor = (payload: Payload): Markup => plain(payload.firstText("actor.name", "data.user.name") ?? "Somebody");

const issueTopic = (issue: Payload): string =>
  [issue.optionalText("identifier"), issue.optionalText("title")].filter(Boolean).join(" ");

const urlOf = (payload: Payload): string | undefined => payload.firstText("url", "data.url");

/** What an update changed, where the new value is worth a word. */
function changesOf(payload: Payload): Markup {
  const data = payload.part("data");
  const was = (name: string) => payload.has(`updatedFrom.${name}`);
  return fields(
    ["State", was("stateId") ? data.optionalText("state.name") : undefined],
    ["Assignee", was("assigneeId") ? (data.optionalText("assignee.name") ?? "nobody") : undefined],
    ["Priority", was("priority") ? data.optionalText("priorityLabel") : undefined],
    ["Title", was("title") ? data.optionalText("title") : undefined],
    ["Due", was("dueDate") ? (data.optionalText("dueDate") ?? "none") : undefined],
    ["Estimate", was("estimate") ? (data.optionalText("estimate") ?? "none") : undefined],
    [
      "Labels",
      was("labelIds")
        ? data
            .parts("labels")
            .map((label) => label.optionalText("name") ?? "")
            .join(", ") || "none"
        : undefined,
    ],
  );
}

function issue({ payload }: ServiceRequest): Post | undefined {
  const data = payload.part("data");
  const action = payload.text("action");
  const changes = action === "update" ? changesOf(payload) : NOTHING;
  if (!Object.hasOwn(VERBS, action) || (action === "update" && changes.isEmpty)) return undefined;
  const details =
    action === "create"
      ? fields(
          ["State", data.optionalText("state.name")],
          ["Assignee", data.optionalText("assignee.name")],
          ["Priority", data.optionalText("priorityLabel")],
          ["Team", data.optionalText("team.name")],
        )
      : changes;
  return {
    topic: issueTopic(data) || "Linear",
    content: [
      md`${actor(payload)} ${VERBS[action]} the issue ${link(issueTopic(data), urlOf(payload))}`,
      details,
      action === "create" ? quoted(data.optionalText("description")) : NOTHING,
    ],
  };
}

function comment({ payload }: ServiceRequest): Post | undefined {
  const action = payload.text("action");
  if (!Object.hasOwn(VERBS, action)) return undefined;
  const on = payload.optionalPart("data.issue");
  const verb = action === "create" ? "commented" : `${VERBS[action]} a comment`;
  return {
    topic: (on && issueTopic(on)) || payload.optionalText("data.projectUpdate.project.name") || "Linear",
    content: [
      md`${actor(payload)} ${link(verb, urlOf(payload))} on ${(on && issueTopic(on)) ?? "an update"}`,
      action === "remove" ? NOTHING : quoted(payload.optionalText("data.body")),
    ],
  };
}

const named =
  (kind: string) =>
  ({ payload }: ServiceRequest): Post | undefined => {
    const action = payload.text("action");
    const name = payload.firstText("data.name", "data.project.name") ?? "";
    if (!Object.hasOwn(VERBS, action) || action === "update") return undefined;
    return {
      topic: name || "Linear",
      content: [
        md`${actor(payload)} ${VERBS[action]} the ${kind} ${link(name, urlOf(payload))}`,
        quoted(payload.firstText("data.body", "data.description")),
      ],
    };
  };

export const linear = integration({
  name: "linear",
  title: "Linear",
  category: "projects",
  picture: { initials: "LI", color: "#5e6ad2" },
  about: "Posts issues, comments and projects of Linear.",
  setup: [
    "In Linear, open **Settings**, **API**, and choose **New webhook**.",
    "Set **URL** to `URL` and choose the data changes that you want.",
    "Copy the **Signing secret** and set it as the bot's secret.",
  ],
  signature: hmacOfBody({
    header: "linear-signature",
    about: "Linear makes the **Signing secret** of a webhook and signs each request with it (`Linear-Signature`).",
  }),
  eventOf: ({ payload }) => payload.text("type"),
  events: {
    Issue: { about: "An issue is created, changed or removed", say: issue },
    Comment: { about: "Somebody comments on an issue", say: comment },
    Project: { about: "A project is created or removed", say: named("project") },
    ProjectUpdate: { about: "An update about a project is written", say: named("update of") },
  },
  deliveryId: { header: "linear-delivery" },
});
