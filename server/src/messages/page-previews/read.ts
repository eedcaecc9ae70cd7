/** Reads a web page's metadata: Open Graph, or else the standard elements. */
import { Parser } from "htmlparser2";
import { Steps } from "../../kernel/steps.ts";
import type { PagePreview } from "../../text/markdown/previews/page.ts";

/** Fed in batches, so that nothing after the head is looked at, and others are served in between. */
const BATCH = 4 * 1024;
/** More than any page's head has: the parser takes longer for each element that is open. */
const MOST_ELEMENTS = 1000;
const MOST_ATTRIBUTES = 10_000;
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 500;
const MAX_ADDRESS = 2000;

/** Undefined without an image: then there is nothing to show but the link itself. */
export async function readPage(
  parts: AsyncIterable<Buffer>,
  { url, contentType }: { url: string; contentType: string },
) {
  const head = await headOf(textOf(parts, contentType));
  const image = webAddress(head.metas.get("og:image") ?? head.metas.get("og:image:url"), url);
  if (image === undefined) return undefined;
  const page: PagePreview = {
    image,
    title: shortened(head.metas.get("og:title") ?? head.title, MAX_TITLE),
    description: shortened(head.metas.get("og:description") ?? head.metas.get("description"), MAX_DESCRIPTION),
  };
  return page;
}

interface Head {
  title: string;
  readonly metas: ReadonlyMap<string, string>;
}

/** What comes after the head is not read. */
async function headOf(parts: AsyncIterable<string>): Promise<Head> {
  const metas = new Map<string, string>();
  let title = "";
  let isInTitle = false;
  let isOver = false;
  let [elements, attributeCount] = [0, 0];
  const parser = new Parser({
    onopentagname(name) {
      if (name === "body" || ++elements > MOST_ELEMENTS) isOver = true;
    },
    onattribute() {
      if (++attributeCount > MOST_ATTRIBUTES) isOver = true;
    },
    onopentag(name, attributes) {
      isInTitle = name === "title" && title === "";
      const key = (attributes.property ?? attributes.name)?.trim().toLowerCase();
      // The first one counts.
      if (name === "meta" && key && attributes.content && !metas.has(key)) metas.set(key, attributes.content);
    },
    ontext(text) {
      if (isInTitle && title.length < MAX_TITLE) title += text;
    },
    onclosetag(name) {
      isInTitle = false;
      if (name === "head") isOver = true;
    },
  });
  const steps = new Steps();
  for await (const html of parts) {
    // Many pages may arrive at once: each waits for its turn before it is looked at.
    await steps.pause();
    for (let at = 0; at < html.length && !isOver; at += BATCH) {
      parser.write(html.slice(at, at + BATCH));
      if (steps.isOver) await steps.pause();
    }
    if (isOver) break;
  }
  return { title, metas };
}

const CHARSET = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
/** The HTML standard requires an encoding declaration in the first kilobyte. */
const FIRST_BYTES = 1024;

async function* textOf(parts: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<string> {
  let beginning: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const part of parts) {
    if (decoder) {
      yield decoder.decode(part, { stream: true });
      continue;
    }
    beginning = Buffer.concat([beginning, part]);
    if (beginning.length < FIRST_BYTES) continue;
    decoder = decoderOf(beginning, contentType);
    yield decoder.decode(beginning, { stream: true });
  }
  if (!decoder) yield decoderOf(beginning, contentType).decode(beginning);
}

function decoderOf(beginning: Buffer, contentType: string): TextDecoder {
  const declared = beginning.subarray(0, FIRST_BYTES).toString("latin1");
  const label = CHARSET.exec(contentType)?.[1] ?? CHARSET.exec(declared)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function webAddress(written: string | undefined, base: string): string | undefined {
  const url = written === undefined ? null : URL.parse(written.trim(), base);
  const isOfTheWeb = url?.protocol === "http:" || url?.protocol === "https:";
  return url !== null && isOfTheWeb && url.href.length <= MAX_ADDRESS ? url.href : undefined;
}

/** One line of visible characters. */
function shortened(written: string | undefined, limit: number): string | undefined {
  const line = (written ?? "")
    .slice(0, limit * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  const characters = [...line];
  const short = characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : line;
  return short === "" ? undefined : short;
}
