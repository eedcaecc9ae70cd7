import { integration, type Post } from "../integration.ts";
import { bullets, code, joined, link, md, NOTHING, plain, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";
import { firstLine, isWantedBranch, numberedTopic, shortId } from "./git.ts";
import { comment, repositoryOf, reviewEvent, sender, sharedEvents, words } from "./github-events.ts";

const GOOD = new Set(["success", "neutral", "skipped"]);
const emojiOf = (conclusion: string): string => (GOOD.has(conclusion) ? ":check:" : ":cross_mark:");

function workflowRun({ payload, options }: ServiceRequest): Post | undefined {
  const run = payload.part("workflow_run");
  const branch = run.optionalText("head_branch") ?? "";
  // Requested and in progress are not worth a message each.
  if (payload.text("action") !== "completed" || !isWantedBranch(options, branch)) return undefined;
  const conclusion = run.optionalText("conclusion") ?? "completed";
  return {
    topic: `${repositoryOf(payload)} / ${branch}`,
    content: [
      md`${plain(emojiOf(conclusion))} ${link(`${run.text("name")} #${run.optionalText("run_number") ?? ""}`, run.optionalText("html_url"))}: ${words(conclusion)} on ${code(branch)}`,
      bulletOf(
        run.optionalText("head_commit.id") ?? run.optionalText("head_sha"),
        run.optionalText("head_commit.message"),
      ),
    ],
  };
}

const bulletOf = (id: string | undefined, message: string | undefined) =>
  id === undefined || message === undefined ? NOTHING : bullets([md`${shortId(id, undefined)} ${firstLine(message)}`]);

function checkRun({ payload, options }: ServiceRequest): Post | undefined {
  const run = payload.part("check_run");
  const branch = run.optionalText("check_suite.head_branch") ?? "";
  // The workflow reports for its own checks.
  const isOfWorkflow = run.optionalText("app.slug") === "github-actions";
  if (payload.text("action") !== "completed" || isOfWorkflow || !isWantedBranch(options, branch)) return undefined;
  const conclusion = run.optionalText("conclusion") ?? "completed";
  return {
    topic: `${repositoryOf(payload)} / ${branch || "checks"}`,
    content: md`${plain(emojiOf(conclusion))} Check ${link(run.text("name"), run.firstText("html_url", "details_url"))}: ${words(conclusion)} for ${code((run.optionalText("head_sha") ?? "").slice(0, 10))}`,
  };
}

function status({ payload }: ServiceRequest): Post | undefined {
  const state = payload.text("state");
  if (state === "pending") return undefined;
  const sha = payload.text("sha");
  return {
    topic: `${repositoryOf(payload)} / ${payload.parts("branches")[0]?.optionalText("name") ?? "checks"}`,
    content: [
      md`${plain(emojiOf(state))} ${link(payload.optionalText("context") ?? "Status", payload.optionalText("target_url"))}: ${state} for ${shortId(sha, payload.optionalText("commit.html_url"))}`,
      md`${payload.optionalText("description")}`,
    ],
  };
}

const DEPLOYED: Readonly<Record<string, string>> = {
  success: "succeeded",
  failure: "failed",
  error: "failed",
  in_progress: "is in progress",
};

function deploymentStatus({ payload }: ServiceRequest): Post | undefined {
  const state = payload.text("deployment_status.state");
  if (!Object.hasOwn(DEPLOYED, state)) return undefined;
  const environment = payload.firstText("deployment.environment", "deployment_status.environment") ?? "production";
  return {
    topic: `${repositoryOf(payload)} / deployments`,
    content: [
      md`${plain(state === "in_progress" ? ":ship:" : emojiOf(state))} ${link("Deployment", payload.firstText("deployment_status.target_url", "deployment_status.log_url"))} of ${code(payload.optionalText("deployment.ref") ?? "")} to ${code(environment)} ${DEPLOYED[state]}`,
      quoted(payload.optionalText("deployment_status.description")),
    ],
  };
}

function discussion({ payload }: ServiceRequest): Post | undefined {
  const item = payload.part("discussion");
  const action = payload.text("action");
  if (!["created", "answered", "closed", "reopened", "deleted"].includes(action)) return undefined;
  return {
    topic: numberedTopic(repositoryOf(payload), "discussion", item.text("number"), item.optionalText("title") ?? ""),
    content: [
      md`${sender(payload)} ${words(action)} the discussion ${link(`#${item.text("number")} ${item.optionalText("title") ?? ""}`, item.optionalText("html_url"))}`,
      action === "created" ? quoted(item.optionalText("body")) : NOTHING,
      action === "answered" ? quoted(payload.optionalText("answer.body")) : NOTHING,
    ],
  };
}

function alert(name: string) {
  return ({ payload }: ServiceRequest): Post => {
    const item = payload.part("alert");
    const title = item.firstText(
      "security_advisory.summary",
      "rule.description",
      "secret_type_display_name",
      "secret_type",
    );
    return {
      topic: `${repositoryOf(payload)} / security`,
      content: [
        md`:warning: ${name} ${link(`#${item.text("number")} ${title ?? ""}`, item.optionalText("html_url"))}: ${words(payload.text("action"))}`,
        joined([
          plain(item.firstText("security_advisory.severity", "rule.security_severity_level", "rule.severity") ?? ""),
          code(item.firstText("dependency.package.name", "most_recent_instance.location.path") ?? ""),
        ]),
      ],
    };
  };
}

function stars({ payload }: ServiceRequest): Post | undefined {
  if (!["created", "started"].includes(payload.optionalText("action") ?? "")) return undefined;
  const count = payload.optionalNumber("repository.stargazers_count");
  return {
    topic: repositoryOf(payload),
    content: md`:star: ${sender(payload)} starred ${repositoryOf(payload)}${count === undefined ? NOTHING : md` (${count} stars)`}`,
  };
}

export const github = integration({
  name: "github",
  title: "GitHub",
  category: "development",
  picture: { initials: "GH", color: "#1f2328" },
  about: "Posts pushes, pull requests, reviews, issues, releases, checks and deployments of GitHub repositories.",
  setup: [
    "On GitHub, open the **Settings** of the repository or organization, then **Webhooks**, and choose **Add webhook**.",
    "Set **Payload URL** to `URL` and **Content type** to `application/json`.",
    "Enter the bot's secret as **Secret**, if it has one.",
    "Choose **Send me everything**, or the events that you want.",
  ],
  signature: hmacOfBody({
    header: "x-hub-signature-256",
    prefix: "sha256=",
    about: "Enter it as **Secret** of the webhook: GitHub then signs each request (`X-Hub-Signature-256`).",
  }),
  options: [
    { key: "branches", label: "Branches whose pushes are posted, separated by commas" },
    { key: "ignore_private_repositories", label: "Post nothing about private repositories" },
  ],
  eventOf: (request) => request.eventHeader("x-github-event"),
  events: withoutPrivate({
    ...sharedEvents,
    pull_request_review: reviewEvent,
    commit_comment: {
      about: "Somebody comments on a commit",
      say: ({ payload }) => ({
        topic: `${repositoryOf(payload)} / commits`,
        content: [
          md`${sender(payload)} ${link("commented", payload.optionalText("comment.html_url"))} on ${shortId(payload.text("comment.commit_id"), undefined)}`,
          quoted(payload.optionalText("comment.body")),
        ],
      }),
    },
    discussion: { about: "A discussion is created, answered or closed", say: discussion },
    discussion_comment: {
      about: "Somebody comments on a discussion",
      say: ({ payload }) => comment(payload, { item: payload.part("discussion"), kind: "discussion" }),
    },
    workflow_run: { about: "A workflow of GitHub Actions is completed", say: workflowRun },
    check_run: { about: "A check of another service is completed", say: checkRun },
    status: { about: "The status of a commit changes", say: status },
    deployment_status: { about: "A deployment starts, succeeds or fails", say: deploymentStatus },
    dependabot_alert: { about: "A dependency has a vulnerability", say: alert("Dependabot alert") },
    code_scanning_alert: { about: "Code scanning finds something", say: alert("Code scanning alert") },
    secret_scanning_alert: { about: "A secret was pushed", say: alert("Secret scanning alert") },
    star: { about: "The repository gets a star", say: stars },
    watch: { about: "The repository gets a star (older name)", say: () => undefined },
    member: {
      about: "A collaborator is added or removed",
      say: ({ payload }) => ({
        topic: repositoryOf(payload),
        content: md`${sender(payload)} ${words(payload.text("action"))} ${link(payload.text("member.login"), payload.optionalText("member.html_url"))} as a collaborator of ${repositoryOf(payload)}`,
      }),
    },
    ping: {
      about: "The webhook is set up",
      say: ({ payload }) => ({
        topic: payload.firstText("repository.name", "organization.login") ?? "GitHub",
        content: md`GitHub is connected to ${payload.firstText("repository.full_name", "organization.login") ?? "this channel"}.`,
      }),
    },
  }),
  deliveryId: { header: "x-github-delivery" },
});

/** Nothing about private repositories, if the URL says so. */
function withoutPrivate<
  E extends Readonly<Record<string, { about: string; say(request: ServiceRequest): Post | undefined }>>,
>(events: E): E {
  const isHidden = ({ options, payload }: ServiceRequest) =>
    options.ignore_private_repositories === true && payload.isTrue("repository.private");
  return Object.fromEntries(
    Object.entries(events).map(([name, event]) => [
      name,
      { ...event, say: (request: ServiceRequest) => (isHidden(request) ? undefined : event.say(request)) },
    ]),
  ) as E;
}
