/** Alerts of Prometheus' form, which Alertmanager and Grafana share. */
import { bulletsOf, code, joined, link, type Markup, md, NOTHING, plain } from "../markup.ts";
import type { Payload } from "../payload.ts";

export const isFiring = (part: Payload): boolean => part.optionalText("status") === "firing";

export const alertEmoji = (firing: boolean): Markup => plain(firing ? ":red_circle:" : ":check:");

/** `instance=web-1, job=api`, without the labels that every alert of the group has. */
function labelsOf(alert: Payload, common: ReadonlySet<string>): Markup {
  const own = alert.entries("labels").filter(([name]) => !common.has(name) && name !== "alertname");
  return own.length === 0 ? NOTHING : code(own.map(([name, value]) => `${name}=${value}`).join(", "));
}

function described(alert: Payload, common: ReadonlySet<string>): Markup {
  const text = alert.firstText("annotations.summary", "annotations.description", "annotations.message");
  const url = alert.firstText("panelURL", "dashboardURL", "generatorURL");
  return joined(
    [
      link(text ?? alert.optionalText("labels.alertname") ?? "Alert", url),
      labelsOf(alert, common),
      alert.has("valueString") ? code(alert.text("valueString")) : NOTHING,
    ],
    " ",
  );
}

/** Firing alerts and then resolved ones, each with what tells it apart. */
export function alertList(payload: Payload): Markup[] {
  const alerts = payload.parts("alerts");
  const common = new Set(payload.entries("commonLabels").map(([name]) => name));
  const listed = (firing: boolean) => {
    const some = alerts.filter((alert) => isFiring(alert) === firing);
    if (some.length === 0) return [];
    const title = md`${alertEmoji(firing)} **${firing ? "Firing" : "Resolved"}**`;
    return [title, bulletsOf(some, (alert) => described(alert, common))];
  };
  return [...listed(true), ...listed(false)];
}
