/** Inserts a chosen completion into the text. */
import { type Edited, inserted } from "./edited.ts";
import type { Completing } from "./trigger.ts";

/** Replaces the typed text with its exact syntax, followed by a space. */
export function completed({ text, end }: Edited, { start }: Pick<Completing, "start">, syntax: string): Edited {
  const hasSpace = /^[\s.,;:!?)]/.test(text.slice(end));
  const made = inserted({ text, start, end }, hasSpace ? syntax : `${syntax} `);
  // The caret goes after the space, but never past the end of the line.
  const caret = hasSpace && text[end] === " " ? made.start + 1 : made.start;
  return { ...made, start: caret, end: caret };
}

/** A channel whose topic is chosen next: the list continues with its topics. */
export function completedToTopics({ text, end }: Edited, { start }: Pick<Completing, "start">, name: string): Edited {
  return inserted({ text, start, end }, `#**${name}>`);
}

/** The language of an opening fence; closes the block if needed and puts the caret inside. */
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
  // A spoiler's header is on its first line.
  const caret = start + opening.length + (language === "spoiler" || isClosed ? 0 : 1);
  return { ...made, start: caret, end: caret };
}
