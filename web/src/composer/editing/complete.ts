/** Puts what was chosen from a list of completions into the text. */
import { type Edited, inserted } from "./edited.ts";
import type { Completing } from "./trigger.ts";

/** Replaces what was typed by its exact syntax; a space follows where none does. */
export function completed({ text, end }: Edited, { start }: Pick<Completing, "start">, syntax: string): Edited {
  const hasSpace = /^[\s.,;:!?)]/.test(text.slice(end));
  const made = inserted({ text, start, end }, hasSpace ? syntax : `${syntax} `);
  // The caret goes behind the space in either case, so that writing goes on; not behind a line's end.
  const caret = hasSpace && text[end] === " " ? made.start + 1 : made.start;
  return { ...made, start: caret, end: caret };
}

/** A channel whose topic is to be chosen next: the list goes on with its topics. */
export function completedToTopics({ text, end }: Edited, { start }: Pick<Completing, "start">, name: string): Edited {
  return inserted({ text, start, end }, `#**${name}>`);
}

/** The language behind an opening fence; the block is closed below unless it is, and the caret stands within. */
export function completedLanguage(
  { text, end }: Edited,
  { fence, start }: Extract<Completing, { kind: "language" }>,
  language: string,
): Edited {
  const opening = `${fence}${language}`;
  const after = text.slice(end);
  const isClosed = after.split("\n").some((line) => line.trimEnd() === fence);
  const block = isClosed ? opening : `${opening}\n\n${fence}`;
  const made = inserted({ text, start, end }, block);
  // A spoiler's header stands on its first line.
  const caret = start + opening.length + (language === "spoiler" || isClosed ? 0 : 1);
  return { ...made, start: caret, end: caret };
}
