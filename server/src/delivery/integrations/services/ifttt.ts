import { automation } from "./automation.ts";

export const ifttt = automation({
  name: "ifttt",
  title: "IFTTT",
  picture: { initials: "IF", color: "#222222" },
  about: "Posts messages of your Applets, from any service that IFTTT knows.",
  setup: [
    "In IFTTT, create an Applet with the action **Webhooks**, **Make a web request**, and `URL` as its URL.",
    'Set **Method** to `POST`, **Content Type** to `application/json`, and **Body** to `{"topic": "…", "content": "…"}`, with ingredients in `<<<` and `>>>`.',
    "If the bot has a secret, enter `Authorization: Bearer SECRET` as an additional header.",
  ],
});
