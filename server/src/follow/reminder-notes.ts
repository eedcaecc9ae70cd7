/** The note of a reminder, which servers show only within what the reminder will say. */
import { noteOf } from "../personal/reminders/note.ts";

/** Upstream writes it after its first line, in every language: `… Note:\n > the note`. Only its own first line is marked. */
const NOTE_MARK = "\n > ";

/** Parley's way or upstream's; empty without a note. */
export function noteIn(content: string, target: unknown): string {
  const [opening] = content.split("\n", 1) as [string];
  if (!content.startsWith(NOTE_MARK, opening.length)) return noteOf(content);
  const following = content.slice(opening.length + NOTE_MARK.length);
  // The paragraph after it links to the message. What else the note may contain, it has no such link.
  const paragraphs = following.split("\n\n");
  const end = paragraphs.findIndex((each) => each.split("\n", 1)[0]?.includes(`/near/${target})`));
  return end < 0 ? "" : paragraphs.slice(0, end).join("\n\n");
}
