import { integration, type Post } from "../integration.ts";
import { fields, link, md, plain } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";

/** The types of alerts, as UptimeRobot numbers them. */
const EVENTS: Readonly<Record<string, string>> = { "1": "down", "2": "up", "3": "ssl" };

const alert =
  (emoji: string, word: string) =>
  ({ payload }: ServiceRequest): Post => {
    const name = payload.text("monitor_friendly_name");
    const seconds = payload.optionalNumber("alert_duration");
    return {
      topic: name,
      content: [
        md`${plain(emoji)} ${link(name, payload.optionalText("monitor_url"))} ${word}`,
        fields(
          ["Reason", payload.optionalText("alert_details")],
          ["Duration", seconds === undefined || seconds === 0 ? undefined : durationOf(seconds)],
        ),
      ],
    };
  };

function durationOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return [hours > 0 ? `${hours} h` : "", minutes > 0 ? `${minutes} min` : "", `${Math.floor(seconds % 60)} s`]
    .filter(Boolean)
    .join(" ");
}

export const uptimeRobot = integration({
  name: "uptimerobot",
  title: "UptimeRobot",
  category: "monitoring",
  picture: { initials: "UR", color: "#2f9e5c" },
  about: "Posts when a monitor of UptimeRobot goes down and comes back.",
  setup: [
    "In UptimeRobot, open **Integrations** and add a **Webhook**. Set **URL to notify** to `URL`.",
    'Set **POST value** to `{"monitor_friendly_name": "*monitorFriendlyName*", "monitor_url": "*monitorURL*", "alert_type": "*alertType*", "alert_type_friendly_name": "*alertTypeFriendlyName*", "alert_details": "*alertDetails*", "alert_duration": "*alertDuration*"}` and turn on **Send as JSON**.',
    "Choose the integration as an alert contact of your monitors.",
  ],
  eventOf: ({ payload }) =>
    EVENTS[payload.optionalText("alert_type") ?? ""] ??
    payload.text("alert_type_friendly_name").toLowerCase().split(" ", 1)[0] ??
    "",
  events: {
    down: { about: "A monitor goes down", say: alert(":red_circle:", "is down") },
    up: { about: "A monitor is up again", say: alert(":check:", "is up again") },
    ssl: { about: "A certificate expires soon", say: alert(":warning:", "has a certificate that expires soon") },
  },
});
