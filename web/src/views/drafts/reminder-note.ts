/** The note in what a reminder says: the server keeps it nowhere else in sight. */

/** Its first words and the words before the note are in the reader's language: the note is known by its place. */
const BEFORE_NOTE = 4;

/** Empty where there is none. The message itself never stands there: it comes later, behind a fence. */
export function noteOf(content: string): string {
  const lines = content.split("\n").slice(BEFORE_NOTE);
  const end = lines.findIndex((line) => !line.startsWith("> "));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.slice(2))
    .join("\n");
}
