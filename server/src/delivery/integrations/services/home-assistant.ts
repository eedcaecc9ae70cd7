import { automation } from "./automation.ts";

export const homeAssistant = automation({
  name: "homeassistant",
  title: "Home Assistant",
  picture: { initials: "HA", color: "#03a9f4" },
  about: "Posts notifications of Home Assistant.",
  setup: [
    "Add to `configuration.yaml`, under `notify:`, an entry with `name: parley`, `platform: rest`, `method: POST_JSON`, `title_param_name: topic`, `message_param_name: message`, and `resource` set to `URL`.",
    'If the bot has a secret, add `headers: { Authorization: "Bearer SECRET" }` to the entry.',
    "Use the action `notify.parley` in your automations: its title becomes the topic.",
  ],
});
