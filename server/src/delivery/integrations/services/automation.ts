/** Services in which people build their own automations: they send a topic and a message in a document of one form. */
import { type Integration, integration, ONLY_EVENT } from "../integration.ts";
import { fields, type Markup, markdown, md } from "../markup.ts";
import type { Payload } from "../payload.ts";

/** Markdown that the automation's author has written. Without it, the fields of the document are listed. */
function contentOf(payload: Payload): Markup[] {
  const text = payload.firstText("content", "message", "text", "body");
  const title = payload.firstText("title", "subject");
  const head = title === undefined || payload.has("topic") === false ? undefined : md`**${title}**`;
  if (text !== undefined) return [...(head ? [head] : []), markdown(text)];
  const listed = payload.entries("").filter(([name]) => name !== "topic");
  return [fields(...listed)];
}

type Service = Pick<Integration, "name" | "title" | "picture" | "about" | "setup">;

export const automation = (service: Service): Integration =>
  integration({
    ...service,
    category: "automation",
    eventOf: () => ONLY_EVENT,
    events: {
      [ONLY_EVENT]: {
        about: "The automation runs",
        say: ({ payload }) => ({
          topic: payload.firstText("topic", "title", "subject") ?? service.title,
          content: contentOf(payload),
        }),
      },
    },
  });
