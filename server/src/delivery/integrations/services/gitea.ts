import { integration, type Post } from "../integration.ts";
import { link, md, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBody } from "../signatures.ts";
import { numberedTopic } from "./git.ts";
import { repositoryOf, sender, sharedEvents } from "./github-events.ts";

/** A review has its text in another place than GitHub's. */
const reviewed =
  (verb: string) =>
  ({ payload }: ServiceRequest): Post => {
    const item = payload.part("pull_request");
    const [number, title] = [item.text("number"), item.optionalText("title") ?? ""];
    return {
      topic: numberedTopic(repositoryOf(payload), "PR", number, title),
      content: [
        md`${sender(payload)} ${verb} ${link(`pull request #${number} ${title}`, item.optionalText("html_url"))}`,
        quoted(payload.optionalText("review.content")),
      ],
    };
  };

export const gitea = integration({
  name: "gitea",
  title: "Gitea and Forgejo",
  category: "development",
  picture: { initials: "GT", color: "#609926" },
  about: "Posts pushes, pull requests, issues, comments and releases of Gitea and Forgejo repositories.",
  setup: [
    "Open the **Settings** of the repository, then **Webhooks**, choose **Add webhook** and **Gitea** (or **Forgejo**).",
    "Set **Target URL** to `URL`, **HTTP method** to `POST` and **POST content type** to `application/json`.",
    "Enter the bot's secret as **Secret**, if it has one, and choose the events that you want.",
  ],
  signature: hmacOfBody({
    header: "x-gitea-signature",
    about: "Enter it as **Secret** of the webhook: each request is then signed (`X-Gitea-Signature`).",
  }),
  options: [{ key: "branches", label: "Branches whose pushes are posted, separated by commas" }],
  eventOf: (request) => request.eventHeader("x-gitea-event"),
  events: {
    ...sharedEvents,
    pull_request_approved: { about: "A pull request is approved", say: reviewed("approved") },
    pull_request_rejected: { about: "Changes to a pull request are requested", say: reviewed("requested changes to") },
    pull_request_comment: { about: "A pull request is reviewed without a verdict", say: reviewed("reviewed") },
  },
  deliveryId: { header: "x-gitea-delivery" },
});
