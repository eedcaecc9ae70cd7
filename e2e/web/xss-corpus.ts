/**
 * Texts that have made other programs run code written by their users. Each calls the tripwire when it works, or
 * requests something from elsewhere. They are markup on purpose: shown as names, topics and file names, they must stay
 * text.
 */
import { addresses, loading } from "./xss-corpus/addresses.ts";
import { clobbering, forms, handlers, scripts } from "./xss-corpus/elements.ts";
import { encodings, foreign, mutations, styles } from "./xss-corpus/parsers.ts";
import { j, T } from "./xss-corpus/tripwire.ts";

export { ELSEWHERE, TRIPWIRE } from "./xss-corpus/tripwire.ts";

export interface VectorFamily {
  readonly family: string;
  readonly vectors: readonly string[];
}

export const XSS_CORPUS: readonly VectorFamily[] = [
  { family: "scripts", vectors: scripts },
  { family: "event handlers", vectors: handlers },
  { family: "addresses", vectors: addresses },
  { family: "loading from elsewhere", vectors: loading },
  { family: "styles", vectors: styles },
  { family: "SVG and MathML", vectors: foreign },
  { family: "mutation", vectors: mutations },
  { family: "clobbering", vectors: clobbering },
  { family: "forms and roles", vectors: forms },
  { family: "encodings", vectors: encodings },
];

/** For names, topics, statuses, file names, emoji and other short texts that must be shown as written. */
export const HOSTILE_NAMES: readonly string[] = [
  `<img src=x onerror=${T}>`,
  `"><script>${T}</script>`,
  `'-${T}-'`,
  `</title><svg/onload=${T}>`,
  `{{${T}}}`,
  j,
];
