import { integration, type Post } from "../integration.ts";
import { fields, link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";

/** Issues have only an address of the API; the one for people is made from it. */
function issueUrl(payload: Payload): string | undefined {
  const own = payload.firstText("issue.self", "comment.self");
  if (own === undefined || !URL.canParse(own)) return undefined;
  const { origin, pathname } = new URL(own);
  const context = pathname.split("/rest/", 1)[0] as string;
  return `${origin}${context}/browse/${encodeURIComponent(payload.text("issue.key"))}`;
}

const summary = (payload: Payload): string => payload.optionalText("issue.fields.summary") ?? "";
const issue = (payload: Payload): Markup => link(`${payload.text("issue.key")} ${summary(payload)}`, issueUrl(payload));
const topicOf = (payload: Payload): string => `${payload.text("issue.key")}: ${summary(payload)}`;
const author = (payload: Payload, ...places: readonly string[]): Markup =>
  plain(payload.firstText(...places, "user.displayName", "user.name") ?? "Somebody");

function created({ payload }: ServiceRequest): Post {
  return {
    topic: topicOf(payload),
    content: [
      md`${author(payload)} created ${issue(payload)}`,
      fields(
        ["Type", payload.optionalText("issue.fields.issuetype.name")],
        ["Priority", payload.optionalText("issue.fields.priority.name")],
        ["Assignee", payload.optionalText("issue.fields.assignee.displayName")],
      ),
      quoted(descriptionOf(payload)),
    ],
  };
}

/** A text, or Atlassian's document format, of which the texts are read. */
function descriptionOf(payload: Payload): string | undefined {
  return (
    payload.optionalText("issue.fields.description") ?? documentText(payload.optionalPart("issue.fields.description"))
  );
}

const MAX_DEPTH = 20;

function documentText(node: Payload | undefined, depth = 0): string | undefined {
  if (!node || depth > MAX_DEPTH) return undefined;
  const inner = node.parts("content").map((child) => documentText(child, depth + 1) ?? "");
  const isBlock = ["doc", "bulletList", "orderedList", "listItem", "blockquote"].includes(
    node.optionalText("type") ?? "",
  );
  return node.optionalText("text") ?? inner.join(isBlock ? "\n" : "");
}

/** Fields that are computed, or too long to show. */
const SILENT = new Set([
  "Rank",
  "rank",
  "description",
  "Comment",
  "timeestimate",
  "timespent",
  "WorklogId",
  "RemoteIssueLink",
]);

function updated({ payload }: ServiceRequest): Post | undefined {
  const changes = payload.parts("changelog.items").filter((each) => !SILENT.has(each.optionalText("field") ?? ""));
  const isDescribed = payload.parts("changelog.items").some((each) => each.optionalText("field") === "description");
  const comment = payload.optionalPart("comment");
  if (changes.length === 0 && !isDescribed && !comment) return undefined;
  const shown = changes.map((each): readonly [string, Markup] => {
    const [from, to] = [each.optionalText("fromString"), each.optionalText("toString")];
    return [each.text("field"), from === undefined ? md`${to ?? "none"}` : md`${from} to ${to ?? "none"}`];
  });
  return {
    topic: topicOf(payload),
    content: [
      md`${author(payload)} ${comment && changes.length === 0 ? "commented on" : "updated"} ${issue(payload)}`,
      fields(...shown),
      isDescribed ? quoted(descriptionOf(payload)) : NOTHING,
      quoted(comment && (comment.optionalText("body") ?? documentText(comment.optionalPart("body")))),
    ],
  };
}

const commented =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => {
    const comment = payload.part("comment");
    return {
      topic: topicOf(payload),
      content: [
        md`${author(payload, "comment.updateAuthor.displayName", "comment.author.displayName")} ${verb} ${issue(payload)}`,
        verb.startsWith("deleted")
          ? NOTHING
          : quoted(comment.optionalText("body") ?? documentText(comment.optionalPart("body"))),
      ],
    };
  };

const sprint =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => ({
    topic: `Sprint ${payload.text("sprint.name")}`,
    content: [md`Sprint ${payload.text("sprint.name")} was ${verb}`, md`${payload.optionalText("sprint.goal")}`],
  });

const version =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => ({
    topic: `Version ${payload.text("version.name")}`,
    content: [
      md`Version ${payload.text("version.name")} was ${verb}`,
      quoted(payload.optionalText("version.description")),
    ],
  });

export const jira = integration({
  name: "jira",
  title: "Jira",
  category: "projects",
  picture: { initials: "JI", color: "#0c66e4" },
  about: "Posts issues, comments, sprints and versions of Jira projects.",
  setup: [
    "In Jira, open **Settings**, **System**, **WebHooks**, and choose **Create a WebHook**.",
    "Set **URL** to `URL`, and the secret to the bot's secret, if it has one.",
    "Choose the events that you want, and limit them with a JQL query such as `project = SHOP`.",
  ],
  signature: hmacOfBody({
    header: "x-hub-signature",
    prefix: "sha256=",
    about: "Enter it as the secret of the webhook (Jira Cloud): Jira then signs each request (`X-Hub-Signature`).",
  }),
  eventOf: ({ payload }) => payload.text("webhookEvent"),
  events: {
    "jira:issue_created": { about: "An issue is created", say: created },
    "jira:issue_updated": { about: "An issue is changed", say: updated },
    "jira:issue_deleted": {
      about: "An issue is deleted",
      say: ({ payload }) => ({
        topic: topicOf(payload),
        content: md`${author(payload)} deleted ${payload.text("issue.key")} ${summary(payload)}`,
      }),
    },
    comment_created: { about: "Somebody comments on an issue", say: commented("commented on") },
    comment_updated: { about: "A comment is edited", say: commented("edited a comment on") },
    comment_deleted: { about: "A comment is deleted", say: commented("deleted a comment on") },
    sprint_started: { about: "A sprint starts", say: sprint("started") },
    sprint_closed: { about: "A sprint ends", say: sprint("closed") },
    "jira:version_released": { about: "A version is released", say: version("released") },
    "jira:version_created": { about: "A version is created", say: version("created") },
  },
  deliveryId: { header: "x-atlassian-webhook-identifier" },
});
