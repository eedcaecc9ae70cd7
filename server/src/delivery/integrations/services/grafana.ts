import { integration } from "../integration.ts";
import { link, md, NOTHING, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";
import { bearer, hmacOfBody } from "../signatures.ts";
import { alertEmoji, alertList } from "./alerts.ts";

const signed = hmacOfBody({ header: "x-grafana-alerting-signature", about: "" });

const alerts = ({ payload }: ServiceRequest) => ({
  topic: payload.firstText("commonLabels.alertname", "groupLabels.alertname", "title") ?? "Grafana",
  content: [
    ...alertList(payload),
    payload.has("externalURL") ? link("Open Grafana", payload.optionalText("externalURL")) : NOTHING,
  ],
});

/** Before unified alerting (Grafana 8). */
const legacy = ({ payload }: ServiceRequest) => ({
  topic: payload.firstText("ruleName", "title") ?? "Grafana",
  content: [
    md`${alertEmoji(payload.optionalText("state") === "alerting")} ${link(payload.firstText("title", "ruleName"), payload.optionalText("ruleUrl"))}`,
    quoted(payload.optionalText("message")),
  ],
});

export const grafana = integration({
  name: "grafana",
  title: "Grafana",
  category: "monitoring",
  picture: { initials: "GR", color: "#e0591c" },
  about: "Posts alerts of Grafana, with their labels, values and links to the panels.",
  setup: [
    "In Grafana, open **Alerting**, **Contact points**, and add one with the integration **Webhook**.",
    "Set **URL** to `URL`. If the bot has a secret, enter it under **HMAC signature**, or as credentials of the authorization scheme `Bearer`.",
    "Use the contact point in a notification policy. **Test** sends an example.",
  ],
  signature: {
    about:
      "Enter it under **HMAC signature** of the contact point, or as credentials of the authorization scheme `Bearer`.",
    verify: (request, secret) => signed.verify(request, secret) || bearer.verify(request, secret),
    sign: signed.sign,
  },
  eventOf: ({ payload }) => payload.firstText("status", "state") ?? payload.text("status"),
  events: {
    firing: { about: "Alerts are firing", say: alerts },
    resolved: { about: "Alerts are resolved", say: alerts },
    alerting: { about: "A panel is alerting (Grafana 8 and older)", say: legacy },
    ok: { about: "A panel is fine again (Grafana 8 and older)", say: legacy },
    no_data: { about: "A panel has no data (Grafana 8 and older)", say: legacy },
  },
});
