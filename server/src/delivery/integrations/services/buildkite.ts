import { integration } from "../integration.ts";
import { code, fields, link, md, plain } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfTimeAndBody, token, valuesIn } from "../signatures.ts";
import { firstLine, isWantedBranch, shortId } from "./git.ts";

const STATES: Readonly<Record<string, readonly [emoji: string, word: string]>> = {
  passed: [":check:", "passed"],
  failed: [":cross_mark:", "failed"],
  failing: [":cross_mark:", "is failing"],
  blocked: [":stop_sign:", "waits to be unblocked"],
  canceled: [":stop_sign:", "was canceled"],
  running: [":gear:", "is running"],
  scheduled: [":gear:", "is scheduled"],
};

function build({ payload, options }: ServiceRequest) {
  const item = payload.part("build");
  const branch = item.optionalText("branch") ?? "";
  if (!isWantedBranch(options, branch)) return undefined;
  const [emoji, word] = STATES[item.text("state")] ?? ["", "changed"];
  const pipeline = payload.optionalText("pipeline.name") ?? "Buildkite";
  const sha = item.optionalText("commit");
  return {
    topic: `${pipeline} / ${branch}`,
    content: [
      md`${plain(emoji)} ${link(`${pipeline} #${item.optionalText("number") ?? ""}`, item.optionalText("web_url"))} ${word} on ${code(branch)}`,
      fields(
        [
          "Commit",
          sha === undefined
            ? undefined
            : md`${shortId(sha, undefined)} ${firstLine(item.optionalText("message") ?? "")}`,
        ],
        ["By", item.firstText("creator.name", "author.name")],
      ),
    ],
  };
}

function job({ payload, options }: ServiceRequest) {
  const branch = payload.optionalText("build.branch") ?? "";
  const state = payload.text("job.state");
  // The build reports what went well.
  if (state === "passed" || !isWantedBranch(options, branch)) return undefined;
  const pipeline = payload.optionalText("pipeline.name") ?? "Buildkite";
  return {
    topic: `${pipeline} / ${branch}`,
    content: md`:cross_mark: Job ${link(payload.optionalText("job.name") ?? "job", payload.optionalText("job.web_url"))} of ${pipeline} #${payload.optionalText("build.number")}: ${state}`,
  };
}

const plainToken = token("x-buildkite-token", "");
const signed = hmacOfTimeAndBody({
  read: ({ header }) => ({
    time: valuesIn(header("x-buildkite-signature"), "timestamp")[0],
    signatures: valuesIn(header("x-buildkite-signature"), "signature"),
  }),
  write: (time, signature) => ({ "x-buildkite-signature": `timestamp=${time},signature=${signature}` }),
  separator: ".",
  encoding: "hex",
  secondsOf: Number,
  timeOf: String,
  about: "",
});

export const buildkite = integration({
  name: "buildkite",
  title: "Buildkite",
  category: "development",
  picture: { initials: "BK", color: "#0c9a5c" },
  about: "Posts how the builds of Buildkite went.",
  setup: [
    "In Buildkite, open **Settings**, **Notification Services**, and add a **Webhook**.",
    "Set **Webhook URL** to `URL`, and choose the events **build.finished** and others that you want.",
    "Copy the token that Buildkite shows, and set it as the bot's secret. Prefer **Send an HMAC signature**.",
  ],
  signature: {
    about: "Buildkite makes the token of the webhook, and signs requests with it or sends it with each.",
    verify: (request, secret) => signed.verify(request, secret) || plainToken.verify(request, secret),
    sign: signed.sign,
  },
  options: [{ key: "branches", label: "Branches whose builds are posted, separated by commas" }],
  eventOf: ({ payload, eventHeader }) => payload.optionalText("event") ?? eventHeader("x-buildkite-event"),
  events: {
    "build.scheduled": { about: "A build is scheduled", say: build },
    "build.running": { about: "A build starts", say: build },
    "build.failing": { about: "A job fails while its build goes on", say: build },
    "build.finished": { about: "A build is done", say: build },
    "job.finished": { about: "A job fails", say: job },
    ping: { about: "The webhook is tested", say: () => ({ topic: "Buildkite", content: md`Buildkite is connected.` }) },
  },
});
