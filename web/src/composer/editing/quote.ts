/** Quotes a message: sender, link and content, fenced so that the content cannot end the quote. */
import { type Edited, inserted } from "./edited.ts";
import { fenced } from "./fences.ts";
import { personMention } from "./syntax.ts";

export interface Quoted {
  readonly sender: { readonly user_id: number; readonly full_name: string };
  /** The message's URL, starting with #. */
  readonly link: string;
  /** The Markdown source. */
  readonly content: string;
}

/** The sender is mentioned silently, and always with the id, because names change. */
export function quotation({ sender, link, content }: Quoted): string {
  const who = personMention(sender, { isSilent: true, isAmbiguous: true });
  return `${who} [said](${link}):\n${fenced(content, "quote")}\n`;
}

/** Inserts a quotation on its own lines, with the caret below it. */
export function insertQuotation(edited: Edited, quoted: Quoted): Edited {
  const before = edited.text.slice(0, edited.start);
  const after = edited.text.slice(edited.end);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const rest = after.startsWith("\n") || after === "" ? "" : "\n";
  const made = inserted(edited, gap + quotation(quoted) + rest);
  const caret = made.start - rest.length;
  return { ...made, start: caret, end: caret };
}
