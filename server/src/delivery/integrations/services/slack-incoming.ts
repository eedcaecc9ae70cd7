import { integration, ONLY_EVENT } from "../integration.ts";
import { markdown } from "../markup.ts";
import { attachment, blocks, mrkdwn } from "./slack-markdown.ts";

export const slackIncoming = integration({
  name: "slack_incoming",
  title: "Slack-compatible webhook",
  category: "general",
  picture: { initials: "SL", color: "#4a154b" },
  about: "Accepts what programs send to Slack's incoming webhooks: text, blocks and attachments.",
  setup: [
    "Use `URL` wherever a program asks for the address of a Slack incoming webhook.",
    "A channel named in the document becomes the topic, unless the URL has one: all messages go to the channel of the URL.",
  ],
  eventOf: () => ONLY_EVENT,
  events: {
    [ONLY_EVENT]: {
      about: "A message",
      say({ payload }) {
        const layout = blocks(payload.parts("blocks"));
        const isPlain = payload.has("mrkdwn") && !payload.isTrue("mrkdwn");
        const text = isPlain ? markdown(payload.optionalText("text")) : mrkdwn(payload.optionalText("text"));
        return {
          topic: (payload.optionalText("channel") ?? payload.optionalText("username") ?? "Slack").replace(/^[#@]/, ""),
          // With blocks, the text is for notifications only.
          content: [
            ...(layout.some((each) => !each.isEmpty) ? layout : [text]),
            ...payload.parts("attachments").map((each) => attachment(each, mrkdwn)),
          ],
        };
      },
    },
  },
});
