/** Rendered texts as elements, parsed once and cached by message and edit time. */
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

/** More than a view keeps rendered, plus earlier views. */
const KEPT = 600;
const parsed = new Lru<string, Parsed>(KEPT);

/** A separate copy, in this document. */
export function elementsOf({ html, messageId, editedAt }: RenderedText): DocumentFragment {
  const key = messageId === undefined ? html : `${messageId}@${editedAt ?? 0}`;
  let known = parsed.get(key);
  // Previews are added without an edit, and searches mark matches: the edit time alone is not enough.
  if (known?.html !== html) {
    known = { html, fragment: sanitized(html, location.origin) };
    parsed.set(key, known);
  }
  return document.importNode(known.fragment, true);
}
