import { automation } from "./automation.ts";

export const n8n = automation({
  name: "n8n",
  title: "n8n",
  picture: { initials: "N8", color: "#ea4b71" },
  about: "Posts messages of your n8n workflows.",
  setup: [
    "In n8n, add an **HTTP Request** node to a workflow, with the method **POST** and `URL` as its URL.",
    "Turn on **Send Body** with the content type **JSON** and the fields `topic` and `content`. `content` is Markdown; other fields are listed if there is none.",
    "If the bot has a secret, choose **Bearer Auth** as the authentication, with the secret as its token.",
  ],
});
