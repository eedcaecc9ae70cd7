import { integration, ONLY_EVENT } from "../integration.ts";
import { fields, link, md, plain, quoted } from "../markup.ts";

const EMOJI: readonly (readonly [RegExp, string])[] = [
  [/recovered|resolved/i, ":check:"],
  [/warn/i, ":orange_circle:"],
  [/no data/i, ":grey_question:"],
  [/triggered|error|alert/i, ":red_circle:"],
];

export const datadog = integration({
  name: "datadog",
  title: "Datadog",
  category: "monitoring",
  picture: { initials: "DD", color: "#632ca6" },
  about: "Posts what Datadog's monitors notify about.",
  setup: [
    "In Datadog, open **Integrations**, **Webhooks**, and choose **New**. Set **URL** to `URL`.",
    'Set **Payload** to `{"title": "$EVENT_TITLE", "body": "$TEXT_ONLY_MSG", "transition": "$ALERT_TRANSITION", "status": "$ALERT_STATUS", "link": "$LINK", "priority": "$PRIORITY", "host": "$HOSTNAME", "tags": "$TAGS", "id": "$ID"}`.',
    'If the bot has a secret, turn on **Custom headers** and enter `{"Authorization": "Bearer SECRET"}`.',
    "Mention the webhook in the messages of your monitors: `@webhook-NAME`.",
  ],
  eventOf: () => ONLY_EVENT,
  events: {
    [ONLY_EVENT]: {
      about: "A monitor notifies",
      say({ payload }) {
        const title = payload.firstText("title", "event_title") ?? payload.text("body");
        const transition = payload.firstText("transition", "alert_transition", "event_type") ?? "";
        const emoji = EMOJI.find(([pattern]) => pattern.test(transition || title))?.[1] ?? ":info:";
        return {
          topic: title.replace(/^\[[^\]]{0,60}\]\s*/g, "").replace(/^\[[^\]]{0,60}\]\s*/, "") || title,
          content: [
            md`${plain(emoji)} ${link(title, payload.firstText("link", "url"))}`,
            fields(
              ["State", transition],
              ["Priority", payload.optionalText("priority")],
              ["Host", payload.firstText("host", "hostname")],
              ["Tags", payload.optionalText("tags") ?? payload.texts("tags").join(", ")],
            ),
            quoted(payload.firstText("body", "event_msg", "text")),
          ],
        };
      },
    },
  },
});
