/** Rendered texts as elements, parsed once: each is kept by the message and the time of its last edit. */
import { Lru } from "./lru.ts";
import { sanitized } from "./sanitize.ts";

export interface RenderedText {
  readonly html: string;
  readonly messageId?: number | undefined;
  readonly editedAt?: number | undefined;
}

interface Parsed {
  readonly html: string;
  readonly fragment: DocumentFragment;
}

/** More than a view keeps drawn, and the views before it. */
const KEPT = 600;
const parsed = new Lru<string, Parsed>(KEPT);

/** A copy of its own, in this document. */
export function elementsOf({ html, messageId, editedAt }: RenderedText): DocumentFragment {
  const key = messageId === undefined ? html : `${messageId}@${editedAt ?? 0}`;
  let known = parsed.get(key);
  // Previews are added without an edit, and a search marks what it found: the time alone does not tell these apart.
  if (known?.html !== html) {
    known = { html, fragment: sanitized(html, location.origin) };
    parsed.set(key, known);
  }
  return document.importNode(known.fragment, true);
}
