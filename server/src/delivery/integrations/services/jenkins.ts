import { integration } from "../integration.ts";
import { code, fields, link, md, NOTHING, plain } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";

const STATES: Readonly<Record<string, readonly [emoji: string, word: string]>> = {
  SUCCESS: [":check:", "succeeded"],
  FAILURE: [":cross_mark:", "failed"],
  UNSTABLE: [":orange_circle:", "is unstable"],
  ABORTED: [":stop_sign:", "was aborted"],
  NOT_BUILT: [":stop_sign:", "was not built"],
};

/** Of the Notification plugin. A build is completed and then finalized: the second has everything. */
function build({ payload }: ServiceRequest) {
  const run = payload.part("build");
  const [emoji, word] = STATES[run.optionalText("status") ?? ""] ?? [":gear:", "started"];
  const name = payload.firstText("display_name", "name") ?? payload.text("name");
  const branch = run.optionalText("scm.branch");
  return {
    topic: name,
    content: [
      md`${plain(emoji)} ${link(`${name} #${run.optionalText("number") ?? ""}`, run.optionalText("full_url"))} ${word}${branch === undefined ? NOTHING : md` on ${code(branch)}`}`,
      fields(
        ["Commit", run.has("scm.commit") ? code((run.optionalText("scm.commit") ?? "").slice(0, 10)) : undefined],
        ["By", run.texts("scm.culprits").join(", ")],
        ["Failed tests", run.optionalNumber("test_summary.failed") || undefined],
      ),
    ],
  };
}

export const jenkins = integration({
  name: "jenkins",
  title: "Jenkins",
  category: "development",
  picture: { initials: "JE", color: "#335061" },
  about: "Posts how the builds of Jenkins ended.",
  setup: [
    "Install the **Notification** plugin in Jenkins.",
    "In the configuration of a job, add an endpoint under **Job Notifications**: format **JSON**, protocol **HTTP**, and `URL` as its URL. As the event, choose **Job Finalized**.",
  ],
  eventOf: ({ payload }) => payload.text("build.phase").toLowerCase(),
  events: {
    started: { about: "A build starts", say: build },
    finalized: { about: "A build is done", say: build },
  },
});
