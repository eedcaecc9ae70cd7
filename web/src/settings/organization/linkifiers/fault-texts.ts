/** What the server would refuse, in the reader's language. */
import { type TextKey, t } from "../../../text/text.ts";
import type { TrialFault } from "./trial-words.ts";

const TEXTS: Readonly<Record<string, TextKey>> = {
  "Bad regular expression: {0}": "linkifiers.badPattern",
  "the pattern is too large": "linkifiers.tooLarge",
  "Invalid URL template.": "linkifiers.badTemplate",
  "Group '{0}' in URL template is not present in linkifier pattern.": "linkifiers.groupNotInPattern",
  "Group '{0}' in linkifier pattern is not present in URL template.": "linkifiers.groupNotInTemplate",
};

export function faultText({ template, values: [value = ""] }: TrialFault): string {
  const key = TEXTS[template];
  const shown = typeof value === "string" ? value : faultText(value);
  return key === undefined ? template : t(key, { reason: shown, group: shown });
}
