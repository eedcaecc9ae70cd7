import { integration, type Post } from "../integration.ts";
import { code, link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";
import { isWantedBranch, numberedTopic, pushed, shortId } from "./git.ts";

const repositoryOf = (payload: Payload): string => payload.text("repository.name");
const actor = (payload: Payload): Markup =>
  link(
    payload.firstText("actor.display_name", "actor.nickname") ?? "Somebody",
    payload.optionalText("actor.links.html.href"),
  );

/** `Ben <ben@example.com>` is Ben. */
const withoutAddress = (raw: string | undefined): string | undefined => {
  const at = raw?.lastIndexOf(" <") ?? -1;
  return at > 0 ? raw?.slice(0, at) : raw;
};

/** One request may report several branches; the first one that is wanted is posted with its commits. */
function push({ payload, options }: ServiceRequest): Post | undefined {
  const changes = payload.parts("push.changes");
  const nameIn = (change: Payload) => change.firstText("new.name", "old.name") ?? "";
  const change = changes.find((each) => isWantedBranch(options, nameIn(each)));
  if (!change) return undefined;
  const isTag = change.firstText("new.type", "old.type") === "tag";
  const state = !change.has("new")
    ? "deleted"
    : change.isTrue("forced")
      ? "forced"
      : !change.has("old")
        ? "created"
        : undefined;
  const post = pushed({
    repository: repositoryOf(payload),
    who: actor(payload),
    ref: `refs/${isTag ? "tags" : "heads"}/${nameIn(change)}`,
    commits: change.parts("commits").map((commit) => ({
      id: commit.text("hash"),
      message: commit.optionalText("message") ?? "",
      url: commit.optionalText("links.html.href"),
      author: withoutAddress(commit.firstText("author.user.display_name", "author.raw")),
    })),
    compareUrl: change.optionalText("links.html.href"),
    change: state,
  });
  const others = changes.filter((each) => each !== change).map(nameIn);
  const more = others.length > 0 ? md`Also changed: ${others.join(", ")}` : NOTHING;
  return { ...post, content: [...(post.content as readonly Markup[]), more] };
}

const pullRequestTopic = (payload: Payload): string => {
  const request = payload.part("pullrequest");
  return numberedTopic(repositoryOf(payload), "PR", request.text("id"), request.optionalText("title") ?? "");
};

const named = (item: Payload, kind: string): Markup =>
  link(`${kind} #${item.text("id")} ${item.optionalText("title") ?? ""}`, item.optionalText("links.html.href"));

const pullRequest =
  (verb: string, { isNew = false } = {}) =>
  ({ payload }: ServiceRequest): Post => {
    const request = payload.part("pullrequest");
    const branches = isNew
      ? md` from ${code(request.optionalText("source.branch.name") ?? "")} to ${code(request.optionalText("destination.branch.name") ?? "")}`
      : NOTHING;
    return {
      topic: pullRequestTopic(payload),
      content: [
        md`${actor(payload)} ${verb} ${named(request, "pull request")}${branches}`,
        isNew ? quoted(request.firstText("description", "summary.raw")) : NOTHING,
        verb === "declined" ? quoted(request.optionalText("reason")) : NOTHING,
      ],
    };
  };

const comment =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => ({
    topic: pullRequestTopic(payload),
    content: [
      md`${actor(payload)} ${link(verb, payload.optionalText("comment.links.html.href"))} on ${named(payload.part("pullrequest"), "pull request")}`,
      quoted(payload.optionalText("comment.content.raw")),
    ],
  });

const issue =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => {
    const item = payload.part("issue");
    const text = verb === "opened" ? item.optionalText("content.raw") : payload.optionalText("comment.content.raw");
    return {
      topic: numberedTopic(repositoryOf(payload), "issue", item.text("id"), item.optionalText("title") ?? ""),
      content: [md`${actor(payload)} ${verb} ${named(item, "issue")}`, quoted(text)],
    };
  };

const STATES: Readonly<Record<string, string>> = {
  SUCCESSFUL: ":check:",
  FAILED: ":cross_mark:",
  STOPPED: ":stop_sign:",
};

function status({ payload }: ServiceRequest): Post | undefined {
  const item = payload.part("commit_status");
  const state = item.text("state");
  if (!Object.hasOwn(STATES, state)) return undefined;
  return {
    topic: `${repositoryOf(payload)} / ${item.optionalText("refname") ?? "builds"}`,
    content: [
      md`${plain(STATES[state] as string)} ${link(item.firstText("name", "key"), item.optionalText("url"))}: ${state.toLowerCase()}`,
      md`${item.optionalText("description")}`,
    ],
  };
}

export const bitbucket = integration({
  name: "bitbucket",
  aliases: ["bitbucket2"],
  title: "Bitbucket",
  category: "development",
  picture: { initials: "BB", color: "#0052cc" },
  about: "Posts pushes, pull requests, comments, issues and builds of Bitbucket Cloud repositories.",
  setup: [
    "In Bitbucket, open **Repository settings**, then **Webhooks**, and choose **Add webhook**.",
    "Set **URL** to `URL`, and **Secret** to the bot's secret, if it has one.",
    "Choose the triggers that you want, and save.",
  ],
  signature: hmacOfBody({
    header: "x-hub-signature",
    prefix: "sha256=",
    about: "Enter it as **Secret** of the webhook: Bitbucket then signs each request (`X-Hub-Signature`).",
  }),
  options: [{ key: "branches", label: "Branches whose pushes are posted, separated by commas" }],
  eventOf: (request) => request.eventHeader("x-event-key"),
  events: {
    "repo:push": { about: "Commits are pushed, or a branch is created or deleted", say: push },
    "repo:fork": {
      about: "The repository is forked",
      say: ({ payload }) => ({
        topic: repositoryOf(payload),
        content: md`${actor(payload)} forked ${repositoryOf(payload)} as ${link(payload.text("fork.full_name"), payload.optionalText("fork.links.html.href"))}`,
      }),
    },
    "repo:commit_comment_created": {
      about: "Somebody comments on a commit",
      say: ({ payload }) => ({
        topic: `${repositoryOf(payload)} / commits`,
        content: [
          md`${actor(payload)} ${link("commented", payload.optionalText("comment.links.html.href"))} on ${shortId(payload.text("commit.hash"), payload.optionalText("commit.links.html.href"))}`,
          quoted(payload.optionalText("comment.content.raw")),
        ],
      }),
    },
    "repo:commit_status_created": { about: "A build is reported for a commit", say: status },
    "repo:commit_status_updated": { about: "The build of a commit succeeds or fails", say: status },
    "pullrequest:created": { about: "A pull request is opened", say: pullRequest("opened", { isNew: true }) },
    "pullrequest:updated": { about: "A pull request is changed", say: pullRequest("updated") },
    "pullrequest:approved": { about: "A pull request is approved", say: pullRequest("approved") },
    "pullrequest:unapproved": { about: "An approval is withdrawn", say: pullRequest("withdrew the approval of") },
    "pullrequest:changes_request_created": {
      about: "Changes to a pull request are requested",
      say: pullRequest("requested changes to"),
    },
    "pullrequest:fulfilled": { about: "A pull request is merged", say: pullRequest("merged") },
    "pullrequest:rejected": { about: "A pull request is declined", say: pullRequest("declined") },
    "pullrequest:comment_created": { about: "Somebody comments on a pull request", say: comment("commented") },
    "pullrequest:comment_updated": { about: "A comment is edited", say: comment("edited a comment") },
    "issue:created": { about: "An issue is opened", say: issue("opened") },
    "issue:updated": { about: "An issue is changed", say: issue("updated") },
    "issue:comment_created": { about: "Somebody comments on an issue", say: issue("commented on") },
  },
  deliveryId: { header: "x-request-uuid" },
});
