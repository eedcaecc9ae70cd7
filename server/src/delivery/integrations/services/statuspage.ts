import { integration } from "../integration.ts";
import { fields, link, md, plain, quoted } from "../markup.ts";
import type { ServiceRequest } from "../request.ts";

const words = (status: string | undefined): string => (status ?? "unknown").replaceAll("_", " ");

const INCIDENTS: Readonly<Record<string, string>> = {
  resolved: ":check:",
  completed: ":check:",
  postmortem: ":memo:",
  scheduled: ":bell:",
  in_progress: ":tools:",
};

function incident({ payload }: ServiceRequest) {
  const item = payload.part("incident");
  const status = item.optionalText("status");
  const name = item.text("name");
  return {
    topic: name,
    content: [
      md`${plain(INCIDENTS[status ?? ""] ?? ":red_circle:")} ${link(name, item.firstText("shortlink", "stspg_url"))}: ${words(status)}`,
      fields(
        ["Impact", item.has("impact") ? words(item.optionalText("impact")) : undefined],
        [
          "Components",
          item
            .parts("components")
            .map((each) => each.optionalText("name") ?? "")
            .join(", "),
        ],
      ),
      quoted(item.parts("incident_updates")[0]?.optionalText("body")),
    ],
  };
}

function component({ payload }: ServiceRequest) {
  const name = payload.text("component.name");
  const [from, to] = [
    payload.optionalText("component_update.old_status"),
    payload.optionalText("component_update.new_status"),
  ];
  return {
    topic: name,
    content: md`${plain(to === "operational" ? ":check:" : ":red_circle:")} **${name}**: ${words(from)} to ${words(to)}`,
  };
}

export const statuspage = integration({
  name: "statuspage",
  title: "Statuspage",
  category: "monitoring",
  picture: { initials: "SP", color: "#172b4d" },
  about: "Posts incidents and components of a status page, your own or that of a service you use.",
  setup: [
    "Open the status page, choose **Subscribe to updates**, then the webhook symbol, and enter `URL`.",
    "Statuspage also wants an email address, which it writes to if the webhook fails.",
  ],
  eventOf: ({ payload }) =>
    payload.has("incident")
      ? "incident"
      : payload.has("component_update")
        ? "component_update"
        : payload.text("incident.name"),
  events: {
    incident: { about: "An incident or maintenance begins, changes or ends", say: incident },
    component_update: { about: "The state of a component changes", say: component },
  },
});
