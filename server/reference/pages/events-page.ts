/** The events page: fields, causes and an example of each event. */
import { type AnyEvent, type Chapter, eventKey, events } from "../../src/contract.ts";
import type { Schemas } from "../../src/kernel/http/openapi-schemas.ts";
import { operationTitle } from "../../src/kernel/pages/api-page.ts";
import type { Example } from "../scene.ts";
import { asJson } from "./literals.ts";
import { anchorOf, fenced, fileOf, page } from "./markdown.ts";
import { fieldsTable, membersOf } from "./schema-table.ts";

const headingOf = ({ type, op }: Pick<AnyEvent, "type" | "op">): string => (op === undefined ? type : `${type}: ${op}`);

/** An event that is declared once for several ops is listed under its type. */
function declarationOf(key: string): AnyEvent | undefined {
  const [type] = key.split("/");
  return events.find((each) => eventKey(each.type, each.op) === key) ?? events.find((each) => each.type === type);
}

export function linkToEvent(key: string): string {
  const event = declarationOf(key);
  const shown = key.replace("/", ": ");
  return event ? `[${shown}](events.md#${anchorOf(headingOf(event))})` : shown;
}

export function eventsPage(chapters: readonly Chapter[], examples: readonly Example[], schemas: Schemas): string {
  const areas = chapters.filter((chapter) => chapter.events.length > 0);
  return page(
    "# Events",
    `The events of a queue: [register](${fileOf("register")}) a queue, then [read it](${fileOf("getEvents")}) repeatedly.
Every event has a \`type\`, and an \`id\` that is greater than the previous one.`,
    "For each event, this page lists its fields, the operations whose examples cause it, and an example.",
    areas.map(({ title, events: own }) => `- ${title}: ${own.map(linkWithin).join(", ")}`).join("\n"),
    ...areas.flatMap((area) => area.events.flatMap((event) => eventParts(event, examples, schemas))),
  );
}

const linkWithin = (event: AnyEvent) => `[${headingOf(event)}](#${anchorOf(headingOf(event))})`;

function eventParts(event: AnyEvent, examples: readonly Example[], schemas: Schemas): string[] {
  const causes = examples.flatMap(({ id, events: caused }) =>
    caused.filter(({ key }) => declarationOf(key) === event).map((one) => ({ id, ...one })),
  );
  const members = membersOf(schemas.of(event.schema, "output"));
  const ids = [...new Set(causes.map(({ id }) => id))];
  const [first] = causes;
  return [
    `## ${headingOf(event)}`,
    members.length > 0 ? fieldsTable(members) : "No fields besides its type.",
    ids.length > 0 ? `Caused by: ${ids.map((id) => `[${operationTitle(id)}](${fileOf(id)})`).join(", ")}.` : "",
    first ? fenced("json", asJson(first.event)) : "",
  ];
}
