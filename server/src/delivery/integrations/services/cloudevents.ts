import { ANY_EVENT, integration } from "../integration.ts";
import { codeBlock, fields, md } from "../markup.ts";
import { Unreadable } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";

/** Structured events have everything in the document, binary ones have the attributes in headers. */
function attributeOf({ payload, header }: ServiceRequest, name: string): string | undefined {
  return header(`ce-${name}`) ?? payload.optionalText(name);
}

const isBinary = ({ header }: ServiceRequest): boolean => header("ce-specversion") !== undefined;

/** The data of the event: in a binary one, the document. */
const dataOf = (request: ServiceRequest): unknown =>
  isBinary(request) ? request.payload.value : (request.payload.value as { data?: unknown }).data;

function shown(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  return data === undefined || data === null ? undefined : JSON.stringify(data, null, 2);
}

export const cloudEvents = integration({
  name: "cloudevents",
  title: "CloudEvents",
  category: "general",
  picture: { initials: "CE", color: "#f0554d" },
  about: "Posts events in the CloudEvents format, structured or binary.",
  setup: [
    "Let your event source or broker deliver to `URL` over HTTP, as `application/cloudevents+json` or in the binary mode with `ce-` headers.",
    'Use `&only_events=` with the types that you want, such as `["com.example.order.*"]`.',
  ],
  eventOf(request) {
    const type = attributeOf(request, "type");
    if (type === undefined || attributeOf(request, "specversion") === undefined) throw new Unreadable("not an event");
    return type;
  },
  events: {
    [ANY_EVENT]: {
      about: "An event of any type",
      say(request) {
        const data = shown(dataOf(request));
        const source = attributeOf(request, "source") ?? "unknown source";
        return {
          topic: source,
          content: [
            md`**${attributeOf(request, "type")}** from ${source}`,
            fields(["Subject", attributeOf(request, "subject")], ["Time", attributeOf(request, "time")]),
            codeBlock(data ?? "", typeof dataOf(request) === "object" ? "json" : ""),
          ],
        };
      },
    },
  },
  deliveryId: { header: "ce-id", path: "id", source: { header: "ce-source", path: "source" } },
});
