import { automation } from "./automation.ts";

export const zapier = automation({
  name: "zapier",
  title: "Zapier",
  picture: { initials: "ZA", color: "#ff4f00" },
  about: "Posts messages of your Zaps, from any service that Zapier knows.",
  setup: [
    "In Zapier, add the action **Webhooks by Zapier** to a Zap, with the event **POST** and `URL` as its URL.",
    "Set **Payload Type** to `json`, and add the data `topic` and `content`. `content` is Markdown; other data are listed if there is none.",
    "If the bot has a secret, add the header `Authorization` with `Bearer SECRET`.",
  ],
});
