/** Reads a JSON Feed, of any version. */
import { Payload, Unreadable } from "../../payload.ts";
import { entryFrom, escaped, type FeedDocument, MAX_ENTRIES, MAX_READ_LENGTH, NotAFeed } from "./document.ts";

/** Parsing is one step, so less of it is accepted than of XML. */
const MAX_LENGTH = 1024 * 1024;
const VERSION = /^https?:\/\/jsonfeed\.org\/version\/1/;

export function readJsonFeed(text: string): FeedDocument {
  if (text.length > MAX_LENGTH) throw new NotAFeed("It is too long.");
  const feed = parsed(text);
  if (!VERSION.test(feed.optionalText("version") ?? "")) throw new NotAFeed("It does not say that it is a JSON Feed.");
  const items = feed.parts("items");
  const entries = items.slice(0, MAX_ENTRIES).flatMap((item) => {
    const html = cut(item.optionalText("content_html"));
    const plain = cut(item.firstText("summary", "content_text"));
    return (
      entryFrom({
        id: item.optionalText("id"),
        url: item.firstText("url", "external_url"),
        title: escapedText(cut(item.optionalText("title"))),
        summary: escapedText(plain) ?? html,
        published: item.firstText("date_published", "date_modified"),
      }) ?? []
    );
  });
  return { title: escaped(cut(feed.optionalText("title")) ?? ""), entries, count: items.length };
}

function parsed(text: string): Payload {
  try {
    return new Payload(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unreadable) throw new NotAFeed("It is not JSON.");
    throw error;
  }
}

const cut = (text: string | undefined): string | undefined => text?.slice(0, MAX_READ_LENGTH);
const escapedText = (text: string | undefined): string | undefined => (text === undefined ? undefined : escaped(text));
