import { integration, ONLY_EVENT } from "../integration.ts";
import { codeBlock, Markup, plain } from "../markup.ts";
import type { Payload } from "../payload.ts";

const PLACE = /\{\{\s*([\w.-]{1,200})\s*\}\}/g;
const MAX_PLACES = 100;
/** A large part may be named many times, and to write it out takes long. */
const MAX_WRITTEN_CHARACTERS = 1024 * 1024;

/** The template is the bot owner's Markdown; what it takes from the document is plain text. */
function filled(template: string, payload: Payload): Markup {
  let [places, characters] = [0, 0];
  return new Markup(
    template.replace(PLACE, (_, path: string) => {
      if (++places > MAX_PLACES || characters > MAX_WRITTEN_CHARACTERS) return "";
      const written = payload.optionalText(path) ?? shownAs(payload, path);
      characters += written.length;
      return plain(written, 1000).source;
    }),
  );
}

function shownAs(payload: Payload, path: string): string {
  const part = payload.optionalPart(path);
  if (part) return JSON.stringify(part.value);
  const texts = payload.texts(path);
  return texts.length > 0 ? texts.join(", ") : String(payload.isTrue(path) || "");
}

export const json = integration({
  name: "json",
  title: "JSON",
  category: "general",
  picture: { initials: "{}", color: "#475569" },
  about: "Posts any JSON document, as it is or by a template of your own.",
  setup: [
    "Let your service send a `POST` request with a JSON document, or a form, to `URL`.",
    "Add `&template=` and a message in Markdown, URL-encoded, to choose what is posted: `{{user.name}} signed up` takes `name` from the object `user`. Elements of lists have numbers: `{{items.0.title}}`.",
  ],
  options: [{ key: "template", label: "The message, with paths into the document such as {{user.name}}" }],
  eventOf: () => ONLY_EVENT,
  events: {
    [ONLY_EVENT]: {
      about: "Any document",
      say: ({ payload, options: { template } }) => ({
        topic: "JSON",
        content: template ? filled(template, payload) : codeBlock(JSON.stringify(payload.value, null, 2), "json"),
      }),
    },
  },
});
