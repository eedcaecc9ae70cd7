/** The events of GitHub, which Gitea and Forgejo send in the same form. */
import type { IntegrationEvent, Post } from "../integration.ts";
import { bold, code, link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { branchOf, isWantedBranch, numberedTopic, pushed } from "./git.ts";

export const repositoryOf = (payload: Payload): string => payload.text("repository.name");

/** A user: on Gitea the address is missing in some events. */
export const person = (user: Payload | undefined): Markup =>
  link(user?.firstText("login", "username", "name") ?? "Somebody", user?.optionalText("html_url"));

export const sender = (payload: Payload): Markup => person(payload.optionalPart("sender"));

/** `opened` and such, where a message says more than the word. */
export const words = (action: string): string => action.replaceAll("_", " ");

function push({ payload, options }: ServiceRequest): Post | undefined {
  const ref = payload.text("ref");
  if (!isWantedBranch(options, ref)) return undefined;
  const commits = payload.parts("commits").map((commit) => ({
    id: commit.text("id"),
    message: commit.optionalText("message") ?? "",
    url: commit.optionalText("url"),
    author: commit.firstText("author.username", "author.name"),
  }));
  const change = payload.isTrue("deleted") || isZero(payload.optionalText("after")) ? "deleted" : undefined;
  const other = payload.isTrue("created") || isZero(payload.optionalText("before")) ? "created" : undefined;
  return pushed({
    repository: repositoryOf(payload),
    who: payload.has("sender") ? sender(payload) : plain(payload.optionalText("pusher.name") ?? "Somebody"),
    ref,
    commits,
    total: payload.optionalNumber("total_commits"),
    compareUrl: payload.firstText("compare", "compare_url"),
    change: change ?? (payload.isTrue("forced") ? "forced" : other),
  });
}

/** The id of no commit. */
const isZero = (id: string | undefined): boolean => id !== undefined && /^0{20,}$/.test(id);

const PULL_REQUEST_ACTIONS: Readonly<Record<string, string>> = {
  opened: "opened",
  closed: "closed",
  reopened: "reopened",
  ready_for_review: "marked as ready for review",
  converted_to_draft: "converted to a draft",
  synchronize: "pushed to",
  synchronized: "pushed to",
  edited: "edited",
  assigned: "assigned",
  unassigned: "unassigned",
  review_requested: "requested a review of",
  review_request_removed: "withdrew a review request from",
  labeled: "labeled",
  unlabeled: "removed a label from",
  auto_merge_enabled: "enabled auto-merge for",
  auto_merge_disabled: "disabled auto-merge for",
  enqueued: "queued for merging",
  dequeued: "took out of the merge queue",
  locked: "locked",
  unlocked: "unlocked",
  milestoned: "added a milestone to",
};

interface Subject {
  readonly item: Payload;
  readonly kind: "PR" | "issue" | "discussion";
}

const topicOf = (payload: Payload, { item, kind }: Subject): string =>
  numberedTopic(repositoryOf(payload), kind, item.text("number"), item.optionalText("title") ?? "");

const named = ({ item, kind }: Subject): Markup =>
  link(
    `${kind === "PR" ? "pull request" : kind} #${item.text("number")} ${item.optionalText("title") ?? ""}`,
    item.optionalText("html_url"),
  );

/** Labels, assignees and reviewers that the action is about. */
function detailOf(payload: Payload): Markup {
  const label = payload.optionalText("label.name");
  if (label !== undefined) return md` (${code(label)})`;
  const who = payload.optionalPart("assignee") ?? payload.optionalPart("requested_reviewer");
  if (who) return md` (${person(who)})`;
  const team = payload.optionalText("requested_team.name");
  return team === undefined ? NOTHING : md` (${bold(team)})`;
}

/** The branches, where a message begins a topic. */
const branchesOf = (item: Payload): Markup =>
  item.has("head.ref") && item.has("base.ref")
    ? md` from ${code(item.text("head.ref"))} to ${code(item.text("base.ref"))}`
    : NOTHING;

function pullRequest({ payload }: ServiceRequest): Post | undefined {
  const subject: Subject = { item: payload.part("pull_request"), kind: "PR" };
  const { item } = subject;
  const action = payload.text("action");
  if (!Object.hasOwn(PULL_REQUEST_ACTIONS, action)) return undefined;
  const isMerged = action === "closed" && item.isTrue("merged");
  const isDraft = action === "opened" && item.isTrue("draft");
  const verb = isMerged ? "merged" : `${PULL_REQUEST_ACTIONS[action]}${isDraft ? " the draft" : ""}`;
  const isNew = action === "opened";
  return {
    topic: topicOf(payload, subject),
    content: [
      md`${sender(payload)} ${verb} ${named(subject)}${detailOf(payload)}${isNew ? branchesOf(item) : NOTHING}`,
      isNew || action === "edited" ? quoted(item.optionalText("body")) : NOTHING,
    ],
  };
}

const REVIEWS: Readonly<Record<string, string>> = {
  approved: "approved",
  changes_requested: "requested changes to",
  commented: "reviewed",
  dismissed: "dismissed a review of",
};

function review({ payload }: ServiceRequest): Post | undefined {
  const subject: Subject = { item: payload.part("pull_request"), kind: "PR" };
  const state =
    payload.optionalText("action") === "dismissed" ? "dismissed" : payload.text("review.state").toLowerCase();
  const verb = Object.hasOwn(REVIEWS, state) ? REVIEWS[state] : undefined;
  const body = payload.optionalText("review.body");
  // Comments on lines come as events of their own.
  if (verb === undefined || (state === "commented" && body === undefined)) return undefined;
  return {
    topic: topicOf(payload, subject),
    content: [
      md`${sender(payload)} ${verb} ${named(subject)} (${link("review", payload.optionalText("review.html_url"))})`,
      quoted(body),
    ],
  };
}

/** A comment: created, edited or deleted, on anything. */
export function comment(payload: Payload, subject: Subject, place = NOTHING): Post {
  const action = payload.optionalText("action") ?? "created";
  const verb = { created: "commented on", edited: "edited a comment on", deleted: "deleted a comment on" }[action];
  return {
    topic: topicOf(payload, subject),
    content: [
      md`${sender(payload)} ${link(verb ?? words(action), payload.optionalText("comment.html_url"))} ${named(subject)}${place}`,
      action === "deleted" ? NOTHING : quoted(payload.optionalText("comment.body")),
    ],
  };
}

function reviewComment({ payload }: ServiceRequest): Post {
  const path = payload.optionalText("comment.path");
  const place = path === undefined ? NOTHING : md` in ${code(path)}`;
  return comment(payload, { item: payload.part("pull_request"), kind: "PR" }, place);
}

const issueSubject = (payload: Payload): Subject => {
  const item = payload.part("issue");
  return { item, kind: item.has("pull_request") || payload.isTrue("is_pull") ? "PR" : "issue" };
};

const ISSUE_ACTIONS: Readonly<Record<string, string>> = {
  opened: "opened",
  closed: "closed",
  reopened: "reopened",
  edited: "edited",
  deleted: "deleted",
  transferred: "transferred",
  assigned: "assigned",
  unassigned: "unassigned",
  labeled: "labeled",
  label_updated: "changed the labels of",
  unlabeled: "removed a label from",
  milestoned: "added a milestone to",
  demilestoned: "removed a milestone from",
  pinned: "pinned",
  unpinned: "unpinned",
  locked: "locked",
  unlocked: "unlocked",
};

function issue({ payload }: ServiceRequest): Post | undefined {
  const subject = issueSubject(payload);
  const action = payload.text("action");
  if (!Object.hasOwn(ISSUE_ACTIONS, action)) return undefined;
  const reason = action === "closed" ? subject.item.optionalText("state_reason") : undefined;
  const as = reason === undefined || reason === "completed" ? NOTHING : md` as ${words(reason)}`;
  return {
    topic: topicOf(payload, subject),
    content: [
      md`${sender(payload)} ${ISSUE_ACTIONS[action]} ${named(subject)}${detailOf(payload)}${as}`,
      action === "opened" || action === "edited" ? quoted(subject.item.optionalText("body")) : NOTHING,
    ],
  };
}

/** A branch or tag that was created or deleted. */
const ref =
  (verb: string) =>
  ({ payload, options }: ServiceRequest): Post | undefined => {
    const name = branchOf(payload.text("ref"));
    if (!isWantedBranch(options, name)) return undefined;
    const kind = payload.optionalText("ref_type") ?? "branch";
    const repository = repositoryOf(payload);
    return {
      topic: kind === "tag" ? `${repository} / tags` : `${repository} / ${name}`,
      content: md`${sender(payload)} ${verb} the ${kind} ${code(name)} ${verb === "created" ? "in" : "of"} ${repository}`,
    };
  };

function release({ payload }: ServiceRequest): Post | undefined {
  const item = payload.part("release");
  const action = payload.text("action");
  // A release that is published is also created and released.
  if (!["published", "updated", "edited", "deleted", "unpublished"].includes(action)) return undefined;
  const kind = item.isTrue("prerelease") ? "pre-release" : "release";
  return {
    topic: `${repositoryOf(payload)} / releases`,
    content: [
      md`${sender(payload)} ${words(action)} the ${kind} ${link(item.firstText("name", "tag_name"), item.optionalText("html_url"))} of ${repositoryOf(payload)}`,
      action === "published" ? quoted(item.optionalText("body")) : NOTHING,
    ],
  };
}

const fork = ({ payload }: ServiceRequest): Post => ({
  topic: repositoryOf(payload),
  content: md`${sender(payload)} forked ${repositoryOf(payload)} as ${link(
    payload.firstText("forkee.full_name", "forkee.name", "repository.full_name"),
    payload.firstText("forkee.html_url", "repository.html_url"),
  )}`,
});

/** The events that GitHub, Gitea and Forgejo share. */
export const sharedEvents = {
  push: { about: "Commits are pushed, or a branch is deleted", say: push },
  create: { about: "A branch or tag is created", say: ref("created") },
  delete: { about: "A branch or tag is deleted", say: ref("deleted") },
  pull_request: { about: "A pull request is opened, merged, closed or changed", say: pullRequest },
  pull_request_review_comment: { about: "Somebody comments on a line of a pull request", say: reviewComment },
  issues: { about: "An issue is opened, closed or changed", say: issue },
  issue_comment: {
    about: "Somebody comments on an issue or pull request",
    say: ({ payload }) => comment(payload, issueSubject(payload)),
  },
  release: { about: "A release is published", say: release },
  fork: { about: "The repository is forked", say: fork },
} satisfies Record<string, IntegrationEvent>;

export const reviewEvent: IntegrationEvent = { about: "A pull request is reviewed", say: review };
