/** Reads a feed in any of its formats: RSS 0.9x, 1.0 (RDF) and 2.0, Atom, and JSON Feed. */
import { type FeedDocument, NotAFeed } from "./document.ts";
import { readJsonFeed } from "./json-feed.ts";
import { readXmlFeed } from "./xml-feed.ts";

export interface ReceivedDocument {
  readonly body: Buffer;
  readonly contentType: string;
}

/** Throws `NotAFeed`, and nothing else. */
export async function readFeed(received: ReceivedDocument): Promise<FeedDocument> {
  const text = decoded(received);
  const first = /\S/.exec(text)?.[0];
  if (first === "{") return readJsonFeed(text);
  if (first === "<") return readXmlFeed(text);
  throw new NotAFeed("It begins as neither XML nor JSON does.");
}

const CHARSET = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
/** XML requires the declaration at the very beginning. */
const DECLARATION = /^[^<]{0,3}<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
const FIRST_BYTES = 400;

/** By the byte order mark, the header, or the declaration of XML; otherwise UTF-8. */
export function decoded({ body, contentType }: ReceivedDocument): string {
  const beginning = body.subarray(0, FIRST_BYTES).toString("latin1");
  const marked = /^\xff\xfe/.test(beginning) ? "utf-16le" : /^\xfe\xff/.test(beginning) ? "utf-16be" : undefined;
  const label = marked ?? CHARSET.exec(contentType)?.[1] ?? DECLARATION.exec(beginning)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
