import { integration, type Post } from "../integration.ts";
import { bullets, code, link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { token } from "../signatures.ts";
import { firstLine, isWantedBranch, numberedTopic, pushed, shortId } from "./git.ts";

const projectOf = (payload: Payload): string =>
  payload.firstText("project.name", "repository.name") ?? payload.text("project.name");

const user = (payload: Payload): Markup =>
  plain(payload.firstText("user.name", "user_name", "user.username") ?? "Somebody");

const isZero = (id: string): boolean => /^0{20,}$/.test(id);

function push({ payload, options }: ServiceRequest): Post | undefined {
  const ref = payload.text("ref");
  if (!isWantedBranch(options, ref)) return undefined;
  const [before, after] = [payload.optionalText("before") ?? "", payload.optionalText("after") ?? ""];
  const home = payload.optionalText("project.web_url");
  return pushed({
    repository: projectOf(payload),
    who: user(payload),
    ref,
    commits: payload.parts("commits").map((commit) => ({
      id: commit.text("id"),
      message: commit.optionalText("message") ?? "",
      url: commit.optionalText("url"),
      author: commit.optionalText("author.name"),
    })),
    total: payload.optionalNumber("total_commits_count"),
    compareUrl: home && !isZero(before) && !isZero(after) ? `${home}/-/compare/${before}...${after}` : undefined,
    change: isZero(after) ? "deleted" : isZero(before) ? "created" : undefined,
  });
}

const VERBS: Readonly<Record<string, string>> = {
  open: "opened",
  close: "closed",
  reopen: "reopened",
  merge: "merged",
  update: "updated",
  approved: "approved",
  approval: "approved",
  unapproved: "withdrew the approval of",
  unapproval: "withdrew the approval of",
};

interface Kind {
  readonly kind: string;
  readonly short: string;
  readonly sign: string;
}

const ISSUE: Kind = { kind: "issue", short: "issue", sign: "#" };
const MERGE_REQUEST: Kind = { kind: "merge request", short: "MR", sign: "!" };

const topicOf = (payload: Payload, { short }: Kind, item: Payload): string =>
  numberedTopic(projectOf(payload), short, item.text("iid"), item.optionalText("title") ?? "");

const named = ({ kind, sign }: Kind, item: Payload): Markup =>
  link(`${kind} ${sign}${item.text("iid")} ${item.optionalText("title") ?? ""}`, item.optionalText("url"));

/** An issue or merge request. Updates that change nothing to see are left out. */
function item(kind: Kind) {
  return ({ payload }: ServiceRequest): Post | undefined => {
    const object = payload.part("object_attributes");
    const action = object.optionalText("action") ?? "open";
    if (!Object.hasOwn(VERBS, action)) return undefined;
    const change = action === "update" ? changeOf(payload, object) : NOTHING;
    if (action === "update" && change.isEmpty) return undefined;
    const branches =
      kind === MERGE_REQUEST && action === "open"
        ? md` from ${code(object.optionalText("source_branch") ?? "")} to ${code(object.optionalText("target_branch") ?? "")}`
        : NOTHING;
    const assignees =
      action === "open" ? payload.parts("assignees").map((each) => each.optionalText("name") ?? "") : [];
    return {
      topic: topicOf(payload, kind, object),
      content: [
        md`${user(payload)} ${VERBS[action]} ${named(kind, object)}${branches}${change}`,
        assignees.length > 0 ? md`Assigned to ${assignees.join(", ")}` : NOTHING,
        action === "open" ? quoted(object.optionalText("description")) : NOTHING,
      ],
    };
  };
}

function changeOf(payload: Payload, object: Payload): Markup {
  // New commits of a merge request.
  if (object.has("oldrev")) return md` (new commits)`;
  const labels = payload.parts("changes.labels.current").map((each) => each.optionalText("title") ?? "");
  if (payload.has("changes.labels")) return md` (labels: ${labels.join(", ") || "none"})`;
  if (payload.has("changes.title")) return md` (title)`;
  if (payload.has("changes.description")) return md` (description)`;
  const assignees = payload.parts("changes.assignees.current").map((each) => each.optionalText("name") ?? "");
  if (payload.has("changes.assignees")) return md` (assigned to ${assignees.join(", ") || "nobody"})`;
  if (payload.has("changes.milestone_id")) return md` (milestone)`;
  return payload.has("changes.draft") || payload.has("changes.work_in_progress") ? md` (draft)` : NOTHING;
}

function note({ payload }: ServiceRequest): Post | undefined {
  const object = payload.part("object_attributes");
  const commented = link("commented", object.optionalText("url"));
  const body = quoted(object.optionalText("note"));
  const request = payload.optionalPart("merge_request");
  const issue = payload.optionalPart("issue");
  if (request)
    return {
      topic: topicOf(payload, MERGE_REQUEST, request),
      content: [md`${user(payload)} ${commented} on ${named(MERGE_REQUEST, request)}`, body],
    };
  if (issue)
    return {
      topic: topicOf(payload, ISSUE, issue),
      content: [md`${user(payload)} ${commented} on ${named(ISSUE, issue)}`, body],
    };
  const commit = payload.optionalPart("commit");
  const place = commit
    ? md`${shortId(commit.text("id"), commit.optionalText("url"))} ${firstLine(commit.optionalText("message") ?? "")}`
    : md`snippet ${payload.optionalText("snippet.title")}`;
  return {
    topic: `${projectOf(payload)} / ${commit ? "commits" : "snippets"}`,
    content: [md`${user(payload)} ${commented} on ${place}`, body],
  };
}

const PIPELINE_EMOJI: Readonly<Record<string, string>> = {
  success: ":check:",
  failed: ":cross_mark:",
  canceled: ":stop_sign:",
};

function pipeline({ payload, options }: ServiceRequest): Post | undefined {
  const object = payload.part("object_attributes");
  const [status, ref] = [object.text("status"), object.text("ref")];
  // Created, pending and running come before one of these.
  if (!Object.hasOwn(PIPELINE_EMOJI, status) || !isWantedBranch(options, ref)) return undefined;
  const home = payload.optionalText("project.web_url");
  const url = object.optionalText("url") ?? (home && `${home}/-/pipelines/${object.text("id")}`);
  const failed = payload
    .parts("builds")
    .filter((build) => build.optionalText("status") === "failed")
    .map((build) => md`${build.optionalText("name")} (${build.optionalText("stage")})`);
  const duration = object.optionalNumber("duration");
  return {
    topic: `${projectOf(payload)} / ${ref}`,
    content: [
      md`${plain(PIPELINE_EMOJI[status] as string)} ${link(`Pipeline #${object.text("id")}`, url)} on ${code(ref)}: ${status}${duration === undefined ? NOTHING : md` after ${Math.round(duration)} s`}`,
      bullets(failed),
    ],
  };
}

function job({ payload, options }: ServiceRequest): Post | undefined {
  const [status, ref] = [payload.text("build_status"), payload.text("ref")];
  // A pipeline reports what went well.
  if (status !== "failed" || !isWantedBranch(options, ref)) return undefined;
  const home = payload.firstText("project.web_url", "repository.homepage");
  const name = payload.text("build_name");
  return {
    topic: `${payload.firstText("repository.name", "project_name") ?? "GitLab"} / ${ref}`,
    content: md`:cross_mark: Job ${link(name, home && `${home}/-/jobs/${payload.text("build_id")}`)} (${payload.optionalText("build_stage")}) failed on ${code(ref)}`,
  };
}

function release({ payload }: ServiceRequest): Post | undefined {
  const action = payload.text("action");
  if (action === "delete") return undefined;
  return {
    topic: `${projectOf(payload)} / releases`,
    content: [
      md`Release ${link(payload.firstText("name", "tag"), payload.optionalText("url"))} of ${projectOf(payload)} was ${action === "create" ? "published" : "updated"}`,
      action === "create" ? quoted(payload.optionalText("description")) : NOTHING,
    ],
  };
}

const DEPLOYED: Readonly<Record<string, string>> = {
  running: ":ship: Deployment",
  success: ":check: Deployment",
  failed: ":cross_mark: Deployment",
};

function deployment({ payload }: ServiceRequest): Post | undefined {
  const status = payload.text("status");
  if (!Object.hasOwn(DEPLOYED, status)) return undefined;
  return {
    topic: `${projectOf(payload)} / deployments`,
    content: md`${plain(DEPLOYED[status] as string)} of ${code(payload.optionalText("ref") ?? "")} to ${link(payload.text("environment"), payload.firstText("deployable_url", "environment_external_url"))}: ${status}`,
  };
}

const wiki = ({ payload }: ServiceRequest): Post => {
  const page = payload.part("object_attributes");
  const verb = { create: "created", update: "updated", delete: "deleted" }[page.optionalText("action") ?? "update"];
  return {
    topic: `${projectOf(payload)} / wiki`,
    content: md`${user(payload)} ${verb ?? "changed"} the wiki page ${link(page.text("title"), page.optionalText("url"))}`,
  };
};

export const gitlab = integration({
  name: "gitlab",
  title: "GitLab",
  category: "development",
  picture: { initials: "GL", color: "#e24329" },
  about: "Posts pushes, merge requests, issues, comments, pipelines, releases and deployments of GitLab projects.",
  setup: [
    "In GitLab, open **Settings** of the project or group, then **Webhooks**, and choose **Add new webhook**.",
    "Set **URL** to `URL`, and **Secret token** to the bot's secret, if it has one.",
    "Choose the triggers that you want, and save. **Test** sends an example.",
  ],
  signature: token("x-gitlab-token", "Enter it as **Secret token** of the webhook: GitLab sends it with each request."),
  options: [{ key: "branches", label: "Branches whose pushes and pipelines are posted, separated by commas" }],
  eventOf: ({ payload, eventHeader }) =>
    payload.firstText("object_kind", "event_type", "event_name") ?? eventHeader("x-gitlab-event"),
  events: {
    push: { about: "Commits are pushed", say: push },
    tag_push: { about: "A tag is pushed or deleted", say: push },
    issue: { about: "An issue is opened, closed or changed", say: item(ISSUE) },
    work_item: { about: "A task or another work item is opened, closed or changed", say: item(ISSUE) },
    merge_request: { about: "A merge request is opened, approved, merged or changed", say: item(MERGE_REQUEST) },
    note: { about: "Somebody comments on a merge request, issue, commit or snippet", say: note },
    pipeline: { about: "A pipeline succeeds, fails or is canceled", say: pipeline },
    build: { about: "A job fails", say: job },
    release: { about: "A release is published or updated", say: release },
    deployment: { about: "A deployment starts, succeeds or fails", say: deployment },
    wiki_page: { about: "A page of the wiki is changed", say: wiki },
  },
  deliveryId: { header: "idempotency-key" },
});
