import { integration, type Post } from "../integration.ts";
import { fields, link, md, plain } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";

/** The states of a monitor, as numbers in the document. */
const STATES: Readonly<Record<string, { readonly event: string; readonly emoji: string; readonly word: string }>> = {
  "0": { event: "down", emoji: ":red_circle:", word: "is down" },
  "1": { event: "up", emoji: ":check:", word: "is up" },
  "2": { event: "pending", emoji: ":orange_circle:", word: "is pending" },
  "3": { event: "maintenance", emoji: ":tools:", word: "is under maintenance" },
};

function beat({ payload }: ServiceRequest): Post {
  const { emoji, word } = STATES[payload.optionalText("heartbeat.status") ?? ""] ?? { emoji: "", word: "changed" };
  const name = payload.optionalText("monitor.name") ?? "Uptime Kuma";
  const ping = payload.optionalNumber("heartbeat.ping");
  return {
    topic: name,
    content: [
      md`${plain(emoji)} ${link(name, payload.optionalText("monitor.url"))} ${word}`,
      fields(
        ["Message", payload.firstText("heartbeat.msg", "msg")],
        ["Response time", ping === undefined ? undefined : `${ping} ms`],
        ["Time", payload.firstText("heartbeat.localDateTime", "heartbeat.time")],
      ),
    ],
  };
}

export const uptimeKuma = integration({
  name: "uptime_kuma",
  title: "Uptime Kuma",
  category: "monitoring",
  picture: { initials: "UK", color: "#3d8f6c" },
  about: "Posts when a monitor of Uptime Kuma goes down and comes back.",
  setup: [
    "In Uptime Kuma, open **Settings**, **Notifications**, **Setup Notification**, and choose the type **Webhook**.",
    "Set **Post URL** to `URL` and **Request Body** to `application/json`.",
    'If the bot has a secret, turn on **Additional Headers** and enter `{"Authorization": "Bearer SECRET"}`.',
  ],
  eventOf({ payload }) {
    const status = payload.optionalText("heartbeat.status");
    // Tests and expiring certificates come with a text only.
    if (status === undefined) return payload.has("msg") ? "notice" : payload.text("heartbeat.status");
    return STATES[status]?.event ?? "unknown";
  },
  events: {
    down: { about: "A monitor goes down", say: beat },
    up: { about: "A monitor is up again", say: beat },
    pending: { about: "A monitor fails and is tried again", say: beat },
    maintenance: { about: "A maintenance begins", say: beat },
    notice: {
      about: "Uptime Kuma sends a test, or a certificate expires",
      say: ({ payload }) => ({
        topic: payload.optionalText("monitor.name") ?? "Uptime Kuma",
        content: md`${payload.text("msg")}`,
      }),
    },
  },
});
