import { integration } from "../integration.ts";
import { md } from "../markup.ts";
import { alertList } from "./alerts.ts";

const alerts = {
  about: "",
  say: ({ payload }) => ({
    topic: payload.firstText("commonLabels.alertname", "groupLabels.alertname", "receiver") ?? "Alertmanager",
    content: [...alertList(payload), truncated(payload.optionalNumber("truncatedAlerts") ?? 0)],
  }),
} satisfies Parameters<typeof integration>[0]["events"][string];

const truncated = (count: number) => (count > 0 ? md`${count} more alerts were left out.` : md``);

export const alertmanager = integration({
  name: "alertmanager",
  title: "Prometheus Alertmanager",
  category: "monitoring",
  picture: { initials: "AM", color: "#da4e31" },
  about: "Posts alerts of Prometheus' Alertmanager, grouped as you configure it.",
  setup: [
    "Add a receiver to `alertmanager.yml`, and use it in a route: a `webhook_configs` entry with `url` set to `URL`.",
    "If the bot has a secret, add `http_config: { authorization: { credentials: SECRET } }` to the entry.",
  ],
  eventOf: ({ payload }) => payload.text("status"),
  events: {
    firing: { ...alerts, about: "Alerts are firing" },
    resolved: { ...alerts, about: "All alerts of a group are resolved" },
  },
});
