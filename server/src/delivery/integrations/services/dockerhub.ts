import { integration } from "../integration.ts";
import { code, link, md } from "../markup.ts";

export const dockerHub = integration({
  name: "dockerhub",
  title: "Docker Hub",
  category: "development",
  picture: { initials: "DH", color: "#1d63ed" },
  about: "Posts when an image is pushed to Docker Hub.",
  setup: ["In Docker Hub, open the repository, then **Webhooks**, and add one with `URL` as its URL."],
  eventOf: ({ payload }) => (payload.has("push_data") ? "push" : payload.text("push_data.tag")),
  events: {
    push: {
      about: "An image is pushed",
      say({ payload }) {
        const name = payload.text("repository.repo_name");
        return {
          topic: name,
          content: md`:package: ${payload.optionalText("push_data.pusher") ?? "Somebody"} pushed ${link(name, payload.optionalText("repository.repo_url"))} with the tag ${code(payload.optionalText("push_data.tag") ?? "latest")}`,
        };
      },
    },
  },
});
