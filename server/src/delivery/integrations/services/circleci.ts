import { integration } from "../integration.ts";
import { code, fields, link, md, NOTHING, plain } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { anyHmacOfBody } from "../signatures.ts";
import { firstLine, isWantedBranch, shortId } from "./git.ts";

const STATES: Readonly<Record<string, readonly [emoji: string, word: string]>> = {
  success: [":check:", "succeeded"],
  failed: [":cross_mark:", "failed"],
  error: [":cross_mark:", "had an error"],
  canceled: [":stop_sign:", "was canceled"],
  unauthorized: [":stop_sign:", "was not authorized"],
};

const completed =
  (kind: "workflow" | "job") =>
  ({ payload, options }: ServiceRequest) => {
    const item = payload.part(kind);
    const [emoji, word] = STATES[item.optionalText("status") ?? ""] ?? ["", "was completed"];
    const branch = payload.firstText("pipeline.vcs.branch", "pipeline.vcs.tag") ?? "";
    if (!isWantedBranch(options, branch)) return undefined;
    const sha = payload.optionalText("pipeline.vcs.revision");
    const url = kind === "workflow" ? item.optionalText("url") : payload.optionalText("workflow.url");
    const project = payload.optionalText("project.name") ?? "CircleCI";
    return {
      topic: branch === "" ? project : `${project} / ${branch}`,
      content: [
        md`${plain(emoji)} ${link(`${kind === "job" ? "Job" : "Workflow"} ${item.text("name")}`, url)} ${word}${branch === "" ? NOTHING : md` on ${code(branch)}`}`,
        fields([
          "Commit",
          sha === undefined
            ? undefined
            : md`${shortId(sha, undefined)} ${firstLine(payload.firstText("pipeline.vcs.commit.subject", "pipeline.vcs.commit.body") ?? "")}`,
        ]),
      ],
    };
  };

export const circleci = integration({
  name: "circleci",
  title: "CircleCI",
  category: "development",
  picture: { initials: "CI", color: "#343434" },
  about: "Posts how the workflows and jobs of CircleCI ended.",
  setup: [
    "In CircleCI, open **Project Settings**, **Webhooks**, and choose **Add Webhook**.",
    "Set **Receiver URL** to `URL`, **Secret token** to the bot's secret, if it has one, and choose the events that you want.",
  ],
  signature: anyHmacOfBody({
    header: "circleci-signature",
    name: "v1",
    about: "Enter it as **Secret token** of the webhook: CircleCI then signs each request (`circleci-signature`).",
  }),
  options: [{ key: "branches", label: "Branches whose builds are posted, separated by commas" }],
  eventOf: ({ payload }) => payload.text("type"),
  events: {
    "workflow-completed": { about: "A workflow is completed", say: completed("workflow") },
    "job-completed": { about: "A job is completed", say: completed("job") },
    ping: { about: "The webhook is tested", say: () => ({ topic: "CircleCI", content: md`CircleCI is connected.` }) },
  },
  deliveryId: { path: "id" },
});
