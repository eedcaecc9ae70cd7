import { integration, ONLY_EVENT } from "../integration.ts";
import { markdown } from "../markup.ts";
import { attachment } from "./slack-markdown.ts";

export const mattermost = integration({
  name: "mattermost",
  title: "Mattermost-compatible webhook",
  category: "general",
  picture: { initials: "MM", color: "#1e325c" },
  about: "Accepts what programs send to Mattermost's incoming webhooks: Markdown and attachments.",
  setup: [
    "Use `URL` wherever a program asks for the address of a Mattermost incoming webhook.",
    "A channel named in the document becomes the topic, unless the URL has one: all messages go to the channel of the URL.",
  ],
  eventOf: () => ONLY_EVENT,
  events: {
    [ONLY_EVENT]: {
      about: "A message",
      say: ({ payload }) => ({
        topic: (payload.firstText("channel", "username") ?? "Mattermost").replace(/^[#@]/, ""),
        content: [
          markdown(payload.optionalText("text")),
          ...payload.parts("attachments").map((each) => attachment(each, (text) => markdown(text))),
          markdown(payload.optionalText("props.card")),
        ],
      }),
    },
  },
});
